package reading

// This file finds grids in the lines that belong to no record.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Stray is text that looks like a grid and belongs to no record.
type Stray struct {
	From, To int  // its bytes, including line ends
	Line     int  // its first line
	Size     int  // rows that the grid should have; 0: a line with a wrong number of cells
	Rows     int  // rows that were found; 0: the grid is in one line
	Cells    int  // cells of such a line
	Comment  bool // it is in a comment
	Blank    byte // its blank, if it is no usual one; 0: it is
}

// A Watcher looks for strays in the lines between records. Call Line for each such line in
// order, and Record where a record follows, and at the end. It looks for these things:
//
//   - a run of exactly 81 or 256 cells, or of nearly 81;
//   - as many rows as each has cells, in any usual notation, with rules and blank lines
//     between them;
//   - most rows of such a grid, if no digits clash;
//   - rows of 9 or 16 symbols; one symbol may stand for blanks.
//
// The clues of a stray are about as many and as sound as the clues of puzzles. The zero Watcher
// is ready for use. It allocates only to grow Found.
type Watcher struct {
	Found  []Stray
	stacks [ways]stack
}

// The notations of rows. Each has a stack of its own, because a line may be a row in
// several of them.
const (
	asCells = iota
	asNumbers
	asCommas
	asSemicolons
	asTabs
	asColumns // digits and spaces at fixed places
	asGroups  // the same between bars
	asSymbols // any characters
	ways
)

// separators of the notations with fields.
var separators = [ways]byte{asCommas: ',', asSemicolons: ';', asTabs: '\t'}

// maxSize is the most rows of a grid.
const maxSize = geometry.MaxSide

// A stack is the last rows that may be one grid.
type stack struct {
	rows, size, shape int
	from, to, line    int
	head              struct{ size, from, line int } // a blank row, or a rule, just above; size 0: none
	cells             [maxSize * maxSize]uint8
}

// A watchedRow is a line as a row in one notation.
type watchedRow struct {
	cells [maxSize]uint8
	size  int // 0: the line is no row
	shape int // characters of each token; 0: does not matter
}

// letter is added to the number of a letter, so that letters and digits differ.
const letter = 100

// Line looks at the next line, without its newline. from and to are its place in the text,
// with the newline, and number its number.
func (w *Watcher) Line(line []byte, from, to, number int) {
	line = syntax.TrimCR(line)
	if w.findRuns(line, nil) {
		w.Record()
		w.findRuns(line, &Stray{From: from, To: to, Line: number})
		return
	}
	pause := len(syntax.TrimBlanks(line)) == 0 || isPause(line)
	var rows [ways]watchedRow
	var l lineCells
	if len(line) <= maxRow && l.load(line) {
		for way := range rows {
			l.read(&rows[way], way)
		}
	}
	cut := -1 // the stack with most rows that ends before this line
	for way := range w.stacks {
		s, r := &w.stacks[way], &rows[way]
		if way == asSymbols && s.rows == 0 && r.isUniform() {
			r.size = 0
		}
		isRow := r.size > 0 && (s.rows > 0 || !pause || !r.isBlank())
		if s.rows > 0 && (isRow && (r.size != s.size || r.shape != s.shape) || !isRow && !pause) {
			if (s.isCut(way) || s.isHeaded(way)) && (cut < 0 || s.rows > w.stacks[cut].rows) {
				cut = way
			} else {
				s.reset()
			}
		}
	}
	if cut >= 0 {
		w.report(cut)
	}
	complete := -1
	for way := range w.stacks {
		s, r := &w.stacks[way], &rows[way]
		if r.size == 0 || s.rows == 0 && pause && r.isBlank() {
			if s.rows == 0 && (r.size > 0 || !pause) {
				s.head.size, s.head.from, s.head.line = r.size, from, number
			}
			continue
		}
		if s.add(r, from, to, number); s.rows == s.size {
			if complete < 0 && s.isGrid(way) {
				complete = way
			} else if complete < 0 {
				s.reset()
			}
		}
	}
	if complete >= 0 {
		w.report(complete)
	}
}

// report adds the rows of a stack to Found and forgets all rows.
func (w *Watcher) report(way int) {
	s := &w.stacks[way]
	stray := Stray{From: s.from, To: s.to, Line: s.line, Size: s.size, Rows: s.rows}
	switch way {
	case asColumns, asGroups:
		stray.Blank = ' '
	case asSymbols:
		stray.Blank = mostFrequent(s.cells[:s.rows*s.size])
	}
	w.Found = append(w.Found, stray)
	w.reset()
}

// reset forgets the open rows.
func (w *Watcher) reset() {
	for way := range w.stacks {
		w.stacks[way].reset()
	}
}

// Record ends the open rows, because a record or the end of the text follows them.
func (w *Watcher) Record() {
	best := -1
	for way := range w.stacks {
		if s := &w.stacks[way]; s.rows > 0 && (s.isCut(way) || s.isHeaded(way)) && (best < 0 || s.rows > w.stacks[best].rows) {
			best = way
		}
	}
	if best >= 0 {
		w.report(best)
	}
	w.reset()
}

