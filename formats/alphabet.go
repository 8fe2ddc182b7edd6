package formats

import (
	"fmt"
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
	// spaced says that cells have something between them, as numbers need.
	spaced bool
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
// a cell in the beginning of a file. digits is what the user says; "": nothing. With a
// [FromZeroError] the alphabet is not nil.
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
	if order == 9 && fromZero(seen) {
		return newAlphabet(9, "1-9", "0"+other.String()), &FromZeroError{}
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

// fromZero reports whether the digits of order 9 seem to be 0 to 8: all of them are
// there beside other blanks, 0 as seldom as the others, and 9 is not.
func fromZero(seen *[256]int) bool {
	most, blank := 0, 0
	for b := byte('1'); b <= '8'; b++ {
		if seen[b] == 0 {
			return false
		}
		most = max(most, seen[b])
	}
	for _, b := range []byte(blanks) {
		if b != '0' {
			blank += seen[b]
		}
	}
	return seen['9'] == 0 && seen['0'] > 0 && seen['0'] <= 2*most && blank > most
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

// isRead reports whether what is written in an alphabet is read in another one, too; nil is
// that of the order, whatever that is. Points, and zeros and dashes that are no digits, are
// blanks in nearly all.
func (a *alphabet) isRead(other *alphabet) bool {
	usual := func(a *alphabet) bool { return a == nil || a.packed }
	switch {
	case usual(a) || usual(other):
		return usual(a) && usual(other)
	case a.name != other.name:
		return false
	}
	return strings.Trim(a.blanks, other.blanks+".0") == ""
}

// appendCells appends cells as one value, without anything between them.
func (a *alphabet) appendCells(dst []byte, cells []uint8) []byte {
	for _, cell := range cells {
		dst = append(dst, a.glyph[cell&glyphMask])
	}
	return dst
}
