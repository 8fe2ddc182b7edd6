// Package line reads and writes one puzzle a line: 81 or 256 cells, followed by any other
// data. Package csv reads lists with the puzzle in another field.
package line

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Decode reads lines into dst.
func (l *layout) Decode(dst *model.Records, text []byte) {
	size := l.info.Order * l.info.Order
	// Every record takes at least its cells and a newline. So one reservation is enough,
	// and the loop need not check the capacity of the slice.
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(size+1)+1)*size)
	for len(text) > 0 {
		n := len(dst.Cells)
		room := dst.Cells[n:cap(dst.Cells)]
		// Lines that hold only cells need no search for their ends: if all bytes are cells,
		// none of them is a newline.
		if len(text) > size && text[size] == '\n' {
			if lines := packed.ReadLines(room, text, l.info.Order); lines > 0 {
				dst.Cells = dst.Cells[:n+lines*size]
				dst.Lines += lines
				dst.N += lines
				text = text[lines*(size+1):]
				continue
			}
		}
		line, used, _ := syntax.NextLine(text)
		text = text[used:]
		dst.Lines++
		if !l.decodeOne(dst, line, room[:size]) {
			form.End(dst, text)
			return
		}
	}
}

// decodeOne reads one line. room is for the cells of a well-formed record. It returns false
// if the line ends the input.
func (l *layout) decodeOne(dst *model.Records, line []byte, room []uint8) bool {
	switch {
	case syntax.IsComment(line):
		if gridreader.HoldsGrid(line) {
			dst.Hidden++
		}
		return true
	case len(line) > form.TextMaxLine:
		dst.Fault(model.SyntaxError{Line: dst.Lines, Column: form.TextMaxLine + 1, Err: model.ErrLineTooLong, Want: form.TextMaxLine})
		return true
	case syntax.IsBlank(line, form.TextMaxLine):
		return true
	}
	line = syntax.TrimCR(line)
	if syntax.IsEnd(line) {
		return false
	}
	if cells.ReadLine(room, line) {
		dst.Cells = dst.Cells[:len(dst.Cells)+len(room)]
		dst.N++
		return true
	}
	fault := cells.LineFault(line, len(room), cells.TableOf(l.info.Order))
	fault.Line = dst.Lines
	dst.Fault(fault)
	return true
}

// Solution reads the solution that a record carries after its cells into dst, whose length
// is the number of cells. The solution is the first run of exactly as many cells, between
// bounds or at the end of the line. Solution returns the byte of the record at which it
// begins, from 1, or 0 if there is none. If a field is meant as a solution but is not one,
// fault says why.
func Solution(dst []uint8, record []byte) (at int, fault *model.SyntaxError) {
	size := len(dst)
	if len(record) <= size {
		return 0, nil
	}
	record, _, _ = syntax.NextLine(record)
	record = syntax.TrimCR(record)
	table := &cells.StandardAlphabet(size).Table
	for at := size; at < len(record); {
		if n := syntax.BoundLen(record[at:]); n > 0 {
			at += n
			continue
		}
		end := at
		for end < len(record) && syntax.BoundLen(record[end:]) == 0 {
			end++
		}
		field := record[at:end]
		if len(field) == size && cells.ReadCells(dst, field) {
			return at + 1, nil
		}
		if fault == nil && cells.IsMeantAsGrid(field, size, table) {
			err := cells.LineFault(field, size, table)
			err.Line = 1
			err.Column += at
			fault = &err
		}
		at = end
	}
	return 0, fault
}
