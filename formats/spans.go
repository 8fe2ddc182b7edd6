package formats

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// Spans appends the place of each record of text to dst, malformed records
// included: as many as [Form.Decode] counts in the same text, in the same
// order. Bytes and lines count from the beginning of text. The record of a form
// with blocks reaches from its first row to its last. Spans keeps no reference
// to text and does not allocate if dst has room, unless solutions are to be left out.
func (f Form) Spans(dst []Span, text []byte) []Span {
	first := len(dst)
	dst = f.grammar().spans(f, dst, text)
	if f.LeavesOutSolutions() {
		var records Records
		records.Reset(f.Order)
		f.grammar().decode(f, &records, text)
		dst = append(dst[:first], records.Unsolved(dst[first:])...)
	}
	return dst
}

func lineSpans(f Form, dst []Span, text []byte) []Span {
	if f.Layout != nil {
		return csvSpans(f, dst, text)
	}
	at := 0
	for line := 1; at < len(text); line++ {
		this, size, _ := syntax.NextLine(text[at:])
		from := at
		at += size
		if syntax.IsComment(this) || syntax.IsBlank(this, lineMaxLine) {
			continue
		}
		if isEnd(syntax.TrimCR(this)) {
			break
		}
		dst = append(dst, Span{From: from, To: at, Line: line})
	}
	return dst
}

// GivenSolution finds the solution that a record carries. In a table it is what
// the column of solutions has. A record of the form Line carries it after its
// cells: the first run of exactly as many cells as the puzzle has,
// between bounds (comma, semicolon, spaces, tab, #) or the line's end. It writes
// them to dst, which holds Order·Order values, and returns the byte of the record
// that they begin at, from 1; 0 where there is none. Blank cells are read as 0. Other forms have
// no place for it. The scratch is the caller's, to be used again.
//
// Where there is none but something that can only be meant as one, fault says
// what is wrong with that, at its line and column of the record.
func (f Form) GivenSolution(dst []uint8, record []byte, scratch *Fields) (at int, fault *SyntaxError) {
	grid := f.Order * f.Order
	if f.Layout != nil && f.grammar().fields != nil {
		return f.solutionField(dst, record, scratch)
	}
	if f.Kind != Line || len(record) <= grid {
		return 0, nil
	}
	record, _, _ = syntax.NextLine(record)
	record = syntax.TrimCR(record)
	table := cells.TableOf(f.Order)
	for at := grid; at < len(record); {
		if size := syntax.BoundLen(record[at:]); size > 0 {
			at += size
			continue
		}
		end := at
		for end < len(record) && syntax.BoundLen(record[end:]) == 0 {
			end++
		}
		field := record[at:end]
		if len(field) == grid && packed.ReadCells(dst, field) {
			return at + 1, nil
		}
		if fault == nil && cells.IsMeantAsGrid(field, grid, table) {
			err := cells.LineFault(field, grid, table)
			err.Line = 1
			err.Column += at
			fault = &err
		}
		at = end
	}
	return 0, fault
}

// solutionField reads the solution's column.
func (f Form) solutionField(dst []uint8, record []byte, scratch *Fields) (at int, fault *SyntaxError) {
	layout := f.Layout
	if layout.Solution < 0 {
		return 0, nil
	}
	f.Fields(scratch, record)
	value := table.Join(scratch.Values, layout.Solution, layout.CellColumns)
	if len(value) == 0 {
		return 0, nil
	}
	at = max(bytes.Index(record, value), 0) + 1
	err := layout.alphabet.Read(dst, value)
	if err.Err == nil {
		return at, nil
	}
	line, column := f.PlaceIn(record, at)
	err.Line, err.Column = line, err.Column+max(column-1, 0)
	err.Field = layout.Columns[layout.Solution].Name
	return 0, &err
}

// PlaceIn returns the line and the column of a byte of a record, all from 1; 0 and 0 in an
// array, which has none.
func (f Form) PlaceIn(record []byte, at int) (line, column int) {
	if f.Kind == Npy {
		return 0, 0
	}
	ahead := record[:at-1]
	return 1 + bytes.Count(ahead, []byte{'\n'}), at - 1 - bytes.LastIndexByte(ahead, '\n')
}
