package gridreader

// This file reads rows of characters and of numbers.

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// letter is added to the number of a letter where the alphabet is not known: a letter may be any digit.
const letter = 32

// anyTable has all bytes that are cells in some alphabet.
var anyTable = func() (table cells.CellTable) {
	for b := range table {
		table[b] = cells.BadCell
		switch c := byte(b); {
		case c >= '1' && c <= '9':
			table[b] = c - '0'
		case strings.IndexByte(cells.Blanks, c) >= 0:
			table[b] = 0
		case c|0x20 >= 'a' && c|0x20 <= 'y':
			table[b] = letter + c&31
		}
	}
	return table
}()

// symbolTable has a value of its own for each character.
var symbolTable = func() (table cells.CellTable) {
	for b := range table {
		if table[b] = cells.BadCell; b > ' ' && b < 0x7f && strings.IndexByte("|,;:'\"[](){}", byte(b)) < 0 {
			table[b] = uint8(b)
		}
	}
	return table
}()

// table returns the cells that characters stand for.
func (s *Style) table() *cells.CellTable {
	switch {
	case s.Notation == Symbols:
		return &symbolTable
	case s.Cells == nil:
		return &anyTable
	}
	return &s.Cells.Table
}

// readPlain is readChars for most rows: characters of ASCII, without stars, dashes and plus signs. For
// any other line it returns false.
func (s *Style) readPlain(r *row, line []byte) bool {
	if s.Cells == nil || r.places != nil || s.Size == 0 {
		return false
	}
	n, clues, token := 0, 0, 0
	for _, b := range line {
		switch cell := s.Cells.Table[b]; {
		case cell <= maxSize && n < s.Size && b != '-':
			r.cells[n] = cell
			n++
			token++
			if cell > 0 {
				clues++
			}
		case cell != cells.BadCell || b == '+' || b == '*' || b >= utf8.RuneSelf || !cells.Between(b):
			return false
		case token > 0:
			r.endToken(token)
			token = 0
		}
	}
	r.endToken(token)
	r.n, r.clues = n, clues
	return n == s.Size
}

// readChars reads a character a cell, with any separators between them.
func (s *Style) readChars(r *row, line []byte) {
	at, table, most, token, spaced := markLen(line), s.table(), s.most(), 0, false
	tokens, longest := 0, 0
	for at < len(line) && !r.isNone(s) {
		from := at
		b, size := cells.GlyphAt(line[at:])
		at += size
		cell := table[b]
		if cell == cells.BadCell && (cells.Between(b) || b == '*') { // stars make words bold
			if b != '*' && token > 0 {
				r.endToken(token)
				token = 0
			}
			spaced = spaced || syntax.IsSpace(b)
			r.plus = r.plus || b == '+'
			continue
		}
		if token == 0 && spaced && r.isWhole(s) && isWord(line[from:], table) {
			r.tailed = true
			return
		}
		spaced = false
		if b == '-' {
			r.dashes++
		}
		if token++; token == 1 {
			tokens++
		}
		longest = max(longest, token)
		r.add(cell, from, at, most)
	}
	r.endToken(token)
	if longest == cells.Boxes[s.Size].Columns && tokens*longest == s.Size && r.n == s.Size-1 && r.bad == 0 {
		r.shape = 0 // a row in boxes; one lacks a cell
	}
}

// isWhole reports whether all cells of a row were read, and all are good.
func (r *row) isWhole(s *Style) bool { return s.Size > 0 && r.n == s.Size && r.bad == 0 }

// isWord reports whether the text behind the cells of a row holds a character that is no cell, or a
// small letter.
func isWord(text []byte, table *cells.CellTable) bool {
	return bytes.ContainsFunc(text, func(c rune) bool {
		return c < utf8.RuneSelf && table[c] == cells.BadCell && !cells.Between(byte(c)) || c >= 'a' && c <= 'z'
	})
}

// readTokens reads a number or a character a cell.
func (s *Style) readTokens(r *row, line []byte) {
	at, most := markLen(line), s.most()
	for at < len(line) && !r.isNone(s) {
		from := at
		b, size := cells.GlyphAt(line[at:])
		if at += size; cells.Between(b) {
			r.plus = r.plus || b == '+'
			continue
		}
		for at < len(line) {
			b, size = cells.GlyphAt(line[at:])
			if cells.Between(b) && (b != '+' || line[at-1] != 'e') { // as in 7.0e+00
				break
			}
			at += size
		}
		if r.isWhole(s) && isWord(line[from:], s.table()) {
			r.tailed = true
			return
		}
		r.add(s.token(r, line[from:at]), from, at, most)
	}
}

// token reads the text of a cell.
func (s *Style) token(r *row, text []byte) uint8 {
	const longest = 32 // 7.000000000000000000e+00 is a cell
	if len(text) > longest {
		return cells.BadCell
	}
	b, size := cells.GlyphAt(text)
	if b == '-' {
		r.dashes++
	}
	if size == len(text) {
		return s.table()[b]
	}
	if bold := bytes.Trim(text, "*"); len(bold) > 0 {
		text = bold
	}
	if s.Cells != nil {
		if cell, ok := s.Cells.Token(text); ok {
			return cell
		}
		return cells.BadCell
	}
	return anyToken(text)
}

// anyToken is token if the alphabet is not known.
func anyToken(text []byte) uint8 {
	if len(text) == 1 {
		return anyTable[text[0]]
	}
	if whole := cells.WholePart(text); len(whole) <= 2 {
		if n, err := strconv.Atoi(string(whole)); err == nil && n >= 0 && n <= maxSize {
			return uint8(n)
		}
	}
	if cells.IsNoValue(text) {
		return 0
	}
	return cells.BadCell
}
