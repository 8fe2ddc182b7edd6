// Package json is the forms of JSON: NDJSON, a value a line, and values that are the
// elements of an array, the members of an object, or one after the other.
package json

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// The forms of JSON.
var (
	NDJSON table.Writer = ndjsonForm{}
	JSON   form.Form    = jsonForm{}
)

type (
	ndjsonForm struct{}
	jsonForm   struct{}
)

var (
	orders     = []int{9, 16}
	ndjsonSpec = form.Spec{
		Name: "ndjson", Orders: orders, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Divisible: true, Copied: true,
	}
	jsonSpec = form.Spec{Name: "json", Orders: orders, MaxRecord: jsonMaxIndent + jsonMaxRecord + 2}
)

func (ndjsonForm) Spec() form.Spec { return ndjsonSpec }
func (jsonForm) Spec() form.Spec   { return jsonSpec }

var (
	plain9, plain16           = newPlain(9, false), newPlain(16, false)
	plainLines9, plainLines16 = newPlain(9, true), newPlain(16, true)
)

func (ndjsonForm) Plain(order int) form.Layout {
	if order == 16 {
		return plainLines16
	}
	return plainLines9
}

func (jsonForm) Plain(order int) form.Layout {
	if order == 16 {
		return plain16
	}
	return plain9
}

// A layout is what the records of a file are.
type layout struct {
	info   form.Info
	lines  bool        // each is a line
	plain  bool        // nothing is known of them
	bare   bool        // they are grids, not objects
	listed bool        // they are arrays of the columns' values
	flat   bool        // columns are members of members, as "row.puzzle"
	leads  [2][][]byte // what programs write before values, without and with blanks
	depth  int         // brackets that the header opens
	alone  bool        // puzzles in another array of the file are a fault
}

// newLayout returns a layout with a note.
func newLayout(note string) *layout {
	l := &layout{info: form.NewInfo(9)}
	l.info.Notes = []string{note}
	return l
}

func lineLayout() *layout {
	l := newLayout("a JSON value a line")
	l.lines = true
	return l
}

func newPlain(order int, lines bool) *layout {
	l := &layout{info: form.NewInfo(order), lines: lines, plain: true}
	l.info.Columns, l.info.Objects = []form.Column{{Name: "puzzle"}}, true
	return l
}

func (l *layout) Info() *form.Info { return &l.info }

// Alike implements form.Comparer.
func (l *layout) Alike(other form.Layout) bool {
	o, ok := other.(*layout)
	return ok && l.bare == o.bare && l.listed == o.listed && l.flat == o.flat
}

// isElement reports whether records of a layout are not lines.
func isElement(l form.Layout) bool {
	j, ok := l.(*layout)
	return ok && !j.lines
}

// Careful returns a layout that reads the same without fast paths, for tests.
func Careful(l form.Layout) form.Layout {
	careful := *l.(*layout)
	alphabet := cells.StandardAlphabet(careful.info.Order * careful.info.Order)
	if careful.info.Cells != nil {
		alphabet = careful.info.Cells
	}
	slow := *alphabet
	slow.Packed = false
	careful.info.Cells, careful.leads = &slow, [2][][]byte{}
	return &careful
}

// NewObjects returns the layout of objects on lines with members of these names, for tests.
func NewObjects(columns []form.Column) form.Layout {
	l := lineLayout()
	l.info.Columns, l.info.Objects = columns, true
	l.leads = jsonLeads(columns)
	return l
}
