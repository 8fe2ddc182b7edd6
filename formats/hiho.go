package formats

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// hihoMaxLine bounds the blanks that may lie in a row; hihoMaxRecord also the
// blank lines that may lie in a block. Nine lines of the greatest length fit.
const (
	hihoMaxLine   = 4 << 10
	hihoMaxRecord = 64 << 10
)

var hihoGrammar = grammar{
	name: "hiho", orders: []int{9}, maxLine: hihoMaxLine, maxRecord: hihoMaxRecord,
	framer:     func(Form) Framer { return &hihoFramer{} },
	decode:     hihoBlocks.decode,
	spans:      hihoBlocks.spans,
	appendGrid: func(_ Form, dst []byte, cells []uint8) []byte { return appendHiho(dst, cells) },
}

var hihoBlocks = blocks{
	order:    9,
	maxLine:  hihoMaxLine,
	rowBytes: 18,
	plain:    hihoPlain,
	row:      hihoRow,
	fault:    hihoFault,
}

// hihoBytes is a grid as programs write it: cell i at byte 2·i, and after it a
// space or, at the end of a row, a newline.
const hihoBytes = 162

// hihoBlank is the grid of zeros.
var hihoBlank = func() (text [hihoBytes]byte) {
	for i := range 81 {
		text[2*i], text[2*i+1] = '0', ' '
		if i%9 == 8 {
			text[2*i+1] = '\n'
		}
	}
	return text
}()

// hihoPlain reads a grid as programs write it, four cells at a time as the even
// bytes of a word. The last word overlaps the one before.
func hihoPlain(cells []uint8, text []byte) int {
	to, from := (*[81]uint8)(cells), (*[hihoBytes]byte)(text)
	var seen uint64
	for i := 0; i < 81; i += 4 {
		i := min(i, 77)
		word := binary.LittleEndian.Uint64(from[2*i:2*i+8]) ^ binary.LittleEndian.Uint64(hihoBlank[2*i:2*i+8])
		// A top bit is set by digits beyond 9, and by anything else between them.
		seen |= word | (word + 0x7f767f767f767f76)
		word = (word | word>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(to[i:i+4], uint32(word|word>>16))
	}
	if seen&0x8080808080808080 != 0 {
		return 0
	}
	return hihoBytes
}

// hihoRow reads nine digits with blanks between them.
func hihoRow(cells []uint8, line []byte) bool {
	to := (*[9]uint8)(cells)
	n := 0
	for i, b := range line {
		if syntax.IsSpace(b) {
			continue
		}
		if b < '0' || b > '9' || n == 9 || i > 0 && !syntax.IsSpace(line[i-1]) {
			return false
		}
		to[n] = b - '0'
		n++
	}
	return n == 9
}

// hihoFault finds what is wrong with a line that is not a row.
func hihoFault(line []byte) SyntaxError {
	n := 0
	for i, b := range line {
		switch {
		case syntax.IsSpace(b):
			continue
		case b < '0' || b > '9':
			return SyntaxError{Column: i + 1, Err: ErrCell, Got: b}
		case i > 0 && !syntax.IsSpace(line[i-1]):
			return SyntaxError{Column: i + 1, Err: ErrSeparator}
		case n == 9:
			return SyntaxError{Column: i + 1, Err: ErrLong, Want: 9}
		}
		n++
	}
	return SyntaxError{Column: len(line) + 1, Err: ErrShort, Have: n, Want: 9}
}

// appendHiho appends a grid of order 9 as nine rows.
func appendHiho(dst []byte, grid []uint8) []byte {
	n := len(dst)
	dst = append(dst, hihoBlank[:]...)
	to, from := (*[hihoBytes]byte)(dst[n:]), (*[81]uint8)(grid)
	if writeHiho(to, from) {
		return dst
	}
	for i, cell := range from {
		to[2*i] = cells.DigitsZero[cell&cells.GlyphMask]
	}
	return dst
}

// writeHiho writes cells as hihoPlain reads them, and reports whether all are
// cells.
func writeHiho(to *[hihoBytes]byte, from *[81]uint8) bool {
	var seen uint64
	for i := 0; i < 81; i += 4 {
		i := min(i, 77)
		word := uint64(binary.LittleEndian.Uint32(from[i : i+4]))
		word = (word | word<<16) & 0x0000ffff0000ffff
		word = (word | word<<8) & 0x00ff00ff00ff00ff
		seen |= word | (word + 0x0076007600760076)
		binary.LittleEndian.PutUint64(to[2*i:2*i+8], word|binary.LittleEndian.Uint64(hihoBlank[2*i:2*i+8]))
	}
	return seen&0x8080808080808080 == 0
}
