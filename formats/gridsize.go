package formats

import "bytes"

// gridSize is what a value would be a grid of, if it is one: its order, and 0 if
// it is none. Orders that cannot be solved here are found, too, to be named.
func gridSize(value []byte) int {
	if order := sizeOf(value, []int{9, 16, 25}); order > 0 || len(value) != 25*25 {
		return order
	}
	if bytes.ContainsFunc(value, func(r rune) bool { return !isCellByte(byte(r)) && (r|0x20 < 'a' || r|0x20 > 'y') }) {
		return 0
	}
	return 25
}

// smallGridSize is gridSize for orders whose grids are so small that other values
// may be taken for them.
func smallGridSize(value []byte) int {
	order := sizeOf(value, []int{4, 6, 8, 10, 12})
	for token := range bytes.FieldsFuncSeq(value, func(r rune) bool { return between(byte(r)) }) {
		if len(token) == order*order && bytes.ContainsFunc(token, func(r rune) bool { return isDigit(byte(r)) && int(r-'0') > order }) {
			return 0
		}
	}
	return order
}

func sizeOf(value []byte, orders []int) int {
	var s gridSizes
	for i := 0; i < len(value); i++ {
		b, first := value[i], i == 0 || between(value[i-1])
		switch {
		case between(b):
		case first && beginsNoValue(b) && isNoValue(tokenOf(value[i:])):
			s.tokens++
			i += len(tokenOf(value[i:])) - 1
			s.others = true
		case !isCellByte(b):
			return 0
		default:
			s.add(b, first)
		}
	}
	for _, order := range orders {
		n := order * order
		if len(value) == n && s.cells < n && order <= 9 && isSpaced(value) {
			return order
		}
		if (s.cells == n && !s.others || s.tokens == n && s.numbers && s.most <= order) && (order > 9 || !s.letters) {
			return order
		}
	}
	return 0
}

// beginsNoValue reports whether words of noValues begin with a byte.
func beginsNoValue(b byte) bool {
	return b == '-' || b|0x20 == 'n' || b|0x20 == 'u' || b|0x20 == 'f'
}

// isSpaced reports whether a value is digits with spaces for blank cells.
func isSpaced(value []byte) bool {
	digits := 0
	for _, b := range value {
		switch {
		case b >= '1' && b <= '9':
			digits++
		case b != ' ':
			return false
		}
	}
	return digits > 0 && digits < len(value)
}

// tokenOf returns the token that text begins with: what ends a word is looked for
// no farther than words are long.
func tokenOf(text []byte) []byte {
	for i, b := range text[:min(len(text), longestNoValue+1)] {
		if between(b) {
			return text[:i]
		}
	}
	return text[:min(len(text), longestNoValue+1)]
}

// gridSizes is what counts of a value that may be a grid.
type gridSizes struct {
	cells, tokens  int
	others         bool // words for no value
	words, letters bool // bytes that are in no number; letters that are digits
	number, most   int  // the number at hand, and the greatest
	fraction       bool // a point of the number was met
	numbers        bool // there are numbers only
}

// add adds the next byte of a cell; first: of a token.
func (s *gridSizes) add(b byte, first bool) {
	s.cells++
	if first {
		s.tokens++
		s.number, s.fraction = 0, false
	}
	switch {
	case b == '.':
		s.fraction = true
	case isDigit(b) && !s.fraction:
		s.number = min(10*s.number+int(b-'0'), 1000)
		s.most = max(s.most, s.number)
	case !isDigit(b):
		s.words = true
	}
	s.numbers = !s.words
	s.letters = s.letters || b >= 'A' && b|0x20 < 'x'
}

// countCellBytes returns how many bytes of a value are of cells.
func countCellBytes(value []byte) (n int) {
	for _, b := range value {
		if !between(b) {
			n++
		}
	}
	return n
}

// A glyphCount is how the cells of values are written.
type glyphCount struct {
	seen [256]int
	// numbers are met if one has two digits; zero, blank and sixteen are tokens.
	numbers, zero, blank, sixteen bool
	bytes                         bool // there is a value with a byte a cell
}

// add counts a value that is a grid.
func (g *glyphCount) add(value []byte) {
	g.bytes = g.bytes || len(value) == 81 || len(value) == 256
	if len(value) == 81 && isSpaced(value) {
		g.seen[' ']++
		return
	}
	for token := range bytes.FieldsFuncSeq(value, func(r rune) bool { return between(byte(r)) }) {
		if isNoValue(token) {
			g.blank = true
			g.seen['.']++
			continue
		}
		for _, b := range token {
			g.seen[b]++
		}
		token = wholePart(token)
		g.numbers = g.numbers || len(token) == 2 && isDigit(token[0]) && isDigit(token[1])
		g.sixteen = g.sixteen || string(token) == "16"
		g.zero = g.zero || string(token) == "0"
		g.blank = g.blank || string(token) == "." || string(token) == "-"
	}
}

// alphabet decides how the cells are written. Among numbers with two digits there
// are no letters, and 0 is the first digit only if something else is a blank.
func (g *glyphCount) alphabet(order int, digits string) (*alphabet, error) {
	switch {
	case !g.numbers || digits != "":
	case g.zero && g.blank && !g.sixteen:
		digits = digits0F
	default:
		digits = digits1G
	}
	a, err := chooseAlphabet(order, &g.seen, digits)
	if err == nil {
		a.spaced = !g.bytes
	}
	return a, err
}
