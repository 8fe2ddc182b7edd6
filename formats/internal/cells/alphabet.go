// Package cells reads and writes cells as text: single cells, alphabets, and values that
// are grids. It also compares grids.
package cells

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
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

// The ways to write the digits of orders beyond 9, by the names that they have in order 16.
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
	text := digitsText(order, digits)
	if order > 9 {
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
	usual, blank := standardDigits(order)
	a.Packed = (order <= 9 || digits == usual) && strings.Trim(blanks, blank) == ""
	return a
}

// Digits names the first and the last digit, such as "1-9".
func (a *Alphabet) Digits() string {
	text := digitsText(a.Order, a.Name)
	return text[:1] + "-" + text[len(text)-1:]
}

// Resized returns the alphabet of another order in a file that has several. A nil alphabet is
// the alphabet of the order.
func (a *Alphabet) Resized(order int) *Alphabet {
	if a == nil || a.Order == order {
		return a
	}
	digits, blanks := standardDigits(order)
	if a.Spaced {
		digits = Digits1G // numbers
	}
	if !a.Packed {
		blanks = a.Blanks
	}
	b := NewAlphabet(order, digits, blanks)
	b.Spaced, b.Placed = a.Spaced, a.Placed
	return b
}

// digitsText returns the digits of an order.
func digitsText(order int, digits string) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXY"
	switch {
	case order > 9 && digits == DigitsAP:
		return letters[:order]
	case order > 9 && digits == Digits0F:
		return ("0123456789" + letters)[:order]
	}
	return ("123456789" + letters)[:order]
}

// standardDigits returns how an order is written if a file does not say otherwise, and the
// bytes for its blanks.
func standardDigits(order int) (digits, blanks string) {
	if order < 16 {
		return Digits1G, ".0"
	}
	return DigitsAP, ".-"
}

// ChooseAlphabet decides how cells are written. seen counts how often each byte stands for
// a cell in the beginning of a file. digits is the user's choice, or "". If digits begin with 0
// where they should not, the alphabet is not nil.
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
	if order <= 9 && fromZero(seen, order) {
		return NewAlphabet(order, "1-9", "0"+other.String()), fmt.Errorf("digits are 0 to %d, with another character for a blank: add 1 to each digit", order-1)
	}
	if order <= 9 {
		return NewAlphabet(order, "1-9", "0"+other.String()), nil
	}
	if digits == "" {
		candidates := digitsOf(seen, order)
		if len(candidates) > 1 {
			return nil, &model.DigitsError{Size: order, Digits: candidates}
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
	return NewAlphabet(order, digits, set), nil
}

// fromZero reports whether the digits of an order up to 9 seem to begin with 0: all of these occur, 0
// no more often than the others, the last digit does not occur, and another byte is the blank.
func fromZero(seen *[256]int, order int) bool {
	most, blank, last := 0, 0, byte('0'+order)
	for b := byte('1'); b < last; b++ {
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
	return seen[last] == 0 && seen['0'] > 0 && seen['0'] <= 2*most && (blank > most || order < 9 && blank > 0)
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

// digitsOf returns the possible digits of an order beyond 9, given the bytes that stand for cells.
func digitsOf(seen *[256]int, order int) []string {
	has := func(bytes string) bool {
		for _, b := range []byte(bytes) {
			if seen[b] > 0 || b >= 'A' && seen[b|0x20] > 0 {
				return true
			}
		}
		return false
	}
	letters := digitsText(order, DigitsAP)
	last := order - 10 // the last digit of 1-G
	blank := has("._*X?-")
	switch {
	case has(letters[last+1:]), !has("123456789") && !has("0"):
		return []string{DigitsAP}
	case has(letters[last : last+1]):
		return []string{Digits1G}
	case has("0") && blank:
		return []string{Digits0F}
	case has("0"):
		return zerosOf(seen, letters[:last])
	}
	return []string{Digits1G, Digits0F}
}

// zerosOf returns the possible digits if 0 is the only possible blank. If 0 is no more
// frequent than a digit, it may be a digit in a file without blanks.
func zerosOf(seen *[256]int, letters string) []string {
	most := 0
	for _, b := range []byte("123456789" + strings.ToUpper(letters) + strings.ToLower(letters)) {
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
	return len(value) == len(cells) && (a == nil || a.Packed) && ReadCells(cells, value)
}

// ReadCells reads the first len(cells) bytes of text in the standard alphabet, and reports
// whether all of them are cells. If not, the contents of cells are undefined.
func ReadCells(cells []uint8, text []byte) bool {
	if packed.Has(len(cells)) {
		return packed.ReadCells(cells, text)
	}
	return StandardAlphabet(len(cells)).readBytes(cells, text[:len(cells)])
}

// standards are the alphabets of files that differ only in their order.
var standards = newStandards()

func newStandards() (of [geometry.MaxSide + 1]*Alphabet) {
	for _, order := range geometry.Sides() {
		digits, blanks := standardDigits(order)
		of[order] = NewAlphabet(order, digits, blanks)
	}
	return of
}

// Standard9 is the standard alphabet of order 9.
var Standard9 = standards[9]

// StandardAlphabet returns the alphabet for grids of the given number of cells.
func StandardAlphabet(cells int) *Alphabet { return standards[geometry.OfCells(cells).Side()] }

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
	return a.glyph.Append(dst, cells)
}

// OrderError returns the error for puzzles of an order that is not read.
func OrderError(order int) error {
	if slices.Contains(geometry.Sides(), order) {
		return &model.SizeError{Size: order}
	}
	return fmt.Errorf("%d×%d: sizes are %v", order, order, geometry.Sides())
}

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
	return glyphs.Append(dst, cells)
}

// StyleOf finds out how the values of a grid write its cells.
func (a *Alphabet) StyleOf(values [][]byte, cells int) cellStyle {
	s := cellStyle{Alphabet: a, blank: Dot, tokens: len(values) == cells}
	if len(values) == 1 {
		tokens, _ := countCells(values[0])
		s.tokens = tokens == cells
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
