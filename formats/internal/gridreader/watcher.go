package gridreader

// This file finds grids in lines that belong to no record.

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Watcher looks for strays in lines that belong to no record. Call Line for each such line in order,
// and End where a record or the end of the text follows. It finds:
//
//   - a run of exactly 81 or 256 cells, or of nearly 81;
//   - as many rows as each has cells, in any notation, with rules and blank lines between them;
//   - most rows of such a grid, if no digits clash;
//   - rows of 9 or 16 symbols; one symbol may stand for blanks;
//   - a damaged grid in a line that says it is a solution.
//
// The clues of a stray are about as many and as sound as the clues of puzzles. A Watcher does not
// allocate after NewWatcher.
type Watcher struct {
	stacks [notations]stack
	stray  StrayGrid
	room   [maxSize * maxSize]uint8 // for its cells
}

// A StrayGrid is text that looks like a grid and belongs to no record.
type StrayGrid struct {
	From, To int64 // its place in the file, with line ends
	Line     int   // its first line
	Size     int   // rows that the grid should have; 0: a line with nearly 81 cells
	Rows     int   // rows that were found; 0: the grid is in one line
	Have     int   // cells of such a line, if they are not 81
	Lines    int   // from the first row to the last
	Comment  bool  // it is in a comment
	Blank    byte  // its blank, if it is no usual one; 0: it is
	// Cells are the cells that were found. They are valid until the next call of the Watcher.
	Cells []uint8

	style  *Style            // nil: the grid is in one line
	headed bool              // a row that numbers the columns is above
	fault  model.SyntaxError // of a solution in one line that says so
}

// NewWatcher returns a Watcher.
func NewWatcher() *Watcher {
	w := new(Watcher)
	for n := range notations {
		w.stacks[n].style.Notation = n
	}
	return w
}

// Line looks at the next line, without its end. from and to are its place in the text, with its end,
// and number its number. It returns the stray that ends with the line or before it, or nil.
func (w *Watcher) Line(line []byte, from, to int64, number int) *StrayGrid {
	return w.line(line, newLineAt(line, from, to, number))
}

func (w *Watcher) line(line []byte, at lineAt) *StrayGrid {
	if stray, ok := findRun(line, &w.room); ok {
		w.forget(math.MaxInt64)
		stray.From, stray.To, stray.Line, stray.Lines = at.from, at.to, at.number, 1
		w.stray = stray
		return &w.stray
	}
	cut, rows := -1, 0 // the stack with most rows that end before this line
	for n := range w.stacks {
		s := &w.stacks[n]
		s.read(line)
		if s.style.Notation == Symbols && s.n == 0 && s.isRow() && bytes.Count(s.row.cells[:s.row.n], s.row.cells[:1]) == s.row.n {
			s.kind = ruleLine // all characters are equal
		}
		for ended := s.ended(at); ended > 0; ended = s.ended(at) {
			if ended > rows && s.looksLikeGrid(ended) {
				cut, rows = n, ended
				break
			}
			s.drop(ended)
		}
	}
	found := cut >= 0 && !w.goesOn(&w.stacks[cut], rows)
	if found {
		w.take(&w.stacks[cut], rows)
	}
	return w.push(line, at, found)
}

// goesOn reports whether the first rows of a stack, which end, are a part of another grid, which does not.
func (w *Watcher) goesOn(s *stack, rows int) bool {
	for n := range w.stacks {
		if o := &w.stacks[n]; o.isRow() && o.n >= rows && o.lines[0].from <= s.lines[0].from && o.lines[o.n-1].from == s.lines[rows-1].from && o.looksLikeGrid(o.n) {
			return true
		}
	}
	return false
}

// push adds the line to the grids that it is a row of. It returns the stray that was found before the line,
// if there is one, or the stray that the line completes.
func (w *Watcher) push(line []byte, at lineAt, found bool) *StrayGrid {
	for n := range w.stacks {
		s := &w.stacks[n]
		for ended := s.ended(at); ended > 0; ended = s.ended(at) {
			s.drop(ended) // a part of what was found
		}
		if s.push(line, at); !s.complete() {
			continue
		}
		if !found && s.looksLikeGrid(s.n) {
			w.take(s, s.n)
			return &w.stray
		}
		s.drop(s.n)
	}
	if found {
		return &w.stray
	}
	return nil
}

// End ends the open rows. It returns the stray that they are, or nil.
func (w *Watcher) End() *StrayGrid {
	best := -1
	for n := range w.stacks {
		s := &w.stacks[n]
		s.behead()
		if s.n > 0 && (best < 0 || s.n > w.stacks[best].n) && s.looksLikeGrid(s.n) {
			best = n
		}
	}
	if best < 0 {
		w.forget(math.MaxInt64)
		return nil
	}
	w.take(&w.stacks[best], w.stacks[best].n)
	w.forget(math.MaxInt64)
	return &w.stray
}

// isOpen reports whether there are rows of a grid that may continue.
func (w *Watcher) isOpen() bool {
	for n := range w.stacks {
		if w.stacks[n].n > 0 {
			return true
		}
	}
	return false
}

// forget forgets the rows that end before a place.
func (w *Watcher) forget(to int64) {
	for n := range w.stacks {
		s, rows := &w.stacks[n], 0
		for rows < s.n && s.lines[rows].to <= to {
			rows++
		}
		s.drop(rows)
	}
}

