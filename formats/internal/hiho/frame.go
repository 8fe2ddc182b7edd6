package hiho

// This file finds the borders between blocks.

import (
	"bytes"
	"math"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A framer frames one file. It counts rows, because nothing else in the text shows where a
// block begins. Between texts it remembers where the next one begins: before the header, at
// a block, in the rest of a block that was cut short, or after the last block.
type framer struct {
	lines int // lines before the next text

	header model.SyntaxError // position of the header; its Line is 0 until the header was read
	total  int               // number of blocks in the header
	blocks int               // number of blocks found
	skip   int               // rows still to come of a block that was cut short

	fault model.SyntaxError // the fault of the file; its Err is nil if there is none
}

// Cut returns after the first block that is cut short, because Decode recognises missing
// rows only at the end of a text. It also returns after the last block, because the text
// after it is not a record.
func (h *framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	for h.outside() {
		if from == len(text) {
			return from, from
		}
		line, size, ended := syntax.NextLine(text[from:])
		if !ended && !eof {
			return from, from
		}
		from += size
		h.lines++
		h.readOutside(line)
	}
	return from, from + h.cutBlocks(text[from:], eof)
}

// outside reports whether the next line belongs to no record.
func (h *framer) outside() bool {
	return h.header.Line == 0 || h.skip > 0 || h.blocks >= h.total
}

// readOutside processes a line that belongs to no record.
func (h *framer) readOutside(line []byte) {
	column := syntax.TextColumn(line, maxLine)
	switch {
	case column == 0:
	case h.header.Line == 0:
		h.header = model.SyntaxError{Line: h.lines, Column: column}
		h.readHeader(line)
	case h.skip > 0:
		h.skip--
	case h.fault.Err == nil:
		h.fault = model.SyntaxError{Line: h.lines, Column: column, Err: model.ErrTrailing, Want: h.total}
	}
}

// readHeader sets total. A bad header leaves it 0: if the number of blocks is not known,
// rows cannot be told from the text after the last block.
func (h *framer) readHeader(line []byte) {
	h.fault = model.SyntaxError{Line: h.lines, Column: h.header.Column, Err: model.ErrHeader}
	if len(line) > maxLine {
		h.fault.Column, h.fault.Err, h.fault.Want = maxLine+1, model.ErrLineTooLong, maxLine
		return
	}
	digits := syntax.TrimBlanks(syntax.TrimCR(line))[h.header.Column-1:]
	bad := bytes.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' })
	if total, err := strconv.Atoi(string(digits)); err == nil && bad < 0 {
		h.total, h.fault = total, model.SyntaxError{}
	} else if bad >= 0 {
		h.fault.Column += bad
		h.fault.Got = digits[bad]
	} else {
		h.fault.Want = math.MaxInt
	}
}

// cutBlocks returns the length of the blocks at the beginning of text.
func (h *framer) cutBlocks(text []byte, eof bool) (to int) {
	lines := 0 // lines before at
	rows := 0  // rows of the current block
	used := 0  // bytes of the current block
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		// Lines count with their shortened length, so it does not matter whether the caller
		// shortened them.
		if rows > 0 {
			used += min(len(line), maxLine+1) + 1
		}
		if used > maxRecord {
			h.blocks++
			h.skip = 9 - rows
			h.lines += lines
			return at
		}
		if !ended && !eof {
			break
		}
		at += size
		lines++
		switch {
		case !syntax.IsBlank(line, maxLine):
			if rows == 0 {
				used = min(len(line), maxLine+1) + 1
			}
			rows++
			if rows < 9 {
				continue
			}
			h.blocks++
			rows, used = 0, 0
		case rows > 0:
			continue
		}
		// This is a border.
		to = at
		h.lines += lines
		lines = 0
		if h.blocks == h.total {
			return to
		}
	}
	if eof && rows > 0 {
		h.blocks++
		h.lines += lines
		to = len(text)
	}
	return to
}

func (h *framer) Finish() *model.SyntaxError {
	if h.fault.Err != nil {
		fault := h.fault
		return &fault
	}
	if h.blocks < h.total {
		return &model.SyntaxError{
			Line: h.header.Line, Column: h.header.Column,
			Err: model.ErrCount, Have: h.blocks, Want: h.total,
		}
	}
	return nil
}
