package hiho

// This file decodes blocks.

import (
	"encoding/binary"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A block is the one that Decode is reading.
type block struct {
	rows int               // rows up to this line
	err  model.SyntaxError // the first fault; its Err is nil if there is none
	line int               // the line of the last row
	end  int               // the column right after the last row
}

// Decode decodes text into dst, which is empty. quick says that it tries readPlain first.
func Decode(dst *model.Records, text []byte, quick bool) {
	dst.Cells = slices.Grow(dst.Cells, (len(text)/plainBytes+1)*cellCount)
	var b block
	for len(text) > 0 {
		if n := len(dst.Cells); quick && b.rows == 0 && len(text) >= plainBytes && readPlain(dst.Cells[n:n+cellCount:cap(dst.Cells)], text) {
			dst.Cells = dst.Cells[:n+cellCount]
			dst.N++
			dst.Lines += side
			text = text[plainBytes:]
			continue
		}
		line, used, _ := syntax.NextLine(text)
		text = text[used:]
		if dst.Lines++; syntax.IsBlank(line, maxLine) {
			continue
		}
		if b.read(dst, line); b.rows == side {
			b.finish(dst)
		}
	}
	if b.rows > 0 {
		b.finish(dst)
	}
}

// read reads a line as the next row of b. If b has a fault, it only counts the row.
func (b *block) read(dst *model.Records, line []byte) {
	b.rows++
	b.line = dst.Lines
	switch long := len(line) > maxLine; {
	case b.err.Err != nil:
		return
	case long:
		b.err = model.SyntaxError{Line: dst.Lines, Column: maxLine + 1, Row: b.rows, Err: model.ErrLineTooLong, Want: maxLine}
		return
	}
	line = syntax.TrimBlanks(syntax.TrimCR(line))
	b.end = len(line) + 1
	// The grid's cells lie after the end of dst.Cells until it is complete.
	at := len(dst.Cells) + (b.rows-1)*side
	if b.err = readRow(dst.Cells[at:at+side:cap(dst.Cells)], line); b.err.Err != nil {
		b.err.Line, b.err.Row = dst.Lines, b.rows
	}
}

// finish turns b into a record and empties it.
func (b *block) finish(dst *model.Records) {
	if b.err.Err == nil && b.rows < side {
		b.err = model.SyntaxError{Line: b.line, Column: b.end, Row: b.rows, Err: model.ErrRows, Have: b.rows, Want: side}
	}
	if b.err.Err != nil {
		dst.Fault(b.err)
	} else {
		dst.Cells = dst.Cells[:len(dst.Cells)+cellCount]
		dst.N++
	}
	*b = block{}
}

// Spans appends the places of the blocks. It finds the same blocks as Decode.
func (*layout) Spans(dst []model.Span, text []byte) []model.Span {
	at, rows := 0, 0
	for number := 1; at < len(text); number++ {
		line, size, _ := syntax.NextLine(text[at:])
		from := at
		if at += size; syntax.IsBlank(line, maxLine) {
			continue
		}
		if rows%side == 0 {
			dst = append(dst, model.Span{From: from, Line: number})
		}
		dst[len(dst)-1].To = at
		rows++
	}
	return dst
}

// plainBytes is the length of a grid as programs write it. Cell i is at byte 2·i, followed
// by a space or, at the end of a row, by a newline.
const plainBytes = 162

// blankGrid is the text of an empty grid.
var blankGrid = func() (text [plainBytes]byte) {
	for i := range 81 {
		text[2*i], text[2*i+1] = '0', ' '
		if i%9 == 8 {
			text[2*i+1] = '\n'
		}
	}
	return text
}()

// readPlain reads a grid as programs write it, four cells at a time, as the even bytes of a
// word. The last word overlaps the one before. It reports whether the text begins so.
func readPlain(cells []uint8, text []byte) bool {
	to, from := (*[cellCount]uint8)(cells), (*[plainBytes]byte)(text)
	var seen uint64
	for i := 0; i < 81; i += 4 {
		i := min(i, 77)
		word := binary.LittleEndian.Uint64(from[2*i:2*i+8]) ^ binary.LittleEndian.Uint64(blankGrid[2*i:2*i+8])
		// Digits beyond 9, and other bytes between the digits, set a top bit.
		seen |= word | (word + 0x7f767f767f767f76)
		word = (word | word>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(to[i:i+4], uint32(word|word>>16))
	}
	return seen&0x8080808080808080 == 0
}

// isRow reports whether a line is a row.
func isRow(line []byte) bool {
	return readRow(make([]uint8, side), syntax.TrimBlanks(line)).Err == nil
}

// readRow reads nine digits with blanks between them, or returns the fault of the line.
func readRow(cells []uint8, line []byte) model.SyntaxError {
	n := 0
	for i, b := range line {
		switch {
		case syntax.IsSpace(b):
			continue
		case !syntax.IsDigit(b):
			return model.SyntaxError{Column: i + 1, Err: model.ErrCell, Got: b}
		case i > 0 && !syntax.IsSpace(line[i-1]):
			return model.SyntaxError{Column: i + 1, Err: model.ErrSeparator}
		case n == side:
			return model.SyntaxError{Column: i + 1, Err: model.ErrLong, Want: side}
		}
		cells[n] = b - '0'
		n++
	}
	if n < side {
		return model.SyntaxError{Column: len(line) + 1, Err: model.ErrShort, Have: n, Want: side}
	}
	return model.SyntaxError{}
}
