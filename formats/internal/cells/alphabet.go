// Package cells reads and writes cells as text: single cells, alphabets, and values that
// are grids. It also compares grids.
package cells

import (
	"errors"
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// An Alphabet says how a file writes cells: one byte per cell, or numbers with separators.
// Files need one if they differ from what their kind says, or if grids are values among
// others.
type Alphabet struct {
	Order int
	Table CellTable // maps single bytes to cells
	glyph *Glyphs   // the bytes for writing solutions
	Name  string
	// Blanks are the bytes that stand for a blank.
	Blanks string
	// Packed says that Table is one of the standard tables, for which there is a fast path.
	Packed bool
	// Placed says that a digit after a plus was placed by a player, and is not a clue.
	Placed bool
	// Spaced says that cells have separators between them, as numbers need.
	Spaced bool
	// PadZeros says that values without their first zeros get them back.
	PadZeros bool
}

// The digits of order 16, by the names that users give.
const (
	DigitsAP = "A-P"
	Digits1G = "1-G"
	Digits0F = "0-F"
)

// Blanks are all bytes that stand for a blank in some alphabet. 0 is one of them, except
// for the digits 0-F.
const Blanks = ".0_*xX?-"

// Digits lists the ways to write the digits of order 16.
func Digits() []string { return []string{DigitsAP, Digits1G, Digits0F} }

// NewAlphabet returns the alphabet of an order with the named digits and the given blanks.
// For order 9 the name of the digits does not matter.
func NewAlphabet(order int, digits, blanks string) *Alphabet {
	a := &Alphabet{Order: order, Name: digits, Blanks: blanks, glyph: DigitsDot}
	for b := range a.Table {
		a.Table[b] = BadCell
	}
	text := "123456789"
	if order == 16 {
		text = map[string]string{DigitsAP: "ABCDEFGHIJKLMNOP", Digits1G: "123456789ABCDEFG", Digits0F: "0123456789ABCDEF"}[digits]
		a.glyph = newGlyphs("." + text)
	}
	for i := range len(blanks) {
		a.Table[blanks[i]] = 0
	}
	for i := range len(text) {
		a.Table[text[i]] = uint8(i + 1)
		if text[i] >= 'A' {
			a.Table[text[i]|0x20] = uint8(i + 1)
		}
	}
	a.Packed = order == 9 && strings.Trim(blanks, ".0") == "" || digits == DigitsAP && strings.Trim(blanks, ".-") == ""
	return a
}

// ChooseAlphabet decides how cells are written. seen counts how often each byte stands for
// a cell in the beginning of a file. digits is the user's choice, or "". If the error is
// errFromZero, the alphabet is not nil.
func ChooseAlphabet(order int, seen *[256]int, digits string) (*Alphabet, error) {
	var other strings.Builder // blanks other than 0
	other.WriteByte('.')
	forgetRare(seen)
	for _, b := range []byte(Blanks) {
		if seen[b] > 0 && b != '0' && b != '.' {
			other.WriteByte(b)
		}
	}
	if seen[' '] > 0 {
		other.WriteByte(' ')
	}
	if order == 9 && fromZero(seen) {
		return NewAlphabet(9, "1-9", "0"+other.String()), errFromZero
	}
	if order == 9 {
		return NewAlphabet(9, "1-9", "0"+other.String()), nil
	}
	if digits == "" {
		candidates := digitsOf(seen)
		if len(candidates) > 1 {
			return nil, fmt.Errorf("16×16, but its digits may be %s: say which with --digits", strings.Join(candidates, " or "))
		}
		digits = candidates[0]
	}
	set := other.String()
	if digits != Digits0F {
		set += "0"
	}
	if digits == DigitsAP {
		set += "-"
	}
	return NewAlphabet(16, digits, set), nil
}

// errFromZero is the error for digits of order 9 that seem to be 0 to 8.
var errFromZero = errors.New("digits are 0 to 8, with another character for a blank: add 1 to each digit")

// fromZero reports whether the digits of order 9 seem to be 0 to 8: all of these occur, 0
// no more often than the others, 9 does not occur, and another byte is the blank.
func fromZero(seen *[256]int) bool {
	most, blank := 0, 0
	for b := byte('1'); b <= '8'; b++ {
		if seen[b] == 0 {
			return false
		}
		most = max(most, seen[b])
	}
	for _, b := range []byte(Blanks) {
		if b != '0' {
			blank += seen[b]
		}
	}
	return seen['9'] == 0 && seen['0'] > 0 && seen['0'] <= 2*most && blank > most
}

// forgetRare removes bytes that stand for blanks in other files but are rare in this one:
// they are mistakes.
func forgetRare(seen *[256]int) {
	const most = 20 // how many times as frequent the other blanks are
	all := 0
	for _, b := range []byte(Blanks) {
		all += seen[b]
	}
	for _, b := range []byte(Blanks) {
		if b != '0' && seen[b]*most < all {
			seen[b] = 0
		}
	}
}

// digitsOf returns the possible digits of order 16, given the bytes that stand for cells.
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
		return []string{DigitsAP}
	case has("G"):
		return []string{Digits1G}
	case has("0") && blank:
		return []string{Digits0F}
	case has("0"):
		return zerosOf(seen)
	}
	return []string{Digits1G, Digits0F}
}

