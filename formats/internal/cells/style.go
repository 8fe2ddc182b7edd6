package cells

// This file writes other cells into a value, in the notation of that value.

import (
	"strconv"
)

// A cellStyle says how a record writes its cells.
type cellStyle struct {
	*Alphabet
	blank   []byte // the text of a blank
	tokens  bool   // there are separators between cells
	numbers bool   // cells are numbers, also from 10 on
}

// longestBlank is the greatest length of a blank's text that is used for other blanks.
// Without this limit, a blank of many zeros would make rows of any length.
const longestBlank = 8

// The usual texts for a blank.
var (
	Dot  = []byte{'.'}
	Zero = []byte{'0'}
)

// Rewrite appends value with its cells replaced by cells. If the numbers of cells differ,
// it replaces the whole value.
func (s *cellStyle) Rewrite(dst, value []byte, cells []uint8) []byte {
	n := 0
	eachCell(value, s.tokens, func([]byte) { n++ })
	if n != len(cells) || s.Placed {
		for _, cell := range cells {
			dst = s.AppendCell(dst, cell)
		}
		return dst
	}
	n = 0
	at := 0
	eachCell(value, s.tokens, func(token []byte) {
		from := cap(value) - cap(token) // the offset of the token in the value
		dst = append(dst, value[at:from]...)
		dst = s.AppendCell(dst, cells[n])
		at = from + len(token)
		n++
	})
	return append(dst, value[at:]...)
}

// AppendCell appends one cell.
func (s *cellStyle) AppendCell(dst []byte, cell uint8) []byte {
	switch {
	case cell == 0:
		return append(dst, s.blank...)
	case s.numbers:
		return strconv.AppendInt(dst, int64(cell)-int64(s.Table['0']&1), 10)
	}
	return append(dst, s.glyph[cell&GlyphMask])
}

// Each calls do with each cell of a value.
func (s *cellStyle) Each(value []byte, do func(token []byte)) { eachCell(value, s.tokens, do) }

// eachCell calls do with each cell of a value. With tokens, a cell is the text between two
// separators; without, it is each byte that is not a separator.
func eachCell(value []byte, tokens bool, do func(token []byte)) {
	for i := 0; i < len(value); i++ {
		if Between(value[i]) {
			continue
		}
		end := i + 1
		for tokens && end < len(value) && !Between(value[end]) {
			end++
		}
		do(value[i:end])
		i = end - 1
	}
}
