package json

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// leadsOf returns what programs write before the values of columns: without a blank
// (JavaScript, pandas), and with one behind commas and colons (Python).
func leadsOf(columns []form.Column) (leads [2][][]byte) {
	for i, blank := range []string{"", " "} {
		before := "{"
		for _, key := range Keys(columns) {
			leads[i] = append(leads[i], slices.Concat([]byte(before), key, []byte(blank)))
			before = "," + blank
		}
	}
	return leads
}

// readQuick reads the record that text begins with as programs write it, and returns its
// length: an object of all columns in their order, or a grid by itself, the puzzle in a
// string or a list. It returns 0 for any other record.
func (l *layout) readQuick(cells []uint8, text []byte) (n int) {
	if l.Cells != nil && !l.Cells.Packed {
		return 0
	}
	s := scanner{text, 0}
	if l.shape == grids {
		s.takeGrid(cells)
		return s.at
	}
	for i, lead := range l.leadsFor(text) {
		switch {
		case !s.takeText(lead):
			return 0
		case i == l.Puzzle:
			if !s.takeGrid(cells) {
				return 0
			}
		case i == l.Solution && cap(cells) >= 2*len(cells) && s.takeGrid(cells[len(cells):2*len(cells)]):
			// Which is faster than to look for its end.
		case !s.value(1):
			return 0
		}
	}
	if !s.take('}') || s.at == 1 {
		return 0
	}
	return s.at
}

// fieldsQuick takes a record apart if it is as programs write it, and reports whether it is.
func (l *layout) fieldsQuick(dst *form.Fields, text []byte) bool {
	leads := l.leadsFor(text)
	s := scanner{text, 0}
	for i, lead := range leads {
		from := s.at + len(lead)
		if !s.takeText(lead) || !s.value(1) {
			return false
		}
		dst.Values[i] = fieldOf(dst, text[from:s.at], l.Columns[i].Type)
	}
	return len(leads) > 0 && s.take('}')
}

// leadsFor returns the leads that the record that text begins with has, if it has any.
func (l *layout) leadsFor(text []byte) [][]byte {
	if leads := l.leads[0]; len(leads) > 0 && len(text) > len(leads[0]) && text[len(leads[0])] != ' ' {
		return leads
	}
	return l.leads[1]
}

// takeText skips a text, if it is there.
func (s *scanner) takeText(text []byte) bool {
	if !bytes.HasPrefix(s.text[s.at:], text) {
		return false
	}
	s.at += len(text)
	return true
}

// takeGrid skips a string or a list of cells and reads it, if that is what is there.
func (s *scanner) takeGrid(cells []uint8) bool {
	if s.at < len(s.text) && s.text[s.at] == '[' {
		return len(cells) == 81 && s.takeList(cells)
	}
	end := s.at + 1 + len(cells)
	if end < len(s.text) && s.text[s.at] == '"' && s.text[end] == '"' && packed.ReadCells(cells, s.text[s.at+1:end]) {
		s.at = end + 1
		return true
	}
	return false
}

// takeList skips a list of digits, or of nine rows of them, and reads it, if that is
// what is there. Behind commas is a blank, or none.
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

// takeDigits skips a list of as many digits as cells, and reads it, if that is what is
// there: with a comma between digits, or a comma and a blank.
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
