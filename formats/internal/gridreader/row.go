package gridreader

// This file reads a line as a row, and judges it.

import (
	"bytes"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A row is a line that was read in a style.
type row struct {
	cells [maxSize]uint8
	n     int // cells; those beyond the size are counted and not kept
	// places, unless nil, gets the place of each cell's text, or where it belongs if it has none.
	places *[maxSize]place
	tally
}

// A place is a part of a line. It may lie behind its end.
type place struct{ from, to int }

// A tally is what a row is judged by.
type tally struct {
	clues, dashes, empty int
	missing              int  // last blanks that are behind the end of the line
	blankEnd             bool // the last blank is in the line, and is empty
	bad, badAt           int  // characters that are no cells, and the column of the first
	longAt               int  // the column of the first surplus cell
	shape                int  // characters a token, if cells are characters: all tokens of a grid have as many; -1: they differ
	plus                 bool // there is a plus, as in rules
	tailed               bool // text that is no cell follows the cells
	long                 bool // the line is too long
}

// read reads a line. It reports whether the line can be a row at all.
func (s *Style) read(r *row, line []byte) bool {
	r.n, r.tally = 0, tally{}
	switch s.Notation {
	case Chars:
		if !s.readPlain(r, line) {
			r.n, r.tally = 0, tally{}
			s.readChars(r, line)
		}
	case Symbols:
		s.readChars(r, line)
	case Numbers:
		s.readTokens(r, line)
	case Places:
		return s.readPlaces(r, line)
	case Columns:
		return s.readColumns(r, line)
	default:
		s.readFields(r, line)
	}
	return r.n > 0
}

// most returns the most cells that a row may have.
func (s *Style) most() int {
	if s.Size == 0 {
		return maxSize
	}
	return s.Size
}

// markLen returns the length of the mark before a list of cells: of an item in YAML, "- ", where a dash cannot be a
// blank, or of the name of a list of rows, as in "grid = [[5, 3, 0],".
func markLen(line []byte) int {
	begin := len(line) - len(bytes.TrimLeft(line, " \t"))
	if item, ok := bytes.CutPrefix(line[begin:], []byte("- ")); ok && len(item) > 0 && (bytes.IndexByte([]byte(`['"`), item[0]) >= 0 || bytes.IndexByte(item, ' ') < 0) {
		return begin + len("- ")
	}
	list := bytes.IndexAny(line, "=:") + 1
	if list == 0 || !syntax.IsLetter(line[begin]) || bytes.IndexByte(line[:list], '"') >= 0 {
		return 0
	}
	opened := 0
	for _, b := range line[list:] {
		switch b {
		case '[', '{', '(':
			opened++
		case ']', '}', ')':
			opened--
		}
	}
	if opened <= 0 {
		return 0
	}
	return list
}

// add adds a cell with the text at line[from:to].
func (r *row) add(cell uint8, from, to, most int) {
	switch {
	case cell == cells.BadCell:
		if r.bad++; r.bad == 1 {
			r.badAt = from + 1
		}
		return
	case r.n < most:
		if r.cells[r.n] = cell; r.places != nil {
			r.places[r.n] = place{from, to}
		}
	case r.n == most:
		r.longAt = from + 1
	}
	if r.n++; cell > 0 {
		r.clues++
	}
}

// endToken ends a token of some characters.
func (r *row) endToken(size int) {
	if r.shape == 0 {
		r.shape = size
	} else if size > 0 && size != r.shape {
		r.shape = -1
	}
}

// isNone reports whether a line cannot be a row: where nothing is known, no cell may be bad.
func (r *row) isNone(s *Style) bool {
	return s.Cells == nil && (r.bad > 0 || r.n > maxSize || r.shape < 0)
}

// A lineKind is the role of a line in a grid.
type lineKind uint8

const (
	otherLine lineKind = iota
	rowLine
	badRowLine // meant as a row
	blankLine
	ruleLine
)

// classify reads a line as the next one of an open grid, or as the first one of a grid. dashed says that
// a dash is a blank.
func (s *Style) classify(r *row, line []byte, open, dashed bool) lineKind {
	if len(line) > MaxLine {
		if r.tally = (tally{long: true}); open && s.Cells != nil {
			return badRowLine
		}
		return otherLine
	}
	isBlank := len(bytes.TrimSpace(line)) == 0
	if isBlank && s.Notation != Columns && s.Notation != Tabs {
		return blankLine
	}
	if s.isComment(line) {
		return otherLine
	}
	can := s.read(r, line)
	switch {
	case can && r.bad == 0 && r.shape >= 0 && (open || !r.tailed) && s.fits(r):
		return s.rowKind(r, open, dashed)
	case isBlank:
		return blankLine
	case cells.IsRule(line), s.Notation == Ampersands && isCommand(line):
		return ruleLine
	case s.Cells != nil && can && s.isMeant(r, open):
		return badRowLine
	}
	return otherLine
}

// isComment reports whether a line is a comment. It is none where its first character is a cell.
func (s *Style) isComment(line []byte) bool {
	return syntax.IsComment(line) && s.table()[line[0]] == cells.BadCell
}

// rowKind returns the role of a row with the cells of a grid. It may be a rule of dashes, or number the
// columns.
func (s *Style) rowKind(r *row, open, dashed bool) lineKind {
	switch {
	case r.dashes == r.n && (r.plus || s.Cells == nil && !dashed), s.Notation == Columns && !open && r.clues == 0:
		return ruleLine
	case s.Headed && isHead(r.cells[:r.n]):
		return otherLine
	}
	return rowLine
}

// fits reports whether grids have rows of so many cells, and the cells are digits of these grids.
func (s *Style) fits(r *row) bool {
	if s.Size > 0 && r.n != s.Size || r.n < 4 || r.n > maxSize || cells.Boxes[r.n].Rows == 0 {
		return false
	}
	if s.Notation == Symbols {
		return r.n == 9 || r.n == 16
	}
	for _, cell := range r.cells[:r.n] {
		if int(cell) > r.n && (cell < letter || r.n <= 9) {
			return false
		}
	}
	return true
}

// isMeant reports whether a malformed line is meant as a row. Outside an open grid, where titles may
// stand, it must be very similar to a row. It may have one cell too many or too few, but it may not be a
// date with dashes, or have words among empty fields.
func (s *Style) isMeant(r *row, open bool) bool {
	extra := r.n + r.bad - s.Size
	more := max(extra, -extra)
	switch {
	case 3*r.bad > r.n:
		return false
	case open && r.shape < 0:
		return r.bad == 0 && more == 1 // a cell of a box
	case open:
		return 3*more <= s.Size
	}
	return r.shape >= 0 && !r.tailed && (r.bad == 0 || r.empty == 0 || r.clues > 0) && (extra == 0 || more == 1 && r.dashes == 0)
}

// fault returns the fault of a line that is meant as a row of some cells.
func (r *row) fault(line []byte, size int) model.SyntaxError {
	switch {
	case r.long:
		return model.SyntaxError{Column: MaxLine + 1, Err: model.ErrLineTooLong, Want: MaxLine}
	case r.bad > 0:
		return model.SyntaxError{Column: r.badAt, Err: model.ErrCell, Got: line[r.badAt-1]}
	case r.n < size:
		return model.SyntaxError{Column: len(syntax.TrimBlanks(line)) + 1, Err: model.ErrShort, Have: r.n, Want: size}
	}
	return model.SyntaxError{Column: r.longAt, Err: model.ErrLong, Want: size}
}

// isHead reports whether cells are 0, 1, 2 and so on, or 1, 2, 3. Such a row may number the columns of
// a grid.
func isHead(row []uint8) bool {
	for i, cell := range row {
		if int(cell) != int(row[0])+i {
			return false
		}
	}
	return row[0] <= 1
}
