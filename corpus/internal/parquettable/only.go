package parquettable

import (
	"errors"
	"io"
	"os"
	"slices"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// Which columns of a table are needed often shows only when its first rows were seen.
// So of these no more is read than the caller asks for, one piece after the other, and
// nothing ahead: until then Only may still leave columns out.

// sampleText is how much text is read that way, at least.
const sampleText = 128 << 10

// A span is columns that lie side by side: from first up to, not with, end.
type span struct{ first, end int }

// planSample has the next piece made, while the text is still a sample; then it
// starts what reads ahead.
func (r *Reader) planSample() error {
	if r.given >= sampleText {
		r.start()
		return nil
	}
	plan := r.planPiece
	if r.left == 0 {
		plan = r.planEnd
	}
	switch err := guard.Do(plan); {
	case errors.Is(err, errQuit):
		return os.ErrClosed
	case err != nil:
		return err
	case len(r.pieces) == 0:
		return io.EOF
	}
	return nil
}

// Only has Read begin anew, and leave out all columns but those from first up to, not
// with, end: these are still in the header, but in all rows their fields are empty,
// and their pages are not read, so damage in them is not seen. It is for the
// goroutine that reads. It reports false, and changes nothing, where the caller read
// more than 128 KiB, or got an error.
func (r *Reader) Only(first, end int) bool {
	if r.began || r.err != nil && !errors.Is(r.err, io.EOF) {
		return false
	}
	if p := r.piece; p != nil {
		if p.rows > 0 {
			p.release()
		}
		r.free <- p
	}
	r.piece, r.text, r.err, r.given = nil, nil, nil, 0
	r.only = span{first, end}
	leaves := r.leaves
	r.leaves, r.dropped = nil, nil
	for _, l := range leaves {
		if slices.ContainsFunc(r.columns[first:end], func(c column) bool { return c.has(l.node) }) {
			r.leaves = append(r.leaves, l.anew())
		} else {
			l.giveUp()
			r.dropped = append(r.dropped, l.node)
		}
	}
	r.begin()
	return true
}

// has reports whether a leaf is one of the column's.
func (c *column) has(leaf *node) bool { return leaf.leaf >= c.leaf && leaf.leaf < c.leaf+c.leaves }

// passDropped counts the columns that are left out as read, in a row group that is
// begun.
func (r *Reader) passDropped(group int) {
	for _, n := range r.dropped {
		r.read(max(0, r.footer.groups[group].chunks[n.leaf].size))
	}
}

func (r *Reader) newLeaf(n *node) *leaf { return &leaf{node: n, reader: r, group: r.from - 1} }

// anew returns the leaf as it is ahead of its first row. Pages may be far larger than
// the rows that were seen, so they are kept if they can be.
func (l *leaf) anew() *leaf {
	if l.passed {
		l.giveUp()
		return l.reader.newLeaf(l.node)
	}
	l.skip = 0
	return l
}

// giveUp gives up all pages.
func (l *leaf) giveUp() {
	for _, p := range l.window {
		l.drop(p)
	}
	l.drop(l.dict)
}
