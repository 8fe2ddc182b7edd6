package csv

// This file reads the most common records fast.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

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
			!packed.ReadCells(dst.Cells[n:n+size:cap(dst.Cells)], text) ||
			length > size+2 && !packed.ReadCells(r.solution[:size], text[size+1:]) {
			return
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
		dst.Spans = append(dst.Spans, model.Span{From: r.at, To: r.at + length, Line: r.lineNumber()})
		r.lines++
		r.at += length
		text = text[length:]
	}
}
