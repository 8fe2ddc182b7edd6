// Package hiho reads and writes the form of the judge hihoCoder: a count, and that many
// grids of order 9 in nine rows of nine digits with spaces between them.
package hiho

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/rows"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// maxLine limits a line. maxRecord limits a block, including the blank lines inside it.
// Nine lines of the greatest length fit.
const (
	maxLine   = 4 << 10
	maxRecord = 64 << 10
)

// Form is the form of hihoCoder.
var Form form.LineForm = hihoForm{}

type hihoForm struct{}

// plain is the layout of all files.
var plain = &layout{form.NewInfo(9)}

type layout struct{ info form.Info }

// Grids describes how grids are written.
var Grids = rows.Style{Order: 9, MaxLine: maxLine, RowBytes: 18, Plain: readPlain, Row: IsRow, Fault: findFault}

var spec = form.Spec{Name: "hiho", Orders: []int{9}, MaxLine: maxLine, MaxRecord: maxRecord}

func (hihoForm) Spec() form.Spec { return spec }

func (hihoForm) Plain(int) form.Layout { return plain }

func (l *layout) Info() *form.Info                             { return &l.info }
func (*layout) NewFramer() form.Framer                         { return &framer{} }
func (*layout) Decode(dst *form.Records, text []byte)          { Grids.Decode(dst, text) }
func (*layout) Spans(dst []form.Span, text []byte) []form.Span { return Grids.Spans(dst, text) }
func (*layout) Fields(*form.Fields, []byte)                    {}

// Detect finds nothing, because the first line of a file says whether it is in the form
// (see ReadCount).
func (hihoForm) Detect(*form.Sample) form.Reading { return form.Reading{} }

// Match implements form.LineForm. It matches rows.
func (hihoForm) Match(line []byte, ended bool) (order int) {
	if ended && IsRow(make([]uint8, 9), syntax.TrimBlanks(line)) {
		return 9
	}
	return 0
}

// IsCertain returns false, because grids of such rows may be drawn without a count.
func (hihoForm) IsCertain([]byte, int) bool { return false }

// A Count is the meaning of a number alone on the first line of a file.
type Count uint8

// The meanings of a number alone on the first line.
const (
	NoCount    Count = iota // no number, or the file is in another form
	BlockCount              // the number of blocks that follow
	GridSize                // the size of the grid that follows, or of its boxes
)

// ReadCount returns the meaning of the first line of a file. rest is the text after it.
// whole says that no more text can be read. Without whole, known is false if the answer
// needs more text.
func ReadCount(first, rest []byte, whole bool) (count Count, known bool) {
	if syntax.Integers(first) != 1 || len(bytes.TrimSpace(first)) > 40 {
		return NoCount, true // a very long run of digits is more likely a puzzle
	}
	row, rest, ended := form.NextRecord(rest)
	n := syntax.Integers(row)
	switch {
	case !ended && !whole:
		return NoCount, false
	case row == nil:
		return BlockCount, true
	case n < 2 || n == 16: // a row of order 16 is not in a block
		return NoCount, true
	case !isSize(first, n):
		return BlockCount, true
	case n != 9:
		return NoCount, true
	}
	for left := 8; ; left-- {
		row, rest, ended = form.NextRecord(rest)
		switch {
		case !ended && !whole:
			return NoCount, false
		case left == 0 && (row == nil || syntax.Integers(row) == 1 && isSize(row, 9)): // or the size of the next grid
			return GridSize, true
		case left == 0 || !IsRow(make([]uint8, 9), syntax.TrimBlanks(row)):
			return BlockCount, true
		}
	}
}

// isSize reports whether the number in a line is the order of a grid whose rows have the
// given number of cells, or the side of its boxes.
func isSize(line []byte, cells int) bool {
	n, err := strconv.Atoi(string(bytes.TrimSpace(line)))
	return err == nil && (n == cells || n*n == cells)
}
