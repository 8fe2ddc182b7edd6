package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/line"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// NewFramer returns a Framer for one file in the form f. A byte order mark at
// the beginning of the file is not for the Framer: see [BOMLen].
func (f Form) NewFramer() Framer { return f.file().NewFramer() }

// NewFramerFrom returns a Framer for the rest of a file in the form f, which is Divisible,
// after its header and so many records. The number matters only where records have a
// RecordSize.
func (f Form) NewFramerFrom(records int64) Framer {
	framer := f.NewFramer()
	if header := f.info().Header; len(header) > 0 {
		framer.Cut(header, false)
	}
	if p, ok := framer.(form.Passer); ok {
		p.Pass(records)
	}
	return framer
}

// PassRecords has a Framer of a form with a RecordSize go on behind so many records that
// are not presented to it, which follow the records that it has cut. It reports whether
// there are as many; if not it does nothing.
func PassRecords(framer Framer, records int) bool {
	p, ok := framer.(form.Passer)
	if !ok || int64(records) > p.Left() {
		return false
	}
	p.Pass(int64(records))
	return true
}

// UnreadSolutions returns the name of an array, or object, of solutions that a Framer came
// by behind the puzzles in a JSON file, or "". They are not read, as a solution is then far
// from its puzzle.
func UnreadSolutions(framer Framer) (name string) {
	if u, ok := framer.(interface{ UnreadSolutions() string }); ok {
		name = u.UnreadSolutions()
	}
	return name
}

// Decode reads text, which is what a [Framer] of the same form cut, into dst.
// It overwrites dst and keeps no reference to text. It does not fail: what is
// wrong with a record is in dst.Faults. It does not allocate once the buffers
// of dst have grown to the size of the texts.
func (f Form) Decode(dst *Records, text []byte) {
	dst.Reset(f.Order)
	f.file().Decode(dst, text)
	if f.LeavesOutSolutions() {
		dst.DropSolved()
	}
}

// Spans appends the place of each record of text to dst, malformed records
// included: as many as [Form.Decode] counts in the same text, in the same
// order. Bytes and lines count from the beginning of text. The record of a form
// with blocks reaches from its first row to its last. Spans keeps no reference
// to text and does not allocate if dst has room, unless solutions are to be left out.
func (f Form) Spans(dst []Span, text []byte) []Span {
	first := len(dst)
	dst = f.file().Spans(dst, text)
	if f.LeavesOutSolutions() {
		var records Records
		records.Reset(f.Order)
		f.file().Decode(&records, text)
		dst = append(dst[:first], records.Unsolved(dst[first:])...)
	}
	return dst
}

// LeavesOutSolutions reports whether grids without a blank are no records of the file, as
// they solve others of its beginning.
func (f Form) LeavesOutSolutions() bool { return f.Layout != nil && f.Layout.answered }

// FirstText finds the first byte of text that is not part of a blank line or,
// in the form Line, of a comment. Line and column count from 1. A caller that
// met the end of the input uses it to look for text that should not be there.
func (f Form) FirstText(text []byte) (lineNumber, column int, ok bool) {
	if f.Kind == Line {
		return line.FirstText(text)
	}
	maxLine := max(f.MaxLine(), 1)
	for lineNumber = 1; len(text) > 0; lineNumber++ {
		this, size, _ := syntax.NextLine(text)
		text = text[size:]
		if column = syntax.TextColumn(this, maxLine); column > 0 {
			return lineNumber, column, true
		}
	}
	return 0, 0, false
}

// GivenSolution finds the solution that a record carries: in a table the value in the
// column of solutions; in the form Line the first run of exactly as many cells as the
// puzzle has, between bounds (comma, semicolon, spaces, tab, #) or the line's end. It
// writes the solution to dst, which holds Order·Order values, with 0 for a blank, and
// returns the byte of the record at which it begins, from 1; 0 if there is none. Other
// forms have no place for it. The scratch is the caller's, to be used again.
//
// If there is none but something that can only be meant as one, fault says what is wrong
// with that, at its line and column of the record.
func (f Form) GivenSolution(dst []uint8, record []byte, scratch *Fields) (at int, fault *SyntaxError) {
	info := f.info()
	switch {
	case len(info.Columns) == 0 && f.Kind == Line:
		return line.Solution(dst, record)
	case len(info.Columns) == 0 || info.Solution < 0:
		return 0, nil
	}
	f.Fields(scratch, record)
	value := table.Join(scratch.Values, info.Solution, info.CellColumns)
	if len(value) == 0 {
		return 0, nil
	}
	at = max(bytes.Index(record, value), 0) + 1
	err := info.Cells.Read(dst, value)
	if err.Err == nil {
		return at, nil
	}
	number, column := f.PlaceIn(record, at)
	err.Line, err.Column = number, err.Column+max(column-1, 0)
	err.Field = info.Columns[info.Solution].Name
	return 0, &err
}

// PlaceIn returns the line and the column of a byte of a record, all from 1; 0 and 0 in an
// array, which has none.
func (f Form) PlaceIn(record []byte, at int) (line, column int) {
	if f.Kind == Npy {
		return 0, 0
	}
	before := record[:at-1]
	return 1 + bytes.Count(before, []byte{'\n'}), at - 1 - bytes.LastIndexByte(before, '\n')
}

// CountRecords counts the lines of a text in the form [Line], as far as they end in a
// newline, and the records among them: all but empty lines and comments. It looks at the
// beginning of a line only: known is false if a line begins with a blank, with a byte that
// is not ASCII or like the line that ends the input, or has no newline. The text begins
// where a line does.
func CountRecords(text []byte) (lines, records uint32, known bool) { return line.Count(text) }
