package parquettable

import (
	"errors"
	"slices"
)

// A Border is where a row group begins.
type Border struct {
	Offset int64 // of its first page in the file
	Rows   int64 // ahead of it
}

// Border returns the first border at or after a byte of the file: of the row groups,
// but for the first, that have rows. At the end of these Offset is the size of the
// file. ok is false where they do not lie in the file one after the other.
func (r *Reader) Border(at int64) (b Border, ok bool) {
	b.Offset = r.footer.size
	found, last, rows := false, int64(0), int64(0)
	for i := range r.footer.groups {
		g := &r.footer.groups[i]
		if g.rows == 0 {
			continue
		}
		start := g.start()
		if start <= last {
			return Border{}, false
		}
		if !found && rows > 0 && start >= at {
			b, found = Border{start, rows}, true
		}
		last = start
		rows += g.rows
	}
	if !found {
		b.Rows = rows
	}
	return b, true
}

// start is where the first page of a row group is.
func (g *rowGroup) start() int64 {
	first := g.chunks[0].start
	for _, c := range g.chunks {
		first = min(first, c.start)
	}
	return first
}

var errNoBorder = errors.New("no row group of the Parquet file begins where one began before: it has changed")

// Part returns a Reader of the rows from one Border up to another; the zero Border as
// from is the beginning, with the header, and as to the end. It takes the place of r,
// which is to be closed, and waited for.
func (r *Reader) Part(from, to Border) (*Reader, error) {
	first, end := 0, len(r.footer.groups)
	if from != (Border{}) {
		first = r.find(from)
	}
	if to != (Border{}) {
		end = r.find(to)
	}
	if first < 0 || end < first {
		return nil, errNoBorder
	}
	return newReader(r.table, first, end), nil
}

// find returns the number of the row group that begins at a border; -1 if there is
// none.
func (r *Reader) find(b Border) int {
	rows := int64(0)
	return slices.IndexFunc(r.footer.groups, func(g rowGroup) bool {
		found := g.rows > 0 && rows == b.Rows && g.start() == b.Offset
		rows += g.rows
		return found
	})
}
