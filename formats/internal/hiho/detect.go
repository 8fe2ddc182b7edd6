// Package hiho reads and writes the form of the judge hihoCoder: a count, and that many
// grids of order 9 in nine rows of nine digits with spaces between them.
package hiho

import (
	"bytes"
	"iter"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// maxLine limits a line. maxRecord limits a block, including the blank lines inside it.
// Nine lines of the greatest length fit.
const (
	side      = 9
	cellCount = side * side
	maxLine   = 4 << 10
	maxRecord = 64 << 10
)

// Form is the form of hihoCoder.
var Form form.Form = hihoForm{}

type hihoForm struct{}

// plain is the layout of all files.
var plain = &layout{form.NewInfo(9)}

type layout struct{ info form.Info }

var spec = form.Spec{
	Name: "hiho", Orders: []int{9}, MaxLine: maxLine, MaxRecord: maxRecord, Strict: true, Blanks: "0", Unsolvable: "No",
	Decide: decide, Writing: form.Writing{Grid: appendGrid, Count: appendCount},
}

func (hihoForm) Spec() *form.Spec { return &spec }

func (hihoForm) Plain(int) form.Layout { return plain }

func (l *layout) Info() *form.Info                     { return &l.info }
func (*layout) NewFramer() model.Framer                { return &framer{} }
func (*layout) Decode(dst *model.Records, text []byte) { Decode(dst, text, true) }
func (*layout) Fields(*model.Fields, []byte)           {}

// Propose proposes the only layout, unless the first line is the size of the one grid that
// follows.
func (f hihoForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	first, rest, _ := form.NextRecord(s.Text)
	if row, _, _ := form.NextRecord(rest); row != nil && syntax.Integers(row) == 9 && string(bytes.TrimSpace(first)) == "9" {
		rows := 0
		for ; row != nil && isRow(row); rows++ {
			row, rest, _ = form.NextRecord(rest)
		}
		if row == nil && rows == 10 {
			return form.None
		}
	}
	return form.ProposeLines(s, f, func(line []byte) int {
		if isRow(line) {
			return 9
		}
		return 0
	})
}

// decide is [form.Spec].Decide. The first line decides if it is certainly the number of blocks
// that follow, and not, for example, the size of the grid that follows or of its boxes.
func decide(s *form.Sample, _ bool) (order int, known bool) {
	first, rest, ended := form.NextRecord(s.Text)
	if !ended && !s.Full || syntax.Integers(first) != 1 || len(bytes.TrimSpace(first)) > 40 {
		return 0, true // a very long run of digits is more likely a puzzle
	}
	row, _, ended := form.NextRecord(rest)
	switch n := syntax.Integers(row); {
	case !ended && !s.Full:
		return 0, false
	case row == nil, n >= 2 && n != 16 && !isSize(first, n): // a row of order 16 is not in a block
		return 9, true
	}
	return 0, true
}

// isSize reports whether the number in a line is the order of a grid whose rows have the
// given number of cells, or the side of its boxes.
func isSize(line []byte, cells int) bool {
	n, err := strconv.Atoi(string(bytes.TrimSpace(line)))
	return err == nil && (n == cells || n*n == cells)
}
