package toytest

// This file decodes records.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

var prefix = []byte("toy")

// Decode decodes the lines that begin with the prefix.
func (l *layout) Decode(dst *model.Records, text []byte) {
	for _, span := range l.Spans(nil, text) {
		value := bytes.TrimRight(text[span.From+len(prefix):span.To], "\r\n")
		var grid [81]uint8
		if fault := (*cells.Alphabet)(nil).Read(grid[:], value); fault.Err != nil {
			fault.Line, fault.Column = span.Line, fault.Column+len(prefix)
			dst.Fault(fault)
			continue
		}
		dst.Cells = append(dst.Cells, grid[:]...)
		dst.N++
	}
	dst.Lines = syntax.CountLines(text)
}

// Spans locates the lines that begin with the prefix.
func (*layout) Spans(dst []model.Span, text []byte) []model.Span {
	at := 0
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, prefix) {
			dst = append(dst, model.Span{From: at, To: at + len(line), Line: 1 + bytes.Count(text[:at], []byte{'\n'})})
		}
		at += len(line)
	}
	return dst
}

func (*layout) Fields(*model.Fields, []byte) {}
