package hiho

import (
	"bytes"
	"math"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// framer frames a file. It counts rows,
// because nothing else in the text shows where a block begins.
//
// Its memory is where in the file the next text begins: before the header, at a
// block, within the rest of a block that was cut short, or after the last one.
type framer struct {
	lines int // before the next text

	header syntax.Error // position of the header; its Line is 0 until it is met
	total  int          // blocks that the header announces
	blocks int          // blocks found
	skip   int          // rows of a block that was cut short, still to come

	fault syntax.Error // of the file; its Err is nil as long as there is none
}

// Cut returns after the first block that is cut short, because Decode finds
// only from the end of a text that a block has fewer than nine rows, and after
// the last block, because what follows is not a record.
func (h *framer) Cut(text []byte, eof bool) (from, to int) {
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

// readOutside takes note of a line that belongs to no record.
func (h *framer) readOutside(line []byte) {
	column := syntax.TextColumn(line, maxLine)
	switch {
	case column == 0:
	case h.header.Line == 0:
		h.header = syntax.Error{Line: h.lines, Column: column}
		h.readHeader(line)
	case h.skip > 0:
		h.skip--
	case h.fault.Err == nil:
		h.fault = syntax.Error{Line: h.lines, Column: column, Err: syntax.ErrTrailing, Want: h.total}
	}
}

// readHeader sets the total. A header that is bad leaves it 0: where the number
// of blocks is unknown, rows cannot be distinguished from what follows them.
func (h *framer) readHeader(line []byte) {
	h.fault = syntax.Error{Line: h.lines, Column: h.header.Column, Err: syntax.ErrHeader}
	if len(line) > maxLine {
		h.fault.Column, h.fault.Err, h.fault.Want = maxLine+1, syntax.ErrLineTooLong, maxLine
		return
	}
	digits := syntax.TrimBlanks(syntax.TrimCR(line))[h.header.Column-1:]
	bad := bytes.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' })
	if total, err := strconv.Atoi(string(digits)); err == nil && bad < 0 {
		h.total, h.fault = total, syntax.Error{}
	} else if bad >= 0 {
		h.fault.Column += bad
		h.fault.Got = digits[bad]
	} else {
		h.fault.Want = math.MaxInt
	}
}

// cutBlocks returns the length of the blocks at the beginning of text.
func (h *framer) cutBlocks(text []byte, eof bool) (to int) {
	lines := 0 // up to at
	rows := 0  // of the block that at is in
	used := 0  // bytes of that block
	for at := 0; at < len(text); {
		line, size, ended := syntax.NextLine(text[at:])
		// Lines count as if they were shortened, so that it does not matter
		// whether they are.
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
		// Here is a border.
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

func (h *framer) Finish() *syntax.Error {
	if h.fault.Err != nil {
		fault := h.fault
		return &fault
	}
	if h.blocks < h.total {
		return &syntax.Error{
			Line: h.header.Line, Column: h.header.Column,
			Err: syntax.ErrCount, Have: h.blocks, Want: h.total,
		}
	}
	return nil
}
