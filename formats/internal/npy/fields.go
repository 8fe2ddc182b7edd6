package npy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// A field is a part of each record: a grid or a single value.
type field struct {
	elementType
	name     string
	at       int             // its first byte in a record
	elements int             // of a grid: its cells, or one text
	order    int             // of the grid; 0: a single value, or a text that may be a grid
	blank    int             // the number of a blank cell; the digits follow
	minus    bool            // -1 is a blank, too
	letters  *cells.Alphabet // of texts; nil: as the order has it
}

// length returns how many bytes the field has, and of returns them.
func (f *field) length() int             { return f.size * f.elements }
func (f *field) of(record []byte) []byte { return record[f.at:][:f.length()] }

// mayBeGrid reports whether the type and the shape are right for a grid.
func (f *field) mayBeGrid() bool { return f.order > 0 || f.isText() && f.width() >= leastCells }

// leastCells is how many cells the smallest grid has.
const leastCells = 81

// gridField returns the field of the grid that the last dimensions of a shape are, and the shape
// of the records that have one each. The order is 0 where only the texts can tell it.
func (t elementType) gridField(shape []int) (f field, records []int, ok bool) {
	shape = withoutOnes(shape)
	f = field{elementType: t, elements: 1}
	if t.isText() && t.width() >= leastCells {
		return f, shape, true
	}
	if len(shape) == 0 {
		return f, nil, false
	}
	rest, last := shape[:len(shape)-1], shape[len(shape)-1]
	for _, order := range []int{9, 16, 25} {
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

// withoutOnes returns a shape without the dimensions of 1 at its end, but with its first.
func withoutOnes(shape []int) []int {
	for len(shape) > 1 && shape[len(shape)-1] == 1 {
		shape = shape[:len(shape)-1]
	}
	return shape
}

// countOf returns how many elements an array of one dimension has, or of none.
func countOf(shape []int) (n int, ok bool) {
	if shape = withoutOnes(shape); len(shape) == 0 {
		return 1, true
	}
	return shape[0], len(shape) == 1
}

// severalGrids is why an array is not read whose records are more than a puzzle and its solution.
const severalGrids = "its shape is that of several grids a record: write the puzzles alone, as with a[:, 0], or make numbers of one-hot cells, as with a.argmax(-1)"

// findGrids sets the fields of an array whose elements are cells, rows or grids: one, or two in
// pairs.
func (l *Layout) findGrids(h *header) error {
	refuse := func(reason string) error { return &ArrayError{Type: h.descr, Shape: h.shape, Reason: reason} }
	t, reason := parseType(h.descr)
	if reason != "" {
		return refuse(reason)
	}
	f, records, ok := t.gridField(h.shape)
	size, paired := f.length(), ok && f.order > 0 && len(records) == 2 && records[1] == 2
	if paired {
		size, records = 2*size, records[:1]
	}
	n, single := countOf(records)
	switch {
	case ok && !single:
		return refuse(severalGrids)
	case !ok:
		return refuse("its shape is not that of puzzles, such as (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16); make numbers of one-hot cells, as with a.argmax(-1)")
	case f.order > 16:
		return cells.OrderError(f.order)
	case h.fortran && len(withoutOnes(h.shape)) > 1:
		return refuse("its first index varies fastest (Fortran order): write it with np.ascontiguousarray(a)")
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

// findMembers sets the fields of an array of structures. Members that are neither grids nor
// single values are no fields.
func (l *Layout) findMembers(h *header) error {
	refuse := func(reason string) error {
		return &ArrayError{Type: "structured", Shape: h.shape, Reason: reason}
	}
	records, ok := countOf(h.shape)
	switch {
	case len(h.members) == 0:
		return refuse("its elements are structures: write one field of them, as a['puzzle']")
	case !ok:
		return refuse("its shape is not that of a list of structures: write it with a.ravel()")
	}
	l.records = records
	for _, m := range h.members {
		size, ok := m.size()
		if !ok {
			return refuse(fmt.Sprintf("its field %s has a type that cannot be read", strconv.QuoteToASCII(m.name)))
		}
		if f, ok := m.field(); ok {
			f.at = l.info.RecordSize
			l.fields = append(l.fields, f)
		}
		if l.info.RecordSize += size; l.info.RecordSize > maxRecord {
			return refuse("its elements are too large")
		}
	}
	return nil
}

// size returns how many bytes a member takes.
func (m *member) size() (n int, ok bool) {
	code := strings.TrimLeft(m.descr, "<>|=")
	if code == "" || code[0] == 'O' {
		return 0, false
	}
	digits, _, _ := strings.Cut(code[1:], "[") // M8[ns] is a time
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > maxRecord {
		return 0, false
	}
	if code[0] == 'U' {
		n *= 4
	}
	for _, d := range m.shape {
		if n *= d; d < 0 || n > maxRecord {
			return 0, false
		}
	}
	return n, true
}

// field returns the field of a member that is a grid or a single value.
func (m *member) field() (f field, ok bool) {
	t, reason := parseType(m.descr)
	if reason == "" {
		if f, records, ok := t.gridField(m.shape); ok {
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
