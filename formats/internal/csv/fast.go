package csv

// This file reads the most common records fast.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// isUsual reads the puzzle of a record that has its columns and reports whether it is one with a
// blank, one byte per cell. If not, the contents of grid are undefined.
func (r *reader) isUsual(grid []uint8) bool {
	return r.span.Missing == 0 && len(r.record) <= form.TextMaxLine && r.Cells.ReadPacked(grid, r.record[r.puzzleFrom:r.puzzleTo]) &&
		bytes.IndexByte(grid, 0) >= 0
}

// readPairs reads records of a puzzle, a separator, its solution and a newline, with one
// byte per cell. A solution may be missing. readPairs stops at any other text.
func (r *reader) readPairs(dst *model.Records) {
	size := dst.Order * dst.Order
	for text := r.text[r.at:]; len(text) >= size+2; {
		n, length := len(dst.Cells), size+2
		if text[size+1] != '\n' {
			length += size
		}
		if length > len(text) || text[size] != byte(r.separator) || text[length-1] != '\n' ||
			!cells.ReadCells(dst.Cells[n:n+size:cap(dst.Cells)], text) ||
			length > size+2 && !cells.ReadCells(r.solution[:size], text[size+1:]) {
			return
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
		dst.Spans = append(dst.Spans, model.Span{})
		span := &dst.Spans[len(dst.Spans)-1]
		span.From, span.To, span.Line = r.at, r.at+length, r.lineNumber()
		if length > size+2 {
			span.SolutionFrom, span.SolutionTo = int32(size+1), int32(2*size+1)
		}
		r.lines++
		r.at += length
		text = text[length:]
	}
}
