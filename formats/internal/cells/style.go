package cells

import (
	"strconv"
)

// A cellStyle is how a record writes its cells.
type cellStyle struct {
	*Alphabet
	blank   []byte // what stands for a blank cell
	tokens  bool   // cells have something between them
	numbers bool   // they are numbers, even from 10 on
}

// longestBlank is how long the text of a blank cell may be to be used for others:
// one of many zeros would make rows of any length.
const longestBlank = 8

// The usual blank cells.
var (
	Dot  = []byte{'.'}
	Zero = []byte{'0'}
)

// Rewrite appends a value with other cells in place of its own. One that does not
// have as many is replaced as a whole.
func (s *cellStyle) Rewrite(dst, value []byte, cells []uint8) []byte {
	n := 0
	eachCell(value, s.tokens, func([]byte) { n++ })
	if n != len(cells) || s.Placed {
		for _, cell := range cells {
			dst = s.appendCell(dst, cell)
		}
		return dst
	}
	n = 0
	at := 0
	eachCell(value, s.tokens, func(token []byte) {
		from := cap(value) - cap(token) // where the token lies in the value
		dst = append(dst, value[at:from]...)
		dst = s.appendCell(dst, cells[n])
		at = from + len(token)
		n++
	})
	return append(dst, value[at:]...)
}

// appendCell appends one cell.
func (s *cellStyle) appendCell(dst []byte, cell uint8) []byte {
	switch {
	case cell == 0:
		return append(dst, s.blank...)
	case s.numbers:
		return strconv.AppendInt(dst, int64(cell)-int64(s.Table['0']&1), 10)
	}
	return append(dst, s.glyph[cell&GlyphMask])
}

// eachCell calls do with each cell of a value: with what stands between two
// separators, or with each byte that is none.
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

// countTokens counts what stands between separators.
func countTokens(value []byte) (n int) {
	eachCell(value, true, func([]byte) { n++ })
	return n
}
