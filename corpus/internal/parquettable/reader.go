package parquettable

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

const (
	// textSize is how much text is made at a time.
	textSize = 128 << 10
	// sampleSize is how much text may be read before columns are left out.
	sampleSize = 128 << 10
	// maxAhead is how much memory pages may take that are read before they are needed.
	maxAhead = 48 << 20
	// maxHeld is the most memory for pages whose rows are needed together. Files that are not
	// large have less: smallHeld, and heldEach for each byte.
	maxHeld, smallHeld, heldEach = 512 << 20, 64 << 20, 32
)

var errNoBorder = errors.New("no row group of the Parquet file begins where one began before: it has changed")

// ReaderOptions says how to read a file.
type ReaderOptions struct {
	Pool *pool.Pool // decodes pages; without one Read does
	// Progress, if not nil, is told of bytes of the file that were read or, if n is negative,
	// will be read again.
	Progress func(n int64)
}

// A table is a file whose footer was read.
type table struct {
	file    io.ReaderAt
	opts    ReaderOptions
	footer  *footer
	columns []column
	nodes   []*node // the leaves of the schema
	zstd    *zstd.Decoder
}

// A Reader gives a Parquet file as typed CSV. Jobs decode pages, and Read makes text of them.
// Close may be called from any goroutine. An error is final, and comes after all text before it.
type Reader struct {
	table
	from, to    int     // the row groups that are read: up to, not with, to
	first, last int     // the columns that are read, see Only
	leaves      []*leaf // nil where no column that is read has them
	group       int     // the row group after the current one
	rows        int64   // of the current row group that are left
	held        int64   // bytes of pages
	most        int64   // that held may be
	counted     int64   // bytes of pages that Progress was told of
	given       int     // bytes of text
	begun       bool    // pages are read before they are needed

	buf  []byte
	text []byte // of buf, not read yet
	json []byte // of a value
	err  error

	quit chan struct{}
	once sync.Once // closes quit
}

// NewReader reads the footer of a file of so many bytes.
func NewReader(file io.ReaderAt, size int64, opts ReaderOptions) (*Reader, error) {
	f, err := readFooter(file, size)
	if err != nil {
		return nil, err
	}
	columns, nodes, err := buildSchema(f.schema)
	if err != nil {
		return nil, err
	}
	if err := f.check(nodes); err != nil {
		return nil, fmt.Errorf("in the footer of the Parquet file: %w", err)
	}
	z, err := newZstd(opts.Pool.Workers() + 1)
	if err != nil {
		return nil, err
	}
	r := newReader(table{file, opts, f, columns, nodes, z}, 0, len(f.groups))
	r.read(size - f.start + int64(len(Magic)))
	r.counted = 0
	return r, nil
}

// newReader returns a Reader of some row groups of a table, with the header only if they begin
// with the first.
func newReader(t table, from, to int) *Reader {
	r := &Reader{table: t, from: from, to: to, last: len(t.columns), quit: make(chan struct{})}
	r.most = min(maxHeld, smallHeld+heldEach*t.footer.size)
	r.begin()
	return r
}

// begin goes to the first row.
func (r *Reader) begin() {
	r.leaves = make([]*leaf, len(r.nodes))
	for _, c := range r.columns[r.first:r.last] {
		for i := c.leaf; i < c.leaf+c.leaves; i++ {
			r.leaves[i] = &leaf{node: r.nodes[i], reader: r, group: r.from - 1}
		}
	}
	r.read(-r.counted)
	r.group, r.rows, r.held, r.given, r.buf, r.err = r.from, 0, 0, 0, r.buf[:0], nil
	if r.from == 0 {
		r.buf = appendHeader(r.buf, r.columns)
	}
	r.text = r.buf
}

func (r *Reader) read(n int64) {
	r.counted += n
	if r.opts.Progress != nil {
		r.opts.Progress(n)
	}
}

