package line

// This file recognises files with one puzzle a line, and writes them.

import (
	"bytes"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Form is the form of one puzzle a line.
var Form form.LineForm = lineForm{}

type lineForm struct{}

// A layout holds the order of a file's puzzles.
type layout struct{ info form.Info }

var order9, order16 = newLayout(9), newLayout(16)

func newLayout(order int) *layout {
	l := &layout{form.NewInfo(order)}
	l.info.Plain = true
	return l
}

var spec = form.Spec{
	Name: "line", Orders: []int{9, 16}, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
	Divisible: true, Copied: true, Paired: true, Inline: true,
}

func (lineForm) Spec() *form.Spec { return &spec }

func (lineForm) Plain(order int) form.Layout {
	if order == 16 {
		return order16
	}
	return order9
}

// Propose proposes the orders of lines in the sample, unless the first line names columns.
func (f lineForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	first, _, _ := form.NextRecord(s.Text)
	names := bytes.FieldsFunc(first, func(r rune) bool { return bytes.ContainsRune([]byte(",;\t"), r) })
	if len(names) > 1 && slices.ContainsFunc(names, func(name []byte) bool { return table.IsUsual(string(name)) }) {
		return form.None
	}
	return form.ProposeLines(s, f)
}

func (l *layout) Info() *form.Info               { return &l.info }
func (*layout) NewFramer() model.Framer          { return Framer{} }
func (*layout) Fields(_ *model.Fields, _ []byte) {}

// IsRecord reports whether a line begins with bounded cells of an order. If ended is false,
// more of the line may follow.
func IsRecord(line []byte, ended bool, order int) bool {
	size := order * order
	if cells.TableOf(order).Run(line, size) < size {
		return false
	}
	if len(line) == size {
		return ended
	}
	return syntax.BoundLen(line[size:]) > 0
}

// Match implements form.LineForm.
func (lineForm) Match(line []byte, ended bool) (order int) {
	for _, order := range []int{9, 16} {
		if IsRecord(line, ended, order) {
			return order
		}
	}
	return 0
}

// IsCertain reports whether a record cannot be a solution with its puzzle after it: its
// cells have blanks, or no grid that follows has blanks.
func (lineForm) IsCertain(record []byte, order int) bool {
	size := order * order
	if cells.CountBlanks(record[:size], order) > 0 {
		return true
	}
	for field := range bytes.FieldsFuncSeq(record[size:], func(r rune) bool { return cells.Between(byte(r)) }) {
		if cells.GridSize(field) == order && cells.CountBlanks(field, order) > 0 {
			return false
		}
	}
	return true
}

// AppendGrid appends a grid as one line.
func (f lineForm) AppendGrid(dst []byte, order int, grid []uint8) []byte {
	return f.AppendGrids(dst, order, grid)
}

// AppendGrids appends grids as a line each.
func (lineForm) AppendGrids(dst []byte, order int, grid []uint8) []byte {
	return cells.AppendLines(dst, grid, order)
}
