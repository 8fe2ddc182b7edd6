package formats

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// errCells is a value that is no grid, whatever its cells.
var errCells = errors.New("not a grid")

// between are the bytes that may stand between cells or around them. A minus sign
// is a blank cell.
func between(b byte) bool { return betweens[b] }

var betweens = newBetweens()

func newBetweens() (table [256]bool) {
	for b := range table {
		table[b] = b <= ' ' || strings.IndexByte(",;|[](){}/:'`\"+=", byte(b)) >= 0
	}
	return table
}

// readTokens reads cells with something between them: as many numbers or bytes
// as there are cells, or runs of bytes, such as rows.
func (a *alphabet) readTokens(cells []uint8, value []byte) SyntaxError {
	tokens, bytes := 0, 0
	for i, b := range value {
		if !between(b) {
			bytes++
			if i == 0 || between(value[i-1]) {
				tokens++
			}
		}
	}
	if tokens != len(cells) && bytes != len(cells) {
		return a.miscounted(len(cells), value, tokens, bytes)
	}
	n := 0
	for i := 0; i < len(value); i++ {
		if between(value[i]) {
			continue
		}
		end := i + 1
		for tokens == len(cells) && end < len(value) && !between(value[end]) {
			end++
		}
		cell, ok := a.token(value[i:end])
		if !ok {
			return SyntaxError{Column: i + 1, Err: ErrCell, Got: value[i]}
		}
		if a.placed && i > 0 && value[i-1] == '+' {
			cell = 0
		}
		cells[n] = cell
		n++
		i = end - 1
	}
	return SyntaxError{}
}

// token reads one cell: a byte, a number up to the order, or a word for none.
func (a *alphabet) token(text []byte) (cell uint8, ok bool) {
	if len(text) == 1 {
		cell = a.table[text[0]]
		return cell, cell != badCell
	}
	text = wholePart(text)
	n := 0
	for _, b := range text {
		if b < '0' || b > '9' || n > a.order {
			return 0, isNoValue(text)
		}
		n = 10*n + int(b-'0')
	}
	n += int(a.table['0'] & 1) // 0 may be the first digit
	return uint8(n), n <= a.order
}

// wholePart returns what stands before the point of a number whose fraction is
// zero: "5.0", or "5.000e+00" as numpy writes it.
func wholePart(text []byte) []byte {
	i := bytes.IndexByte(text, '.')
	if i <= 0 {
		return text
	}
	fraction := bytes.TrimSuffix(text[i+1:], []byte("e+00"))
	if len(bytes.Trim(fraction, "0")) > 0 {
		return text
	}
	return text[:i]
}

// noValues are the words for no value at all, and what stands for none among numbers.
var noValues = []string{"null", "none", "nil", "nan", "na", "n/a", "<na>", "undefined", "false", "-1"}

// longestNoValue is that of noValues.
const longestNoValue = len("undefined")

// isNoValue reports whether a text is a word for no value.
func isNoValue(text []byte) bool {
	return len(text) >= 2 && len(text) <= longestNoValue && slices.Contains(noValues, strings.ToLower(string(text)))
}

// miscounted says what is wrong with a value of too many cells or too few.
func (a *alphabet) miscounted(want int, value []byte, tokens, bytes int) SyntaxError {
	for i, b := range value {
		if !between(b) && a.table[b] == badCell {
			return SyntaxError{Column: i + 1, Err: ErrCell, Got: b}
		}
	}
	have := bytes
	if tokens > 9 && tokens < bytes && tokens < want {
		have = tokens
	}
	if have < want {
		return SyntaxError{Column: len(value) + 1, Err: ErrShort, Have: have, Want: want}
	}
	return SyntaxError{Column: min(len(value), want) + 1, Err: ErrLong, Want: want}
}
