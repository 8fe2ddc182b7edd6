package toytest

// This file finds the borders between records.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A framer cuts at newlines.
type framer struct{}

func (*layout) NewFramer() model.Framer { return framer{} }

func (framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	if eof {
		return 0, len(text)
	}
	return 0, bytes.LastIndexByte(text, '\n') + 1
}

func (framer) Finish() *model.SyntaxError { return nil }
