package csv

// This file reads the most common records fast.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// readPairs reads records of a puzzle, a separator, its solution and a newline, with one
// byte per cell. It stops at any other text.
func (r *reader) readPairs(dst *form.Records) {
	size := dst.Order * dst.Order
	solution := make([]uint8, 256)[:size]
	for text := r.text[r.at:]; len(text) >= 2*size+2; text = text[2*size+2:] {
		n := len(dst.Cells)
		if text[size] != byte(r.separator) || text[2*size+1] != '\n' ||
			!packed.ReadCells(dst.Cells[n:n+size:cap(dst.Cells)], text) || !packed.ReadCells(solution, text[size+1:]) {
			return
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
		dst.Spans = append(dst.Spans, form.Span{From: r.at, To: r.at + 2*size + 2, Line: r.lineNumber()})
		r.lines++
		r.at += 2*size + 2
	}
}
