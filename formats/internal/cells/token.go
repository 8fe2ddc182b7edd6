package cells

// This file reads grids whose cells have separators between them.

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// LineFault returns the fault of a line that is not a well-formed record.
func LineFault(line []byte, cells int, table *CellTable) model.SyntaxError {
	if err := ZerosFault(line); err.Err != nil && cells == err.Want {
		return err
	}
	if err := sizedFault(line, cells); err.Err != nil && err.Have != cells {
		return err
	}
	n := table.Run(line, cells)
	err := model.SyntaxError{Column: n + 1, Have: n, Want: cells}
	switch {
	case n == cells && table[line[n]] != BadCell:
		err.Err, err.Have = model.ErrLong, 0
	case n == len(line) || n > 0 && n < cells && syntax.BoundLen(line[n:]) > 0:
		err.Err = model.ErrShort
	default:
		err = model.SyntaxError{Column: n + 1, Err: model.ErrCell, Got: line[n]}
	}
	return err
}

// sizedFault returns the fault of a line that begins with as many bounded cells as puzzles of some size have.
// Its Err is nil for any other line.
func sizedFault(line []byte, want int) (fault model.SyntaxError) {
	n := 0
	for n < len(line) && IsCellByte(line[n]) {
		n++
	}
	if !geometry.OfCells(n).Known() || n < len(line) && syntax.BoundLen(line[n:]) == 0 {
		return fault
	}
	fault = model.SyntaxError{Column: min(n, want) + 1, Err: model.ErrLong, Have: n, Want: want}
	if n < want {
		fault.Err = model.ErrShort
	}
	return fault
}

// ReadLine reads the bounded cells at the beginning of a line, and reports whether it is a
// record of the form Line.
func ReadLine(room []uint8, line []byte) bool {
	return readLine(room, line) || syntax.BOMLen(line) > 0 && readLine(room, line[syntax.BOMLen(line):]) || readOtherBlanks(room, line)
}

func readLine(room []uint8, line []byte) bool {
	size := len(room)
	return len(line) >= size && (len(line) == size || syntax.BoundLen(line[size:]) > 0) && ReadCells(room, line)
}

// readOtherBlanks is readLine for a line of order 9 that uses another character for all
// blanks, as in a list that was joined from several files. The line must have as many clues
// as a puzzle with one solution; a line that separates paragraphs has fewer.
func readOtherBlanks(room []uint8, line []byte) bool {
	size := len(room)
	if size != 81 || len(line) < size || len(line) > size && syntax.BoundLen(line[size:]) == 0 {
		return false
	}
	blank, clues := byte('1'), 0 // '1' is no blank, so there is none yet
	for i, b := range line[:size] {
		switch {
		case b >= '1' && b <= '9':
			room[i] = b - '0'
			clues++
		case b == blank || blank == '1' && strings.IndexByte(OtherBlanks, b) >= 0:
			blank, room[i] = b, 0
		default:
			return false
		}
	}
	return clues >= LeastClues && size-clues > 1
}

// ErrCells is the error for a value that cannot be a grid, whatever its cells are.
var ErrCells = errors.New("not a grid")

// Between reports whether a byte may stand between or around cells. A minus sign is a
// blank, not a separator.
func Between(b byte) bool { return betweens[b] }

var betweens = byteSet(func(b byte) bool { return b <= ' ' || strings.IndexByte(",;|[](){}/:'`\"+=", b) >= 0 })

// ReadTokens reads cells with separators: one number or byte per cell, or runs of bytes
// such as rows.
func (a *Alphabet) ReadTokens(cells []uint8, value []byte) model.SyntaxError {
	tokens, bytes := countCells(value)
	if tokens != len(cells) && bytes != len(cells) {
		return a.miscounted(len(cells), value, tokens, bytes)
	}
	n := 0
	for i := 0; i < len(value); i++ {
		if Between(value[i]) {
			continue
		}
		end := i + 1
		for tokens == len(cells) && end < len(value) && !Between(value[end]) {
			end++
		}
		cell, ok := a.Token(value[i:end])
		if !ok {
			return model.SyntaxError{Column: i + 1, Err: model.ErrCell, Got: value[i]}
		}
		if a.Placed && i > 0 && value[i-1] == '+' {
			cell = 0
		}
		cells[n] = cell
		n++
		i = end - 1
	}
	return model.SyntaxError{}
}

// countCells counts the tokens between separators, and their bytes.
func countCells(value []byte) (tokens, bytes int) {
	for i, b := range value {
		if !Between(b) {
			bytes++
			if i == 0 || Between(value[i-1]) {
				tokens++
			}
		}
	}
	return tokens, bytes
}

// Token reads one cell: a byte, a number up to the order, or a word for a missing value.
func (a *Alphabet) Token(text []byte) (cell uint8, ok bool) {
	if len(text) == 1 {
		cell = a.Table[text[0]]
		return cell, cell != BadCell
	}
	text = WholePart(text)
	n := 0
	for _, b := range text {
		if b < '0' || b > '9' || n > a.Order {
			return 0, IsNoValue(text)
		}
		n = 10*n + int(b-'0')
	}
	n += int(a.Table['0'] & 1) // 0 may be the first digit
	return uint8(n), n <= a.Order
}

// Unquoted returns a field without blanks around it. If it has single quotes, as the
// characters of a program have, brackets and quotes go, too, and ' ' is empty.
func Unquoted(field []byte) []byte {
	if bytes.IndexByte(field, '\'') >= 0 {
		return bytes.Trim(field, " \t'[](){}")
	}
	return bytes.TrimSpace(field)
}

// WholePart returns the text before the point of a number whose fraction is zero: "5.0", or
// "5.000e+00" as numpy writes it. It returns any other text as it is.
func WholePart(text []byte) []byte {
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

// noValues are the words for a missing value, and the number that stands for one.
var noValues = []string{"null", "none", "nil", "nan", "na", "n/a", "<na>", "undefined", "false", "-1"}

// longestNoValue is the length of the longest word in noValues.
const longestNoValue = len("undefined")

// IsNoValue reports whether a text is a word for a missing value.
func IsNoValue(text []byte) bool {
	return len(text) >= 2 && len(text) <= longestNoValue && (beginsNoValue(text[0]) || text[0] == '<') && slices.ContainsFunc(noValues, func(word string) bool { return strings.EqualFold(word, string(text)) })
}

// miscounted returns the fault of a value with too many or too few cells.
func (a *Alphabet) miscounted(want int, value []byte, tokens, bytes int) model.SyntaxError {
	if err := sizedFault(value, want); err.Err != nil {
		return err
	}
	for i, b := range value {
		if !Between(b) && a.Table[b] == BadCell {
			return model.SyntaxError{Column: i + 1, Err: model.ErrCell, Got: b}
		}
	}
	have := bytes
	if tokens > 9 && tokens < bytes && tokens < want {
		have = tokens
	}
	if have < want {
		return model.SyntaxError{Column: len(value) + 1, Err: model.ErrShort, Have: have, Want: want}
	}
	return model.SyntaxError{Column: min(len(value), want) + 1, Err: model.ErrLong, Have: have, Want: want}
}
