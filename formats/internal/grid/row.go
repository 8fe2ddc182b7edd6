package grid

// This file reads one row of a grid.

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// maxOrder is the greatest order that is recognised, if only for an error message.
const maxOrder = geometry.MaxSide

// A row holds the cells of a line.
type row struct {
	cells  [maxOrder]uint8
	count  int  // number of cells; surplus cells are not kept
	bad    int  // number of bytes or fields that are not cells
	digits int  // number of cells that are not blank
	dashes int  // number of cells that are dashes
	empty  int  // number of cells without text
	plus   bool // there is a plus, as in rules
	shape  int  // characters of each token, if cells are characters; -1: they differ, as in "-1 -2 0"

	from [maxOrder]uint16 // where the text of a cell begins; after the line: its place there
	size [maxOrder]uint8  // the length of this text, or of the space for it

	badAt  int // the column of the first bad byte
	longAt int // the column of the first surplus cell
}

// readRow reads a line into r, which is empty.
func (s *style) readRow(r *row, line []byte) {
	switch {
	case s.group > 0:
		s.readPlaces(r, line)
	case s.fixed:
		s.readFixed(r, line)
	case s.separator != 0:
		s.readFields(r, line)
	case s.numbers || !s.readPlain(r, line):
		s.readCells(r, line)
	}
}

// readPlain is readCells for a well-formed row of ASCII characters without dashes and plus
// signs, which is most rows. For any other line it returns false and leaves r empty.
func (s *style) readPlain(r *row, line []byte) bool {
	n, first, token := 0, 0, 0 // the sizes of the first and of the last token
	for i, b := range line {
		cell := s.Table[b]
		switch {
		case int(cell) <= s.Order && n < s.Order && b != '-':
			if i > 0 && s.Table[line[i-1]] == cells.BadCell && token > 0 {
				if first == 0 {
					first = token
				} else if first != token {
					first = -1
				}
				token = 0
			}
			token++
			r.cells[n], r.from[n], r.size[n] = cell, uint16(i), 1
			n++
			if cell > 0 {
				r.digits++
			}
		case cell != cells.BadCell || b == '+' || b >= utf8.RuneSelf || !cells.Between(b):
			*r = row{}
			return false
		}
	}
	if r.count = n; n < s.Order {
		*r = row{}
	} else if first == 0 || first == token {
		r.shape = token
	}
	return n == s.Order
}

// readCells reads characters or numbers, with separators between them.
func (s *style) readCells(r *row, line []byte) {
	token, tokens, longest := 0, 0, 0
	endToken := func() {
		if token > 0 {
			tokens++
		}
		longest = max(longest, token)
		if r.shape == 0 && r.count+r.bad == token {
			r.shape = token
		} else if token > 0 && token != r.shape {
			r.shape = -1
		}
		token = 0
	}
	for at := 0; at < len(line); {
		glyph, size := cells.GlyphAt(line[at:])
		from := at
		at += size
		if s.isGap(glyph) {
			endToken()
			r.plus = r.plus || glyph == '+'
			continue
		}
		for s.numbers && at < len(line) {
			glyph, size = cells.GlyphAt(line[at:])
			if s.isGap(glyph) && (glyph != '+' || line[at-1] != 'e') { // as in 7.0e+00
				break
			}
			at += size
		}
		r.add(s, line[from:at], from)
		token++
	}
	endToken()
	// A row has no shape if one of its boxes lacks a cell.
	lacks := longest == geometry.Of(s.Order).Columns && tokens*longest == s.Order && r.count == s.Order-1 && r.bad == 0
	if s.numbers || lacks {
		r.shape = 0
	}
}

// readFixed reads a character a cell. A space is the only blank, and the last spaces may be missing: so a
// row that lacks a cell of a grid with other blanks is never completed.
func (s *style) readFixed(r *row, line []byte) {
	if len(line) > s.Order || s.hasBlank(line) {
		r.bad, r.badAt = maxOrder, 1
		return
	}
	for i := range s.Order {
		if i >= len(line) || line[i] == ' ' {
			r.add(s, nil, i)
			r.place(i, 1)
		} else {
			r.add(s, line[i:i+1], i)
		}
	}
	if len(line) == 0 {
		*r = row{}
	}
}