// reset forgets the rows.
func (s *stack) reset() { s.rows, s.head.size = 0, 0 }

// isHeaded reports whether the rows are a grid with the blank row above them, which looks like a
// rule. If so, it adds that row.
func (s *stack) isHeaded(way int) bool {
	if way == asSymbols || s.rows != s.size-1 || s.head.size != s.size {
		return false
	}
	copy(s.cells[s.size:], s.cells[:s.rows*s.size])
	clear(s.cells[:s.size])
	s.rows, s.from, s.line = s.size, s.head.from, s.head.line
	return s.isGrid(way)
}

// add pushes a row.
func (s *stack) add(r *watchedRow, from, to, number int) {
	if s.rows == 0 {
		s.size, s.shape, s.from, s.line = r.size, r.shape, from, number
	}
	copy(s.cells[s.rows*s.size:], r.cells[:r.size])
	s.rows++
	s.to = to
}

// isGrid reports whether the rows look like a grid.
func (s *stack) isGrid(way int) bool {
	grid := s.cells[:s.rows*s.size]
	if way == asSymbols {
		return isSymbolGrid(grid, s.size)
	}
	return IsSound(grid, s.size)
}

// isCut reports whether the rows look like most of a grid.
func (s *stack) isCut(way int) bool {
	if 2*s.rows < s.size+2 || s.size < 9 || way == asSymbols {
		return false
	}
	clash, clues, digits := survey(s.cells[:s.rows*s.size], s.size)
	return clash == 0 && clues >= s.size && digits >= 5
}

// isBlank reports whether a row has no clue.
func (r *watchedRow) isBlank() bool {
	for _, cell := range r.cells[:r.size] {
		if cell != 0 {
			return false
		}
	}
	return true
}

// isUniform reports whether all cells of a row are equal.
func (r *watchedRow) isUniform() bool {
	for _, cell := range r.cells[:r.size] {
		if cell != r.cells[0] {
			return false
		}
	}
	return true
}

// boxes are the shapes of the grids that are found, by size.
var boxes = newBoxes()

func newBoxes() (of [maxSize + 1]geometry.Box) {
	for _, order := range cells.MetOrders() {
		of[order] = cells.BoxOf(order)
	}
	return of
}

// leastClues returns the fewest clues that a stray of a size may have.
func leastClues(size int) int {
	if size == 9 {
		return cells.LeastClues
	}
	return max(2*(size-2), size*size/7)
}

// survey counts the clues of the rows of a grid, the clues that repeat another one in a
// house, and the different digits.
func survey(grid []uint8, size int) (clash, clues, digits int) {
	var met [256]bool
	var rows, columns, houses [maxSize][2]uint64
	box := boxes[size]
	for i, cell := range grid {
		if cell == 0 {
			continue
		}
		clues++
		if !met[cell] {
			met[cell] = true
			digits++
		}
		row, column := i/size, i%size
		bit, word := uint64(1)<<(cell&63), cell>>6&1
		r, c, h := &rows[row][word], &columns[column][word], &houses[box.At(row, column)][word]
		if (*r|*c|*h)&bit != 0 {
			clash++
		}
		*r, *c, *h = *r|bit, *c|bit, *h|bit
	}
	return clash, clues, digits
}

// IsSound reports whether cells look like the grid of a puzzle: it has enough clues and
// digits, and at most a tenth of the clues clash.
func IsSound(grid []uint8, size int) bool {
	clash, clues, digits := survey(grid, size)
	return clues >= leastClues(size) && digits >= min(5, size-1) && 10*clash <= clues
}

// mostFrequent returns the character that is most frequent.
func mostFrequent(grid []uint8) (most byte) {
	var counts [256]int
	for _, b := range grid {
		if counts[b]++; counts[b] > counts[most] {
			most = b
		}
	}
	return most
}

// isSymbolGrid reports whether characters are a grid in which one of them, or a usual one,
// stands for blanks.
func isSymbolGrid(grid []uint8, size int) bool {
	var counts [256]int
	for _, b := range grid {
		counts[b]++
	}
	most := int(mostFrequent(grid))
	blank, blanks := -1, 0
	for _, b := range []byte("0.-_*?") {
		if counts[b] > 0 {
			blank = int(b)
			blanks++
		}
	}
	switch {
	case blanks > 1:
		return false
	case counts[most] <= size:
		blank = -1
	case blanks == 0:
		blank = most
	}
	var values [maxSize * maxSize]uint8
	var number [256]uint8
	next := uint8(1)
	for i, b := range grid {
		if int(b) == blank {
			continue
		}
		if number[b] == 0 {
			number[b] = next
			next++
		}
		values[i] = number[b]
	}
	if symbols := int(next) - 1; symbols < 5 || symbols > size {
		return false
	}
	clash, clues, _ := survey(values[:len(grid)], size)
	return clash == 0 && clues >= leastClues(size)
}
