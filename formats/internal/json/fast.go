package json

import (
	"bytes"
	"encoding/binary"
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

// takeDigits skips a list of as many digits as cells, 9 or 81, and reads it, if that is
// what is there.
func (s *scanner) takeDigits(cells []uint8) bool {
	text := s.text[s.at:]
	apart := 2
	if len(text) > 3 && text[3] == ' ' {
		apart = 3
	}
	last := len(cells) - 1
	size := apart*last + 3
	if len(text) < size || text[0] != '[' || text[size-1] != ']' {
		return false
	}
	digits := uint32(text[size-2] ^ '0')
	cells[last] = uint8(digits)
	wrong, other := digits+0x76|digits, uint64(0) // the top bit of a byte of wrong is set if it is no digit
	from := text[1:]
	for i := 0; i < last; i += 4 {
		var digits uint32
		var not uint64
		if apart == 2 {
			digits, not = fourDigits(from)
		} else {
			digits, not = fourSpacedDigits(from)
		}
		from = from[4*apart:]
		other |= not
		digits ^= 0x30303030
		wrong |= digits&0x7f7f7f7f + 0x76767676 | digits
		binary.LittleEndian.PutUint32(cells[i:], digits)
	}
	if wrong&0x80808080 != 0 || other != 0 {
		return false
	}
	s.at += size
	return true
}

// fourDigits returns the first four of the bytes that text has with commas between
// them, and behind; not: what is there is not all commas.
func fourDigits(text []byte) (digits uint32, not uint64) {
	word := binary.LittleEndian.Uint64(text)
	return uint32(word&0xff | word>>8&0xff00 | word>>16&0xff0000 | word>>24&0xff000000),
		word&0xff00ff00ff00ff00 ^ 0x2c002c002c002c00
}

// fourSpacedDigits is fourDigits with a blank behind each comma.
func fourSpacedDigits(text []byte) (digits uint32, not uint64) {
	word, rest := binary.LittleEndian.Uint64(text), uint64(binary.LittleEndian.Uint32(text[8:]))
	return uint32(word&0xff | word>>16&0xff00 | word>>32&0xff0000 | rest<<16&0xff000000),
		(word&0xff00ffff00ffff00 ^ 0x2c00202c00202c00) | (rest&0xffff00ff ^ 0x202c0020)
}