func (r *Reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Read gives text.
func (r *Reader) Read(b []byte) (int, error) {
	for len(r.text) == 0 && len(b) > 0 {
		if r.err != nil {
			return 0, r.err
		}
		select {
		case <-r.quit:
			r.fail(os.ErrClosed)
		default:
			if err := guard.Do(r.fill); err != nil {
				r.fail(err)
			}
		}
	}
	n := copy(b, r.text)
	r.text = r.text[n:]
	r.given += n
	return n, nil
}

// fill makes text of the next rows.
func (r *Reader) fill() error {
	r.begun = r.begun || r.given >= sampleSize
	for _, l := range r.leaves {
		if l != nil && r.begun {
			l.ahead()
		}
	}
	r.buf = r.buf[:0]
	for len(r.buf) < textSize {
		if r.rows == 0 && !r.nextGroup() {
			break
		}
		for at := len(r.buf); r.rows > 0 && at < textSize; at = len(r.buf) {
			if r.row(at); r.err != nil {
				r.text = r.buf[:at]
				return nil
			}
			r.rows--
		}
	}
	r.text = r.buf
	return nil
}

// nextGroup ends a row group and goes to the next one that has rows. It reports false if there
// is none.
func (r *Reader) nextGroup() bool {
	for r.rows == 0 {
		for _, l := range r.leaves {
			if l != nil && r.group > r.from && l.there() {
				r.fail(l.damaged(errRowCount))
			}
		}
		if r.err == nil && r.group == r.to {
			r.err = io.EOF
		}
		if r.err != nil {
			return false
		}
		g := &r.footer.groups[r.group]
		for i, l := range r.leaves {
			if l != nil {
				if l.enter(r.group); l.rep > 0 && l.repeats(1) {
					r.fail(l.damaged(errLevels))
				}
			} else {
				r.read(g.chunks[i].size) // counts as read
			}
		}
		r.rows = g.rows
		r.group++
	}
	return true
}

// row appends a row, which begins at a byte of buf.
func (r *Reader) row(at int) {
	for i := range r.columns {
		if i > 0 {
			r.buf = append(r.buf, ',')
		}
		if i >= r.first && i < r.last {
			r.field(&r.columns[i], at)
		}
	}
	r.buf = append(r.buf, '\n')
}

// field appends a field of the row that begins at a byte of buf.
func (r *Reader) field(c *column, at int) {
	if !c.flat {
		r.nested(c, at)
		return
	}
	l := r.leaves[c.leaf]
	v, ok := l.next()
	switch {
	case !ok:
	case c.format != nil:
		r.buf = c.format(r.buf, v)
	case !r.fits(len(r.buf) - at + len(v)):
	case len(v) > 0 && l.page.clean:
		r.buf = append(r.buf, v...)
	default:
		r.buf = appendField(r.buf, v)
	}
}

// fits fails if a row has too much text: values of a dictionary may be far larger than what
// refers to them.
func (r *Reader) fits(n int) bool {
	most := r.most / 4
	if int64(n) > most {
		r.fail(fmt.Errorf("row group %d: a row has more than %d MiB of text", r.group-1, most>>20))
	}
	return r.err == nil
}

// Close ends the Reader, and a Read that waits.
func (r *Reader) Close() { r.once.Do(func() { close(r.quit) }) }

// Only has Read begin anew, and leave out all columns but those from first up to, not with, end:
// these are still in the header, but in all rows their fields are empty, and their pages are not
// read, so damage in them is not seen. It is for the goroutine that reads. It reports false, and
// changes nothing, where the caller read more than 128 KiB, or got an error.
func (r *Reader) Only(first, end int) bool {
	if r.begun || r.err != nil && !errors.Is(r.err, io.EOF) {
		return false
	}
	r.first, r.last = first, end
	r.begin()
	return true
}

// A Border is where a row group begins.
type Border struct {
	Offset int64 // of its first page in the file
	Rows   int64 // before it
}

// borders returns where row groups begin; of those without rows Offset is 0.
func (f *footer) borders() []Border {
	all, rows := make([]Border, len(f.groups)), int64(0)
	for i, g := range f.groups {
		if g.rows > 0 {
			first := slices.MinFunc(g.chunks, func(a, b chunk) int { return cmp.Compare(a.start, b.start) })
			all[i] = Border{first.start, rows}
		}
		rows += g.rows
	}
	return all
}

// Border returns the first border at or after a byte of the file: of the row groups that have
// rows, but for the first. After the last of these, Offset is the size of the file. ok is false
// where they do not lie in the file one after the other.
func (r *Reader) Border(at int64) (b Border, ok bool) {
	last := int64(0)
	for _, g := range r.footer.borders() {
		switch {
		case g.Offset == 0:
			continue
		case g.Offset <= last:
			return Border{}, false
		case b.Offset == 0 && g.Rows > 0 && g.Offset >= at:
			b = g
		}
		last = g.Offset
	}
	if b.Offset == 0 {
		b = Border{r.footer.size, countRows(r.footer.groups)}
	}
	return b, true
}

// Part returns a Reader of the rows from one Border up to another; the zero Border as from is the
// beginning, with the header, and as to the end. It takes the place of r, which must be closed.
func (r *Reader) Part(from, to Border) (*Reader, error) {
	first, end, borders := 0, len(r.footer.groups), r.footer.borders()
	if from != (Border{}) {
		first = slices.Index(borders, from)
	}
	if to != (Border{}) {
		end = slices.Index(borders, to)
	}
	if first < 0 || end < first {
		return nil, errNoBorder
	}
	return newReader(r.table, first, end), nil
}