// zerosOf returns the possible digits if 0 is the only possible blank. If 0 is no more
// frequent than a digit, it may be a digit in a file without blanks.
func zerosOf(seen *[256]int) []string {
	most := 0
	for _, b := range []byte("123456789ABCDEFabcdef") {
		most = max(most, seen[b])
	}
	if seen['0'] <= most {
		return []string{Digits1G, Digits0F}
	}
	return []string{Digits1G}
}

// Read reads value as the cells of a grid. The Err of the result is nil if all is well; if
// not, Column is a column of the value. A nil alphabet means the alphabet of the order.
func (a *Alphabet) Read(cells []uint8, value []byte) model.SyntaxError {
	if a.ReadPacked(cells, value) {
		return model.SyntaxError{}
	}
	if a == nil {
		a = StandardAlphabet(len(cells))
	}
	if len(value) == len(cells) && a.readBytes(cells, value) {
		return model.SyntaxError{}
	}
	if fault := ZerosFault(value); fault.Err != nil && len(cells) == fault.Want {
		if a.PadZeros {
			return a.Read(cells, PadZeros(value))
		}
		return fault
	}
	return a.ReadTokens(cells, value)
}

// ReadPacked is Read for the usual value, with one byte per cell. If it returns false, the contents
// of cells are undefined.
func (a *Alphabet) ReadPacked(cells []uint8, value []byte) bool {
	return len(value) == len(cells) && (a == nil || a.Packed) && packed.ReadCells(cells, value)
}

// The alphabets of files that differ only in their order.
var (
	Standard9  = NewAlphabet(9, "1-9", ".0")
	Standard16 = NewAlphabet(16, DigitsAP, ".-")
)

// StandardAlphabet returns the alphabet for grids of the given number of cells.
func StandardAlphabet(cells int) *Alphabet {
	if cells == 81 {
		return Standard9
	}
	return Standard16
}

// readBytes reads cells of one byte each.
func (a *Alphabet) readBytes(cells []uint8, value []byte) bool {
	seen := uint8(0)
	for i, b := range value {
		cells[i] = a.Table[b]
		seen |= cells[i]
	}
	return seen&BadCell == 0
}

// IsRead reports whether text in alphabet a has the same meaning in another alphabet. nil
// means the alphabet of the order. Points are blanks in nearly all alphabets, and so is
// each zero or dash that is not a digit.
func (a *Alphabet) IsRead(other *Alphabet) bool {
	usual := func(a *Alphabet) bool { return a == nil || a.Packed }
	switch {
	case usual(a) || usual(other):
		return usual(a) && usual(other)
	case a.Name != other.Name:
		return false
	}
	return strings.Trim(a.Blanks, other.Blanks+".0") == ""
}

// AppendCells appends cells as one value, without separators. A nil alphabet means the
// alphabet of the order.
func (a *Alphabet) AppendCells(dst []byte, cells []uint8) []byte {
	if a == nil || a.Packed && len(cells) == a.Order*a.Order {
		return AppendCells(dst, cells)
	}
	for _, cell := range cells {
		dst = append(dst, a.glyph[cell&GlyphMask])
	}
	return dst
}

// OrderError returns the error for puzzles of an order that is not supported.
func OrderError(order int) error { return fmt.Errorf("%d×%d: only 9×9 and 16×16", order, order) }

// OtherBlanks are the bytes for blanks other than dots and zeros.
const OtherBlanks = "*_?-xX"

// RewriteBytes appends cells in the notation of value, in which each byte is a cell.
func (a *Alphabet) RewriteBytes(dst, value []byte, cells []uint8) []byte {
	glyphs := *a.glyph
	for _, b := range value {
		if a.Table[b] == 0 {
			glyphs[0] = b
			break
		}
	}
	for _, cell := range cells {
		dst = append(dst, glyphs[cell&GlyphMask])
	}
	return dst
}

// StyleOf finds out how the values of a grid write its cells.
func (a *Alphabet) StyleOf(values [][]byte, cells int) cellStyle {
	s := cellStyle{Alphabet: a, blank: Dot, tokens: len(values) == cells}
	if len(values) == 1 {
		s.tokens = countTokens(values[0]) == cells
	}
	known := false
	letters := false
	for _, value := range values {
		eachCell(value, s.tokens, func(token []byte) {
			cell, ok := a.Token(token)
			switch {
			case ok && cell == 0 && !known && len(token) <= longestBlank:
				s.blank, known = token, true
			case ok && cell > 0:
				s.numbers = s.numbers || len(token) > 1
				letters = letters || token[0] > '9'
			}
		})
	}
	s.numbers = s.numbers || s.tokens && a.Order > 9 && !letters
	if !known && s.tokens {
		s.blank = Zero
		if strings.IndexByte(a.Blanks, '0') < 0 {
			s.blank = Dot
		}
	}
	return s
}
