package json

// This file reads records fast if they look as programs write them.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// leadsOf returns the texts that programs write before the values of columns: without
// blanks (JavaScript, pandas), and with a blank after commas and colons (Python).
func leadsOf(columns []model.Column) (leads [2][][]byte) {
	for i, blank := range []string{"", " "} {
		before := "{"
		for _, key := range Keys(columns) {
			leads[i] = append(leads[i], slices.Concat([]byte(before), key, []byte(blank)))
			before = "," + blank
		}
	}
	return leads
}

// readQuick reads the record at the beginning of text and returns its length. It reads
// objects that have all columns in order, and grids alone, with the puzzle in a string or a
// list. It returns 0 for any other record. solution is the place of the solution, if it is a
// string with one byte per cell; or else 0.
func (l *layout) readQuick(cells []uint8, text []byte) (n, solution int) {
	if l.Cells != nil && !l.Cells.Packed {
		return 0, 0
	}
	s := scanner{text, 0}
	if l.shape == grids {
		s.takeGrid(cells)
		return s.at, 0
	}
	for i, lead := range l.leadsFor(text) {
		from := s.at + len(lead)
		switch {
		case !s.takeText(lead):
			return 0, 0
		case i == l.Puzzle:
			if !s.takeGrid(cells) {
				return 0, 0
			}
		case i == l.Solution && cap(cells) >= 2*len(cells) && s.takeGrid(cells[len(cells):2*len(cells)]):
			// This is faster than a search for its end.
			if text[from] == '"' && l.Columns[i].Type != model.Raw {
				solution = from + 1
			}
		case !s.value(1, nil), i == l.Solution && form.Rounded(text[from:s.at]) > 0:
			return 0, 0
		}
	}
	if !s.take('}') || s.at == 1 {
		return 0, 0
	}
	return s.at, solution
}

// fieldsQuick splits a record that looks as programs write it, and reports whether it did.
func (l *layout) fieldsQuick(dst *model.Fields, text []byte) bool {
	leads := l.leadsFor(text)
	s := scanner{text, 0}
	for i, lead := range leads {
		from := s.at + len(lead)
		if !s.takeText(lead) || !s.value(1, nil) {
			return false
		}
		dst.Values[i] = fieldOf(dst, text[from:s.at], l.Columns[i].Type)
	}
	return len(leads) > 0 && s.take('}')
}

// leadsFor returns the leads that match the record at the beginning of text, or nil.
func (l *layout) leadsFor(text []byte) [][]byte {
	if leads := l.leads[0]; len(leads) > 0 && len(text) > len(leads[0]) && text[len(leads[0])] != ' ' {
		return leads
	}
	return l.leads[1]
}

// takeText skips the given text and reports whether it is there.
func (s *scanner) takeText(text []byte) bool {
	if !bytes.HasPrefix(s.text[s.at:], text) {
		return false
	}
	s.at += len(text)
	return true
}

// takeGrid reads and skips a string or a list of cells, and reports whether one is there.
func (s *scanner) takeGrid(grid []uint8) bool {
	if s.at < len(s.text) && s.text[s.at] == '[' {
		return len(grid) == 81 && s.takeList(grid)
	}
	end := s.at + 1 + len(grid)
	if end < len(s.text) && s.text[s.at] == '"' && s.text[end] == '"' && cells.ReadCells(grid, s.text[s.at+1:end]) {
		s.at = end + 1
		return true
	}
	return false
}

// takeList reads and skips a list of digits, or of nine rows of digits, and reports whether
// one is there. A blank may follow each comma.
func (s *scanner) takeList(cells []uint8) bool {
	if s.takeDigits(cells) {
		return true
	}
	from := s.at
	ok := s.take('[')
	for row := 0; row < 9 && ok; row++ {
		if row > 0 {
			ok = s.take(',')
			s.take(' ')
		}
		ok = ok && s.takeDigits(cells[9*row:][:9])
	}
	if ok = ok && s.take(']'); !ok {
		s.at = from
	}
	return ok
}

// takeDigits reads and skips a list with one digit for each of cells, and reports whether
// one is there. Between digits is a comma, or a comma and a blank.
func (s *scanner) takeDigits(cells []uint8) bool {
	text := s.text[s.at:]
	apart := 2
	if len(text) > 3 && text[3] == ' ' {
		apart = 3
	}
	size := apart*(len(cells)-1) + 3
	if len(text) < size || text[0] != '[' || text[size-1] != ']' {
		return false
	}
	wrong := uint8(0)
	for i, from := 0, text[1:size]; i < len(cells); i++ {
		digit := from[0] - '0'
		cells[i] = digit
		if digit > 9 {
			return false
		}
		if i < len(cells)-1 {
			wrong |= from[1] ^ ','
			if apart == 3 {
				wrong |= from[2] ^ ' '
			}
			from = from[apart:]
		}
	}
	if wrong == 0 {
		s.at += size
	}
	return wrong == 0
}
