package cells

// This file finds out whether a value is a grid, and of what order.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// unread is an order of grids that files hold and that is not read. Errors name it.
const unread = 10

// MetOrders returns the orders of grids that files hold, in ascending order, also the one that is
// not read.
func MetOrders() []int { return slices.Sorted(slices.Values(append(geometry.Sides(), unread))) }

// GridSize returns the order of the grid that value is, or 0 if it is not a grid. orders are
// the possible ones. Without them it finds the usual ones, and also the greatest so that errors can
// name it.
func GridSize(value []byte, orders ...int) int {
	const greatest = geometry.MaxSide
	if len(orders) == 0 {
		orders = append(new(model.Hints).Orders(), greatest)
	}
	if order := sizeOf(value, orders); order > 0 || len(value) != greatest*greatest || !slices.Contains(orders, greatest) {
		return order
	}
	if bytes.ContainsFunc(value, func(r rune) bool { return !IsCellByte(byte(r)) && (r|0x20 < 'a' || r|0x20 > 'y') }) {
		return 0
	}
	return greatest
}

// SmallGridSize is GridSize for small orders, whose grids are easily confused with other
// values.
func SmallGridSize(value []byte) int {
	order := sizeOf(value, slices.DeleteFunc(MetOrders(), func(order int) bool { return order > 12 || order == 9 }))
	for token := range bytes.FieldsFuncSeq(value, func(r rune) bool { return Between(byte(r)) }) {
		if len(token) == order*order && bytes.ContainsFunc(token, func(r rune) bool { return syntax.IsDigit(byte(r)) && int(r-'0') > order }) {
			return 0
		}
	}
	return order
}

func sizeOf(value []byte, orders []int) int {
	var s gridSizes
	for i := 0; i < len(value); i++ {
		b, first := value[i], i == 0 || Between(value[i-1])
		switch {
		case Between(b):
		case first && beginsNoValue(b) && IsNoValue(TokenOf(value[i:])):
			s.tokens++
			i += len(TokenOf(value[i:])) - 1
			s.otherWords = true
		case !IsCellByte(b):
			return 0
		default:
			s.add(b, first)
		}
	}
	for _, order := range orders {
		if s.fit(value, order) {
			return order
		}
	}
	return 0
}

// fit reports whether the counts of a value are the ones of a grid.
func (s *gridSizes) fit(value []byte, order int) bool {
	n := order * order
	switch {
	case len(value) == n && s.cells < n && order == 9 && isSpaced(value):
		return true
	case order < 9 && s.cells == n && s.tokens < n && s.digit > byte('0'+order), order <= 9 && s.letters:
		return false
	}
	return s.cells == n && !s.otherWords && isEven(value, order) || s.tokens == n && s.numbers && s.greatest <= order
}

// isEven reports whether the tokens of a grid in one line have the same length, if one is longer than a
// row. If they do not, they are values of their own, such as a number and a grid that lacks a cell. A plus before a
// cell separates nothing, see [GlyphAt].
func isEven(value []byte, order int) bool {
	longest, n := 0, 0
	for token := range bytes.FieldsFuncSeq(value, func(r rune) bool { return r != '+' && Between(byte(r)) }) {
		longest = max(longest, len(token)-bytes.Count(token, []byte{'+'}))
		n++
	}
	return longest <= order || bytes.IndexByte(value, '\n') >= 0 || longest*n == order*order
}

// beginsNoValue reports whether some word of noValues begins with the byte.
func beginsNoValue(b byte) bool {
	return b == '-' || b|0x20 == 'n' || b|0x20 == 'u' || b|0x20 == 'f'
}

// isSpaced reports whether a value is digits with spaces for blanks. Spaces at the ends alone are no blanks.
func isSpaced(value []byte) bool {
	for _, b := range value {
		if b != ' ' && (b < '1' || b > '9') {
			return false
		}
	}
	return bytes.IndexByte(bytes.Trim(value, " "), ' ') >= 0
}

// TokenOf returns the token at the beginning of text. It looks no farther for its end than
// words are long.
func TokenOf(text []byte) []byte {
	for i, b := range text[:min(len(text), longestNoValue+1)] {
		if Between(b) {
			return text[:i]
		}
	}
	return text[:min(len(text), longestNoValue+1)]
}

