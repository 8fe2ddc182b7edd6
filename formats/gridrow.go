package formats

import (
	"bytes"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// maxGridOrder is the greatest order that is recognised, if only to be named.
const maxGridOrder = 25

// A gridRow is what a line holds of a row.
type gridRow struct {
	cells  [maxGridOrder]uint8
	count  int  // of cells; more than the order are not kept
	bad    int  // bytes or fields that are no cells
	digits int  // cells that are not blank
	dashes int  // cells that are dashes
	empty  int  // fields with nothing in them
	plus   bool // there is a plus, as in rules

	badAt  int // the column of the first bad byte
	longAt int // the column of the first cell too many
}

// readRow reads a line.
func (s *gridStyle) readRow(row *gridRow, line []byte) {
	switch {
	case s.boxes:
		s.readBoxes(row, line)
	case s.separator != 0:
		s.readFields(row, line)
	case s.numbers:
		s.readNumbers(row, line)
	default:
		s.readGlyphs(row, line)
	}
}

// readGlyphs reads cells of a character each.
func (s *gridStyle) readGlyphs(row *gridRow, line []byte) {
	for at := 0; at < len(line); {
		b, size := line[at], 1
		if b >= utf8.RuneSelf {
			b, size = cells.GlyphAt(line[at:])
		}
		switch cell := s.table[b]; cell {
		case gapCell:
			row.plus = row.plus || b == '+'
		default:
			row.add(s, cell, at)
			if b == '-' {
				row.dashes++
			}
		}
		at += size
	}
}

// readNumbers reads cells of any length, with gaps between them.
func (s *gridStyle) readNumbers(row *gridRow, line []byte) {
	for at := 0; at < len(line); {
		b, size := cells.GlyphAt(line[at:])
		if s.table[b] == gapCell {
			row.plus = row.plus || b == '+'
			at += size
			continue
		}
		from := at
		for at < len(line) && (s.table[b] != gapCell || b == '+' && line[at-1] == 'e') { // as in 7.0e+00
			at += size
			if at < len(line) {
				b, size = cells.GlyphAt(line[at:])
			}
		}
		row.add(s, s.token(line[from:at]), from)
		if line[from] == '-' {
			row.dashes++
		}
	}
}

// readFields reads cells with separators between them; an empty field is a blank.
// Bars may stand around the row, and a separator behind it.
func (s *gridStyle) readFields(row *gridRow, line []byte) {
	at := 0
	if s.separator == '|' {
		line, at = insideBars(line, s.order)
	}
	if end, _ := s.fieldEnd(line, min(at, len(line))); end == len(line) {
		row.bad = maxGridOrder // a title
		row.badAt = 1
		return
	}
	for at <= len(line) {
		end, size := s.fieldEnd(line, at)
		field := bytes.TrimLeft(line[at:end], fieldMarks)
		at = end - len(field)
		field = bytes.TrimRight(field, fieldMarks)
		if len(field) == 0 && end == len(line) && row.count == s.order {
			return
		}
		cell := uint8(0)
		switch {
		case len(field) == 0:
			row.empty++
		case field[0] == '-':
			row.dashes++
			fallthrough
		default:
			cell = s.token(field)
		}
		row.add(s, cell, at)
		at = end + max(size, 1)
	}
}

// insideBars returns a line without spaces and a bar at its end, and the place behind
// such at its beginning. LaTeX's package sudoku has a point behind the last bar.
func insideBars(line []byte, order int) (inside []byte, at int) {
	line = bytes.TrimRight(line, " \t")
	if bytes.HasSuffix(line, []byte("|.")) && bytes.Count(line, []byte{'|'}) == order+1 {
		line = line[:len(line)-1]
	}
	if _, size := utf8.DecodeLastRune(line); size > 0 {
		if b, _ := cells.GlyphAt(line[len(line)-size:]); b == '|' {
			line = line[:len(line)-size]
		}
	}
	for at < len(line) && syntax.IsSpace(line[at]) {
		at++
	}
	if at < len(line) {
		if b, size := cells.GlyphAt(line[at:]); b == '|' {
			at += size
		}
	}
	return line, at
}

// fieldEnd returns where the field at a place ends, and how long the separator there
// is: 0 at the end of the line.
func (s *gridStyle) fieldEnd(line []byte, at int) (end, size int) {
	if s.separator != '|' {
		if i := bytes.IndexByte(line[at:], s.separator); i >= 0 {
			return at + i, 1
		}
		return len(line), 0
	}
	for at < len(line) {
		b, size := cells.GlyphAt(line[at:])
		if b == '|' {
			return at, size
		}
		at += size
	}
	return at, 0
}

// fieldMarks are what may stand around a field's cell.
const fieldMarks = " \t'\"[]{}()"

// token reads a cell of one character or of several digits.
func (s *gridStyle) token(text []byte) uint8 {
	if b, size := cells.GlyphAt(text); size == len(text) {
		if cell := s.table[b]; int(cell) <= s.order {
			return cell
		}
		return cells.BadCell
	}
	if cell, ok := s.alphabet.Token(text); ok {
		return cell
	}
	return cells.BadCell
}

// add takes note of a cell, or of something bad, at a place of the line.
func (r *gridRow) add(s *gridStyle, cell uint8, at int) {
	if cell == cells.BadCell {
		if r.bad++; r.bad == 1 {
			r.badAt = at + 1
		}
		return
	}
	if r.count < s.order {
		r.cells[r.count] = cell
	} else if r.count == s.order {
		r.longAt = at + 1
	}
	if cell > 0 {
		r.digits++
	}
	r.count++
}

// counts reports whether the cells of a row are 0, 1, 2 and so on, or 1, 2, 3: then
// it may be the head of a grid, which counts the columns.
func (r *gridRow) counts(order int) bool {
	if r.count != order || r.bad > 0 {
		return false
	}
	first := r.cells[0]
	for i, cell := range r.cells[:order] {
		if int(cell) != int(first)+i {
			return false
		}
	}
	return first <= 1
}

// fault tells what is wrong with a line that is meant as a row.
func (r *gridRow) fault(line []byte, order int) SyntaxError {
	switch {
	case len(line) > gridMaxLine:
		return SyntaxError{Column: gridMaxLine + 1, Err: ErrLineTooLong, Want: gridMaxLine}
	case r.bad > 0:
		return SyntaxError{Column: r.badAt, Err: ErrCell, Got: line[r.badAt-1]}
	case r.count < order:
		return SyntaxError{Column: len(syntax.TrimBlanks(syntax.TrimCR(line))) + 1, Err: ErrShort, Have: r.count, Want: order}
	}
	return SyntaxError{Column: r.longAt, Err: ErrLong, Want: order}
}
