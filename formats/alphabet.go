package formats

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// An alphabet is how the cells of a file are written, where that is not what its
// kind says, or where cells are values among others: one byte a cell, or numbers
// with something between them.
type alphabet struct {
	order int
	table cellTable // of single bytes
	glyph *glyphs   // as which solutions are written
	name  string
	// blanks are the bytes that stand for a blank cell.
	blanks string
	// packed says that the table is that of the kinds, with a fast path.
	packed bool
	// placed says that a digit behind a plus was placed, and is no clue.
	placed bool
}

// The digits of order 16, as users name them.
const (
	digitsAP = "A-P"
	digits1G = "1-G"
	digits0F = "0-F"
)

// blanks are the bytes that stand for a blank cell somewhere. 0 is one of them,
// but for the digits 0-F.
const blanks = ".0_*xX?-"

// Digits lists how the digits of order 16 may be written.
func Digits() []string { return []string{digitsAP, digits1G, digits0F} }

// A DigitsError says that nothing in a file of order 16 tells how its digits are
// written.
type DigitsError struct {
	Candidates []string // of Digits
}

func (e *DigitsError) Error() string {
	return fmt.Sprintf("16×16, but nothing tells whether its digits are %s", strings.Join(e.Candidates, " or "))
}

// newAlphabet returns the alphabet of an order with digits as named (of order 9,
// whatever the name), and with these bytes as blanks.
func newAlphabet(order int, digits, blanks string) *alphabet {
	a := &alphabet{order: order, name: digits, blanks: blanks, glyph: digitsDot}
	for b := range a.table {
		a.table[b] = badCell
	}
	text := "123456789"
	if order == 16 {
		text = map[string]string{digitsAP: "ABCDEFGHIJKLMNOP", digits1G: "123456789ABCDEFG", digits0F: "0123456789ABCDEF"}[digits]
		a.glyph = newGlyphs("." + text)
	}
	for i := range len(blanks) {
		a.table[blanks[i]] = 0
	}
	for i := range len(text) {
		a.table[text[i]] = uint8(i + 1)
		if text[i] >= 'A' {
			a.table[text[i]|0x20] = uint8(i + 1)
		}
	}
	a.packed = order == 9 && strings.Trim(blanks, ".0") == "" || digits == digitsAP && strings.Trim(blanks, ".-") == ""
	return a
}

// chooseAlphabet decides how cells are written, by how often each byte stands for
// a cell in the beginning of a file. digits is what the user says; "": nothing.
func chooseAlphabet(order int, seen *[256]int, digits string) (*alphabet, error) {
	var other strings.Builder // blanks but for 0
	other.WriteByte('.')
	forgetRare(seen)
	for _, b := range []byte(blanks) {
		if seen[b] > 0 && b != '0' && b != '.' {
			other.WriteByte(b)
		}
	}
	if seen[' '] > 0 {
		other.WriteByte(' ')
	}
	if order == 9 {
		return newAlphabet(9, "1-9", "0"+other.String()), nil
	}
	if digits == "" {
		candidates := digitsOf(seen)
		if len(candidates) > 1 {
			return nil, &DigitsError{candidates}
		}
		digits = candidates[0]
	}
	set := other.String()
	if digits != digits0F {
		set += "0"
	}
	if digits == digitsAP {
		set += "-"
	}
	return newAlphabet(16, digits, set), nil
}

// forgetRare takes bytes away that stand for blanks elsewhere but are rare beside
// the others: they are mistakes.
func forgetRare(seen *[256]int) {
	const most = 20 // times as many
	all := 0
	for _, b := range []byte(blanks) {
		all += seen[b]
	}
	for _, b := range []byte(blanks) {
		if b != '0' && seen[b]*most < all {
			seen[b] = 0
		}
	}
}

// digitsOf returns how the digits of order 16 may be written, where these bytes
// stand for cells.
func digitsOf(seen *[256]int) []string {
	has := func(bytes string) bool {
		for _, b := range []byte(bytes) {
			if seen[b] > 0 || b >= 'A' && seen[b|0x20] > 0 {
				return true
			}
		}
		return false
	}
	blank := has("._*X?-")
	switch {
	case has("HIJKLMNOP"), !has("123456789") && !has("0"):
		return []string{digitsAP}
	case has("G"):
		return []string{digits1G}
	case has("0") && blank:
		return []string{digits0F}
	case has("0"):
		return zerosOf(seen)
	}
	return []string{digits1G, digits0F}
}

// zerosOf decides where 0 stands beside no other blank: if it is no more frequent
// than a digit, every cell has one.
func zerosOf(seen *[256]int) []string {
	most := 0
	for _, b := range []byte("123456789ABCDEFabcdef") {
		most = max(most, seen[b])
	}
	if seen['0'] <= most {
		return []string{digits1G, digits0F}
	}
	return []string{digits1G}
}

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

// read reads a value as the cells of a grid. What is wrong is at a column of the
// value; its Err is nil if nothing is. A nil alphabet is that of the order.
func (a *alphabet) read(cells []uint8, value []byte) SyntaxError {
	if len(value) == len(cells) && (a == nil || a.packed) && packed.ReadCells(cells, value) {
		return SyntaxError{}
	}
	if a == nil {
		a = standardAlphabet(len(cells))
	}
	if len(value) == len(cells) && a.readBytes(cells, value) {
		return SyntaxError{}
	}
	return a.readTokens(cells, value)
}

var standard9, standard16 = newAlphabet(9, "1-9", ".0"), newAlphabet(16, digitsAP, ".-")

func standardAlphabet(cells int) *alphabet {
	if cells == 81 {
		return standard9
	}
	return standard16
}

// readBytes reads cells of one byte each.
func (a *alphabet) readBytes(cells []uint8, value []byte) bool {
	seen := uint8(0)
	for i, b := range value {
		cells[i] = a.table[b]
		seen |= cells[i]
	}
	return seen&badCell == 0
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

// noValues are the words for no value at all.
var noValues = []string{"null", "none", "nan", "na", "n/a", "<na>"}

// isNoValue reports whether a text is a word for no value.
func isNoValue(text []byte) bool {
	return len(text) >= 2 && len(text) <= 4 && slices.Contains(noValues, strings.ToLower(string(text)))
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

// appendCells appends cells as one value, without anything between them.
func (a *alphabet) appendCells(dst []byte, cells []uint8) []byte {
	for _, cell := range cells {
		dst = append(dst, a.glyph[cell&glyphMask])
	}
	return dst
}
