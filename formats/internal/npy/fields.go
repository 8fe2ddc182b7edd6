package npy

// This file divides the records of an array into fields.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A field is a part of each record: a grid or a single value.
type field struct {
	elementType
	name     string
	at       int             // its first byte in a record
	elements int             // number of elements: the cells of a grid, or 1 for a text
	order    int             // of the grid; 0: a single value, or a text that may be a grid
	letters  *cells.Alphabet // for texts; nil: the alphabet of the order
	coding                   // for numbers
	decided  bool            // the sample decides the coding
	orders   []int           // the possible ones; nil: the usual ones
	strict   bool            // a grid must prove the coding if another coding explains it
}

// length returns the length of the field in bytes; of returns the field's bytes in a
// record.
func (f *field) length() int             { return f.size * f.elements }
func (f *field) of(record []byte) []byte { return record[f.at:][:f.length()] }

// mayBeGrid reports whether the type and the shape allow a grid.
func (f *field) mayBeGrid() bool {
	return f.order > 0 || f.isText() && f.width() >= leastCells(f.orders)
}

// leastCells returns the number of cells in the smallest grid of some orders; nil: 9 and more.
func leastCells(orders []int) int {
	if orders == nil {
		return 81
	}
	return orders[0] * orders[0]
}

// gridField returns the field for the grid that the last dimensions of a shape form, and
// the shape of the records with one such grid each. The order is 0 if only the texts can
// tell it. orders are the possible ones; nil: all that [cells.GridSize] finds.
func (t elementType) gridField(shape, orders []int) (f field, records []int, ok bool) {
	shape = withoutOnes(shape)
	f = field{elementType: t, elements: 1, orders: orders}
	if t.isText() && t.width() >= leastCells(orders) {
		return f, shape, true
	}
	if len(shape) == 0 {
		return f, nil, false
	}
	rest, last := shape[:len(shape)-1], shape[len(shape)-1]
	if orders == nil {
		orders = []int{9, 16, 25}
	}
	for _, order := range orders {
		f.order = order
		switch {
		case last == order*order:
			f.elements = last
			return f, withoutOnes(rest), true
		case last == order && len(rest) > 0 && rest[len(rest)-1] == order:
			f.elements = order * order
			return f, withoutOnes(rest[:len(rest)-1]), true
		}
	}
	return f, nil, false
}

// withoutOnes returns a shape without the dimensions of 1 at its end. It keeps the first
// dimension.
func withoutOnes(shape []int) []int {
	for len(shape) > 1 && shape[len(shape)-1] == 1 {
		shape = shape[:len(shape)-1]
	}
	return shape
}

// countOf returns the number of elements in an array with one dimension or none.
func countOf(shape []int) (n int, ok bool) {
	if shape = withoutOnes(shape); len(shape) == 0 {
		return 1, true
	}
	return shape[0], len(shape) == 1
}

// severalGrids returns the error for arrays of a shape whose records are more than a puzzle and its
// solution.
func severalGrids(shape []int) string {
	const reason = "its shape means several grids per record: write only the puzzles, for example a[:, 0]"
	if advice := oneHotAdvice(shape); advice != "" {
		return reason + ", or " + advice
	}
	return reason
}

// findGrids sets the fields of an array whose elements are cells, rows or grids. There is
// one field, or two for pairs.
func (l *Layout) findGrids(h *header) error {
	refuse := func(reason string) error { return &ArrayError{Type: h.descr, Shape: h.shape, Reason: reason} }
	t, reason := parseType(h.descr)
	if reason != "" {
		return refuse(reason)
	}
	f, records, ok := t.gridField(h.shape, l.orders)
	size, paired := f.length(), ok && f.order > 0 && len(records) == 2 && records[1] == 2
	if paired {
		size, records = 2*size, records[:1]
	}
	n, single := countOf(records)
	switch {
	case ok && !single:
		return refuse(severalGrids(h.shape))
	case !ok:
		if other, _, ok := t.gridField(h.shape, geometry.Sides()); ok && l.orders == nil {
			return cells.OrderError(other.order)
		}
		return refuse("its shape is not (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16): " + cmp.Or(oneHotAdvice(h.shape), "reshape it"))
	case f.order > 16 && l.orders == nil:
		return cells.OrderError(f.order)
	case h.fortran && len(withoutOnes(h.shape)) > 1:
		return refuse("it is in Fortran order, which is read only from a whole, uncompressed file: write np.ascontiguousarray(a)")
	case size > maxRecord:
		return refuse("its elements are too large")
	}
	l.fields, l.records, l.info.RecordSize = []field{f}, n, size
	if paired {
		f.at = f.length()
		l.fields = append(l.fields, f)
	}
	return nil
}

// findMembers sets the fields of joined arrays.
func (l *Layout) findMembers(h *header) error {
	l.records = h.shape[0]
	for _, m := range h.members {
		if m.descr == "" {
			l.info.Unjoined = append(l.info.Unjoined, m.name)
			continue
		}
		f, ok := m.field(l.orders)
		if !ok {
			return &ArrayError{Reason: fmt.Sprintf("array %s has a type that cannot be read", strconv.QuoteToASCII(m.name))}
		}
		f.at = l.info.RecordSize
		l.fields = append(l.fields, f)
		if l.info.RecordSize += f.length(); l.info.RecordSize > maxRecord {
			return &ArrayError{Reason: "the records are too large"}
		}
	}
	return nil
}

// field returns the field for a member that is a grid or a single value.
func (m *member) field(orders []int) (f field, ok bool) {
	t, reason := parseType(m.descr)
	if reason == "" {
		if f, records, ok := t.gridField(m.shape, orders); ok {
			if n, ok := countOf(records); ok && n == 1 {
				f.name = m.name
				return f, true
			}
		}
	}
	single := !slices.ContainsFunc(m.shape, func(d int) bool { return d != 1 })
	readable := reason == "" || t.kind == 'b' && t.size == 1
	return field{elementType: t, name: m.name, elements: 1}, single && readable
}