// gridSizes counts the cells of a value that may be a grid.
type gridSizes struct {
	cells, tokens    int
	otherWords       bool // words for a missing value
	words, letters   bool // bytes that are not part of a number; letters that are digits
	number, greatest int  // the current number, and the greatest
	digit            byte // the greatest digit
	fraction         bool // the point of the number was read
	numbers          bool // there are only numbers
}

// add counts the next byte of a cell; first says that it begins a token.
func (s *gridSizes) add(b byte, first bool) {
	s.cells++
	if first {
		s.tokens++
		s.number, s.fraction = 0, false
	}
	switch {
	case b == '.':
		s.fraction = true
	case syntax.IsDigit(b) && !s.fraction:
		s.digit = max(s.digit, b)
		s.number = min(10*s.number+int(b-'0'), 1000)
		s.greatest = max(s.greatest, s.number)
	case !syntax.IsDigit(b):
		s.words = true
	}
	s.numbers = !s.words
	s.letters = s.letters || b >= 'A' && b|0x20 < 'x'
}

// A GlyphCount collects how values write their cells.
type GlyphCount struct {
	Seen [256]int
	// numbers: some number has two digits. zero, blank and sixteen: such tokens occurred.
	numbers, zero, blank, sixteen bool
	bytes                         bool // some value has one byte per cell
}

// Add counts a value that is a grid.
func (g *GlyphCount) Add(value []byte) {
	g.bytes = g.bytes || len(value) == 81 || geometry.OfCells(len(value)).Known() && !slices.ContainsFunc(value, Between)
	if len(value) == 81 && isSpaced(value) {
		g.Seen[' ']++
		return
	}
	for token := range bytes.FieldsFuncSeq(value, func(r rune) bool { return Between(byte(r)) }) {
		if IsNoValue(token) {
			g.blank = true
			g.Seen['.']++
			continue
		}
		for _, b := range token {
			g.Seen[b]++
		}
		token = WholePart(token)
		g.numbers = g.numbers || len(token) == 2 && syntax.IsDigit(token[0]) && syntax.IsDigit(token[1])
		g.sixteen = g.sixteen || string(token) == "16"
		g.zero = g.zero || string(token) == "0"
		g.blank = g.blank || string(token) == "." || string(token) == "-"
	}
}

// Alphabet decides how the cells are written. If numbers with two digits occurred, letters
// are not digits. 0 is the first digit only if something else is a blank.
func (g *GlyphCount) Alphabet(order int, digits string) (*Alphabet, error) {
	switch {
	case !g.numbers || digits != "":
	case g.zero && g.blank && !g.sixteen:
		digits = Digits0F
	default:
		digits = Digits1G
	}
	a, err := ChooseAlphabet(order, &g.Seen, digits)
	if err == nil {
		a.Spaced = !g.bytes
	}
	return a, err
}

// CountBlanks counts the cells of a grid that may be blank. In orders beyond 9, where a digit is in
// at most order cells, as many zeros or fewer may be digits.
func CountBlanks(value []byte, order int) (blank int) {
	if order == 9 && len(value) == 81 && isSpaced(value) {
		return bytes.Count(value, []byte{' '})
	}
	inNumber := func(i int) bool { return i >= 0 && i < len(value) && (syntax.IsDigit(value[i]) || value[i] == '.') }
	_, bytesOfCells := countCells(value)
	numbers := bytesOfCells != order*order
	zeros := 0
	for i, b := range value {
		switch {
		case bytes.IndexByte([]byte(Blanks), b) < 0 || numbers && (inNumber(i-1) || inNumber(i+1)):
		case b == '0':
			zeros++
		default:
			blank++
		}
	}
	if order > 9 && zeros <= order {
		zeros = 0
	}
	return blank + zeros
}

// IsMeantAsOne reports whether a field looks like a damaged grid of one of the orders.
func IsMeantAsOne(field []byte, orders []int) bool {
	return slices.ContainsFunc(orders, func(order int) bool { return IsMeantAsGrid(field, order*order, TableOf(order)) })
}

// IsMeantAsGrid reports whether a field that is not a grid looks like a damaged one. It has
// the length of a grid, or at least half of it with seven cells in eight bytes. Ratings and
// names are shorter, and digests have fewer digits.
func IsMeantAsGrid(field []byte, cells int, table *CellTable) bool {
	if len(field) == cells && cells >= 81 || 2*len(field) < cells || cells < 81 && len(field) < cells-2 {
		return len(field) == cells
	}
	good := 0
	for _, b := range field {
		if table[b] != BadCell {
			good++
		}
	}
	return 8*good >= 7*len(field)
}