// hasBlank reports whether a line has a blank that is no space.
func (s *style) hasBlank(line []byte) bool {
	return slices.ContainsFunc(line, func(b byte) bool { return b != ' ' && s.Table[b] == 0 })
}

// fieldMarks are the characters that may surround the cell in a field.
const fieldMarks = " \t'\"[]{}()"

// readFields reads fields. Empty fields are blanks.
func (s *style) readFields(r *row, line []byte) {
	for at := 0; at <= len(line); {
		end := len(line)
		if i := bytes.IndexByte(line[at:], s.separator); i >= 0 {
			end = at + i
		}
		field := bytes.TrimLeft(line[at:end], fieldMarks)
		r.add(s, bytes.TrimRight(field, fieldMarks), end-len(field))
		if len(field) == 0 {
			middle, size := at+(end-at)/2, 0
			if middle < end && line[middle] == ' ' {
				size = 1
			}
			r.place(middle, size)
		}
		at = end + 1
	}
	// The last empty fields may be missing. Each lies a separator behind the one before.
	end := len(line)
	for least := s.Order/2 + 1; r.empty > 0 && r.count >= least && r.count < s.Order; {
		end++
		r.add(s, nil, end)
	}
}

// add adds a cell, which begins at a place of the line. Without text it is a blank.
func (r *row) add(s *style, text []byte, at int) {
	cell := uint8(0)
	if len(text) == 0 {
		r.empty++
	} else {
		glyph, size := cells.GlyphAt(text)
		if glyph == '-' {
			r.dashes++
		}
		if cell = s.Table[glyph]; size < len(text) {
			var ok bool
			if cell, ok = s.Token(text); !ok {
				cell = cells.BadCell
			}
		}
	}
	if int(cell) > s.Order {
		if r.bad++; r.bad == 1 {
			r.badAt = at + 1
		}
		return
	}
	if r.count < s.Order {
		r.cells[r.count] = cell
		r.from[r.count], r.size[r.count] = uint16(at), uint8(min(len(text), 255))
	} else if r.count == s.Order {
		r.longAt = at + 1
	}
	if cell > 0 {
		r.digits++
	}
	r.count++
}

// place sets where the text of the last cell, which has none, belongs.
func (r *row) place(at, size int) {
	if n := r.count - 1; n >= 0 && n < len(r.from) {
		r.from[n], r.size[n] = uint16(at), uint8(size)
	}
}

// ends counts the cells up to the end of a line, which may have been cut off. blank says that the
// last cell of all is in the line and has no text: so lines of its grid were not cut off.
func (r *row) ends(line []byte, order int) (have int, blank bool) {
	for have = order; have > 0 && int(r.from[have-1])+int(r.size[have-1]) > len(line); {
		have--
	}
	last := order - 1
	return have, have == order && len(bytes.TrimSpace(line[r.from[last]:][:r.size[last]])) == 0
}

// move adds the length of the text before the row to its places.
func (r *row) move(by int) {
	r.badAt += by
	r.longAt += by
	for i := range r.from {
		r.from[i] += uint16(by)
	}
}

// counts reports whether the cells are 0, 1, 2 and so on, or 1, 2, 3. Such a row may be the
// head of a grid.
func (r *row) counts(order int) bool {
	for i, cell := range r.cells[:order] {
		if int(cell) != int(r.cells[0])+i {
			return false
		}
	}
	return r.count == order && r.bad == 0 && r.cells[0] <= 1
}

// fault returns the fault of a line that is meant as a row.
func (r *row) fault(line []byte, order int) model.SyntaxError {
	switch {
	case len(line) > maxLine:
		return model.SyntaxError{Column: maxLine + 1, Err: model.ErrLineTooLong, Want: maxLine}
	case r.bad > 0:
		return model.SyntaxError{Column: r.badAt, Err: model.ErrCell, Got: line[r.badAt-1]}
	case r.count < order:
		return model.SyntaxError{Column: endColumn(line), Err: model.ErrShort, Have: r.count, Want: order}
	}
	return model.SyntaxError{Column: r.longAt, Err: model.ErrLong, Want: order}
}

// endColumn returns the column right after the text of a line.
func endColumn(line []byte) int { return len(syntax.TrimBlanks(syntax.TrimCR(line))) + 1 }
