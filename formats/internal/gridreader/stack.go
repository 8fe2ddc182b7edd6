package gridreader

// This file collects rows to grids.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A stack holds the rows of an open grid in one style. For each line of a text, call read. If ended
// then returns some rows, these are a grid that ends before the line: use it and drop it. Then call push.
// If complete then returns true, the stack is a grid.
type stack struct {
	style  Style
	size   int // of the open grid
	n      int // its rows
	cells  [(maxSize + 1) * maxSize]uint8
	lines  [maxSize + 1]lineAt
	gaps   [maxSize + 1]bool // a blank line is above the row
	gap    bool              // a blank line is below the last row
	dashed bool              // a dash was a blank among other cells
	headed bool              // a row that numbers the columns is above
	ruled  bool              // the last line that is no row is a rule
	rule   bool              // the last line is a rule
	shape  int               // of the first row
	err    model.SyntaxError // the first malformed row

	kind lineKind // of the line that was read last
	row  row
}

// A lineAt is the place of a line.
type lineAt struct {
	from, to int64
	number   int
	reach    int64 // as to, if all lines before and this one were cut to MaxLine+1 bytes
	column   int   // behind its text
	missing  int   // last blanks of a row that are behind its end
	blankEnd bool
	bad      bool // it is a malformed row
}

// newLineAt returns the place of a line without its end, which is from-to with its end.
func newLineAt(line []byte, from, to int64, number int) lineAt {
	return lineAt{from: from, to: to, reach: to, number: number, column: len(syntax.TrimBlanks(line)) + 1}
}

// isOpen reports whether rows are missing.
func (s *stack) isOpen() bool { return s.n > 0 && s.n < s.size }

// isRow reports whether the last line is a row or is meant as one.
func (s *stack) isRow() bool { return s.kind == rowLine || s.kind == badRowLine }

// read reads a line.
func (s *stack) read(line []byte) lineKind {
	if s.style.Strict {
		s.kind = s.readStrict(line)
	} else {
		s.kind = s.style.classify(&s.row, line, s.isOpen(), s.dashed)
	}
	return s.kind
}

// ended returns the first rows of the stack that are a grid which ends before the line, or 0. at is the
// place of the line.
func (s *stack) ended(at lineAt) (rows int) {
	if s.n == 0 || s.kind == blankLine || s.kind == ruleLine {
		return 0
	}
	s.behead()
	if s.kind == otherLine || s.n == s.size || s.rowSize() != s.size || at.reach-s.lines[0].reach > MaxRecord ||
		s.kind == rowLine && s.shape > 0 && s.row.shape > 0 && s.shape != s.row.shape {
		return s.n
	}
	period := s.period()
	switch {
	case s.gap == s.wantsGap():
		return 0
	case s.gap || period == 0 || s.lines[period].bad: // alone it may be no row
		return s.n
	case period == 1 && s.mayBeHead():
		s.drop(1)
		s.headed = true
		return 0
	}
	return period // the rows above a blank line are another grid, which was cut
}

// mayBeHead reports whether the first row may number the columns. In a style that was chosen, it is known.
func (s *stack) mayBeHead() bool { return s.style.Cells == nil && isHead(s.cells[:s.size]) }

// behead drops the first row of a full stack if it numbers the columns: with it, clues clash.
func (s *stack) behead() {
	if s.n == 0 || s.n < s.size || s.gap || !s.mayBeHead() {
		return
	}
	if cells.HasClash(s.grid(s.n), s.size) {
		s.drop(1)
		s.headed = true
	}
}

// rowSize returns the number of cells that the line has or should have.
func (s *stack) rowSize() int {
	if s.style.Size == 0 || s.style.Strict && s.kind == rowLine {
		return s.row.n
	}
	return s.style.Size
}

