package line

// This file recognises files with one puzzle a line, and writes them.

import (
	"bytes"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/reading"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Form is the form of one puzzle a line.
var Form form.Form = lineForm{}

type lineForm struct{}

// A layout holds the order of a file's puzzles.
type layout struct{ info form.Info }

// layouts are the layouts of all orders.
var layouts = form.PerOrder(newLayout)

func newLayout(order int) *layout {
	l := &layout{form.NewInfo(order)}
	l.info.Plain = true
	return l
}

var spec = form.Spec{
	Name: "line", Orders: geometry.Sides(), MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
	Divisible: true, Copied: true, Paired: true, Inline: true, Listed: true,
	Decide: decide, Writing: form.Writing{Grid: appendGrids, Grids: appendGrids},
}

func (lineForm) Spec() *form.Spec { return &spec }

func (lineForm) Plain(order int) form.Layout { return layouts[order] }

// Propose proposes the orders of lines in the sample, unless the first line names columns.
func (f lineForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	first, _, _ := form.NextRecord(s.Text)
	names := bytes.FieldsFunc(first, func(r rune) bool { return bytes.ContainsRune([]byte(",;\t"), r) })
	if len(names) > 1 && slices.ContainsFunc(names, func(name []byte) bool { return table.IsUsual(string(name)) }) {
		return form.None
	}
	return form.ProposeLines(s, f, func(line []byte) int { return orderOf(line, true, s.Orders()) })
}

// Resized implements form.Resizer.
func (*layout) Resized(order int) form.Layout { return layouts[order] }

func (l *layout) Info() *form.Info               { return &l.info }
func (*layout) NewFramer() model.Framer          { return form.LineFramer{} }
func (*layout) Fields(_ *model.Fields, _ []byte) {}

// orderOf returns the order of the bounded cells at the beginning of a line, or 0.
// orders are the possible ones. If ended is false, more of the line may follow.
func orderOf(line []byte, ended bool, orders []int) (order int) {
	for _, order := range orders {
		size := order * order
		if cells.TableOf(order).Run(line, size) == size && (len(line) == size && ended || len(line) > size && syntax.BoundLen(line[size:]) > 0) {
			return order
		}
	}
	return 0
}

// decide is [form.Spec].Decide. A record decides if it has blanks, or no grid with blanks after
// it, whose solution it may be, and no other puzzle. A file without records is a list of order 9.
func decide(s *form.Sample, chosen bool) (order int, known bool) {
	first, _, ended := form.NextRecord(s.Text)
	order = orderOf(first, ended || s.Full, s.Orders())
	switch {
	case first == nil && s.All, ended && syntax.IsEnd(first):
		return form.UsualOrder(&s.Hints), true
	case order == 0:
		return 0, true
	case !chosen && cells.CountBlanks(first[:order*order], order) == 0:
		for field := range bytes.FieldsFuncSeq(first[order*order:], func(r rune) bool { return cells.Between(byte(r)) }) {
			table := cells.TableOf(order)
			if cells.IsMeantAsGrid(field, order*order, table) && slices.ContainsFunc(field, func(b byte) bool { return table[b] == 0 }) {
				return 0, true
			}
		}
	}
	var room [geometry.MaxCells]uint8
	grid, info := room[:order*order], form.NewInfo(order)
	if info.Cells.Read(grid, first[:len(grid)]).Err == nil && reading.HasUnrelated(&info, grid, first) {
		return 0, true
	}
	return order, true
}

// appendGrids appends grids as a line each.
func appendGrids(dst []byte, board geometry.Box, grid []uint8) []byte {
	return cells.AppendLines(dst, grid, board.Side())
}