// take makes the first rows of a stack the stray, and forgets the rows up to its end.
func (w *Watcher) take(s *stack, rows int) {
	first, last := s.lines[0], s.lines[rows-1]
	grid := w.room[:copy(w.room[:], s.grid(rows))]
	w.stray = StrayGrid{From: first.from, To: last.to, Line: first.number, Size: s.size, Rows: rows, Cells: grid, Lines: last.number - first.number + 1, style: &s.style, headed: s.headed}
	switch s.style.Notation {
	case Places, Columns:
		w.stray.Blank = ' '
	case Symbols:
		w.stray.Blank, _ = mostFrequent(grid)
	}
	w.forget(last.to)
}

// findRun looks for a grid that is a run of cells in the line, or is nearly one. It reads the cells into
// room.
func findRun(line []byte, room *[maxSize * maxSize]uint8) (stray StrayGrid, ok bool) {
	const least, most = 77, 85 // cells that are nearly 81
	if len(line) < cells.LeastRun {
		return stray, false
	}
	for run := range bytes.FieldsFuncSeq(line, func(c rune) bool { return c >= utf8.RuneSelf || anyTable[c] == cells.BadCell }) {
		switch n := len(run); {
		case n == 81 && isRun(room, run, 9):
			stray.Size, stray.Cells = 9, room[:n]
		case n == 256 && isRun(room, run, 16):
			stray.Size, stray.Cells = 16, room[:n]
		case n >= least && n <= most && n != 81 && isNearly81(run):
			stray.Have = n
		default:
			continue
		}
		stray.Comment = IsComment(line)
		return stray, true
	}
	stray.fault, ok = solutionFault(line)
	stray.Comment = ok && IsComment(line)
	return stray, ok
}

// solutionFault looks for a field that is meant as a grid, in a line whose title says that it is a solution. It
// returns the field's fault.
func solutionFault(line []byte) (fault model.SyntaxError, ok bool) {
	if sectionOf(line) != solutions {
		return fault, false
	}
	at := 0
	for field := range bytes.FieldsFuncSeq(line, func(c rune) bool { return c < utf8.RuneSelf && cells.Between(byte(c)) }) {
		at += bytes.Index(line[at:], field)
		size, table := 81, cells.Cells9
		if len(field) > 128 { // as many digits as the longest digest
			size, table = 256, &anyTable
		}
		switch {
		case !cells.IsMeantAsGrid(field, size, table):
			continue
		case len(field) == size && table.Run(field, size) == size:
			return model.SyntaxError{Column: 1, Err: model.ErrStray}, true
		}
		fault = cells.LineFault(field, size, table)
		fault.Column += at
		return fault, true
	}
	return fault, false
}

// isRun reads the cells of a run, and reports whether they look like a grid. Letters follow the digits, if there are
// some.
func isRun(room *[maxSize * maxSize]uint8, run []byte, size int) bool {
	before := uint8(0)
	for i, b := range run {
		switch room[i] = anyTable[b]; {
		case room[i] > letter && size == 9:
			return false
		case room[i] > 0 && room[i] < letter:
			before = 9
		}
	}
	for i := range run {
		if room[i] > letter {
			room[i] += before - letter
		}
	}
	return IsSound(room[:len(run)], size)
}

// isNearly81 reports whether a run has enough digits, and one character for all blanks.
func isNearly81(run []byte) bool {
	digits, blank := 0, byte(0)
	for _, b := range run {
		switch {
		case b >= '1' && b <= '9':
			digits++
		case anyTable[b] != 0 || blank != 0 && blank != b:
			return false
		default:
			blank = b
		}
	}
	return digits >= cells.LeastClues && blank != 0
}

// IsComment reports whether a line is a comment, perhaps an indented one.
func IsComment(line []byte) bool {
	return syntax.IsComment(bytes.TrimLeft(line, " \t"))
}

// HoldsGrid reports whether a grid is in a line, as a run of cells.
func HoldsGrid(line []byte) bool {
	var room [maxSize * maxSize]uint8
	_, ok := findRun(line[:min(len(line), MaxLine)], &room)
	return ok
}

// NearlyCells returns the number of cells of a line that is nearly 81, or 0.
func NearlyCells(line []byte) int {
	var room [maxSize * maxSize]uint8
	stray, _ := findRun(syntax.TrimBlanks(line), &room)
	return stray.Have
}

// Fault returns the fault of a stray as a record in a file of grids of some sizes.
func (s *StrayGrid) Fault(sizes ...int) model.SyntaxError {
	e := model.SyntaxError{Line: s.Line, Column: 1}
	known := len(sizes) == 0
	for _, size := range sizes {
		known = known || size == s.Size
	}
	switch {
	case s.fault.Err != nil:
		e = s.fault
		e.Line = s.Line
	case s.Size > 0 && !known:
		e.Err, e.Have, e.Want = model.ErrSize, s.Size, sizes[0]
	case s.Blank != 0:
		e.Err, e.Got = model.ErrBlank, s.Blank
	case s.Rows > 0 && s.Rows < s.Size:
		e.Err, e.Have, e.Want = model.ErrRows, s.Rows, s.Size
	default:
		e.Err, e.Have = model.ErrStray, s.Have
	}
	return e
}