// push adds the line if it is a row.
func (s *stack) push(line []byte, at lineAt) {
	if !s.isRow() {
		if s.kind == ruleLine && s.n == 1 && !s.ruled && isDelimiter(line) {
			s.drop(1)
		}
		ends := s.rule && s.kind == ruleLine // the lower border of a grid and the upper one of the next
		s.rule, s.ruled = s.kind == ruleLine, s.kind == ruleLine
		s.gap = s.n > 0 && (s.gap || s.kind == blankLine || ends)
		return
	}
	s.rule = false
	if s.n == 0 {
		s.size, s.shape, s.err = s.rowSize(), s.row.shape, model.SyntaxError{}
		if s.kind == badRowLine {
			s.shape = 0
		}
		s.dashed, s.gap, s.headed = false, false, false
	}
	copy(s.cells[s.n*s.size:][:s.size], s.row.cells[:])
	if at.bad = s.kind == badRowLine; !at.bad {
		at.missing, at.blankEnd = s.row.missing, s.row.blankEnd
	}
	s.lines[s.n], s.gaps[s.n], s.gap = at, s.gap, false
	s.dashed = s.dashed || s.row.dashes > 0
	if s.n++; s.kind == badRowLine && s.err.Err == nil {
		s.err = s.row.fault(line, s.size)
		s.err.Line, s.err.Row = at.number, s.n
	}
}

// complete reports whether the stack is a grid. If its first row may be a head, the next line decides.
func (s *stack) complete() bool { return s.isRow() && s.n == s.size && !s.mayBeHead() }

// period returns the number of rows above the first blank line in the open grid, or 0.
func (s *stack) period() int {
	for i := range s.n {
		if s.gaps[i] {
			return i
		}
	}
	return 0
}

// wantsGap reports whether a blank line may be below the last row: there is one between all boxes of a
// grid, or between all rows, or none.
func (s *stack) wantsGap() bool {
	if p := s.period(); p > 0 {
		return s.n%p == 0
	}
	return s.gap && (s.n == max(1, cells.Boxes[s.size].Rows) || s.n == 1)
}

// drop forgets the first rows.
func (s *stack) drop(rows int) {
	copy(s.cells[:], s.cells[rows*s.size:s.n*s.size])
	copy(s.lines[:], s.lines[rows:s.n])
	copy(s.gaps[:], s.gaps[rows:s.n])
	if s.n -= rows; s.n == 0 {
		s.gap = false
	}
	s.gaps[0] = false
	if s.err.Row -= rows; s.err.Row <= 0 {
		s.err = model.SyntaxError{}
	}
}

// grid returns the cells of the first rows.
func (s *stack) grid(rows int) []uint8 { return s.cells[:rows*s.size] }

// fault returns the fault of a grid of the first rows. Its Err is nil if there is none.
func (s *stack) fault(rows int) model.SyntaxError {
	if s.size != s.style.Size {
		return model.SyntaxError{Line: s.lines[0].number, Column: 1, Row: 1, Err: model.ErrSize, Have: s.size, Want: s.style.Size}
	}
	if s.err.Err == nil {
		if row := s.cutRow(rows); row > 0 {
			at := s.lines[row-1]
			return model.SyntaxError{Line: at.number, Column: at.column, Row: row, Err: model.ErrShort, Have: s.size - at.missing, Want: s.size}
		}
	}
	if last := s.lines[rows-1]; s.err.Row > rows || s.err.Err == nil && rows < s.size {
		return model.SyntaxError{Line: last.number, Column: last.column, Row: rows, Err: model.ErrRows, Have: rows, Want: s.size}
	}
	return s.err
}

// cutRow returns the only row among the first rows whose last blanks are missing, if another row has
// them: it lacks a cell anywhere. It returns 0 if there is none.
func (s *stack) cutRow(rows int) (row int) {
	blankEnd, cuts := false, 0
	for i, at := range s.lines[:rows] {
		if blankEnd = blankEnd || at.blankEnd; at.missing > 0 {
			cuts++
			row = i + 1
		}
	}
	if !blankEnd || cuts != 1 {
		return 0
	}
	return row
}
