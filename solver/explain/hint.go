package explain

// This file judges what a player has of a puzzle, and finds the next step.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Marks are the candidates that a player notes for the cells of a puzzle up to 9×9,
// as bits: 1 for the digit 1, 1<<8 for 9. A cell without marks is 0.
type Marks [81]uint32

// A State is what a player has of a puzzle.
type State struct {
	// Puzzle holds the clues, and Cells the clues and the player's entries: as many
	// values each, row by row, 0 = blank. A clue may be blank in Cells.
	Puzzle, Cells []uint8
	Board         shapes.Box // zero: the usual one
	Marks         *Marks     // nil: none. Larger puzzles must have none
}

// A Mistake is a wrong cell of a State.
type Mistake struct {
	Cell  int   // from 0, row by row
	Digit uint8 // the wrong entry; 0: the marks of the cell lack its digit
	Clue  uint8 // the clue of that cell, or 0
}

// A Hint names the mistakes in a State, and which step is next.
type Hint struct {
	Wrong []Mistake
	// Cells and Marks are the State without its mistakes, and with all clues.
	Cells []uint8
	Marks *Marks
	// Step is the easiest next step from there. Its Technique is NoTechnique if
	// there is none: the puzzle is solved or has another size than 4×4, 6×6 and
	// 9×9, or the step would take too much work.
	Step Step

	board shapes.Box
}

// Hint returns a hint for a State of a puzzle with one solution.
func (r *Rater) Hint(s State, solution []uint8) Hint {
	h := Hint{Cells: slices.Clone(s.Puzzle), board: shapes.Like(s.Board, shapes.OfCells(len(s.Puzzle)).Side())}
	if s.Marks != nil {
		h.Marks = new(*s.Marks)
	}
	for cell, right := range solution {
		switch digit := s.Cells[cell]; {
		case digit == right:
			h.Cells[cell] = digit
		case digit != 0:
			h.Wrong = append(h.Wrong, Mistake{cell, digit, s.Puzzle[cell]})
		}
		if h.Marks != nil && h.Cells[cell] == 0 && h.Marks[cell] != 0 && h.Marks[cell]>>(right-1)&1 == 0 {
			h.Marks[cell] = 0
			if s.Cells[cell] == 0 {
				h.Wrong = append(h.Wrong, Mistake{Cell: cell})
			}
		}
	}
	if emptyGrids[h.board] != nil && !h.Solved() {
		r.begin(h.board, h.Cells)
		r.record, r.unique = true, true
		r.grid.load(h.board, h.Cells)
		r.grid.keep(h.board, h.Marks)
		if _, ok := r.next(); ok {
			h.Step = r.hint.step(&r.grid, h.board)
		}
	}
	return h
}

// Solved reports whether all cells have their right digits.
func (h *Hint) Solved() bool { return !slices.Contains(h.Cells, 0) }

// Candidates returns the digits and candidates after the step: one bit for a cell
// with a digit.
func (h *Hint) Candidates() *Marks {
	g := new(grid)
	g.load(h.board, h.Cells)
	g.keep(h.board, h.Marks)
	for _, c := range h.Step.Removed {
		g.remove(framed(h.board, int(c.Cell)), int(c.Digit)-1)
	}
	if p := h.Step.Placed; p.Digit != 0 {
		g.place(framed(h.board, int(p.Cell)), int(p.Digit)-1)
	}
	candidates := new(Marks)
	for cell := range h.Cells {
		at := framed(h.board, cell)
		if candidates[cell] = uint32(g.cands[at]); g.digits[at] != 0 {
			digit := g.digits[at]
			candidates[cell] = 1 << (digit - 1)
		}
	}
	return candidates
}

// String returns the hint in one line, for example "Wrong: r5c5=3. Next: Hidden
// Single in box 1: r3c3 is 3", or "solved". It shortens chains.
func (h *Hint) String() string {
	next := h.Step.Short()
	switch {
	case h.Solved():
		next = "solved"
	case emptyGrids[h.board] == nil:
		next = Unsupported.Why()
	case h.Step.Technique == NoTechnique:
		next = "the next step would take too much work"
	}
	if len(h.Wrong) == 0 {
		return next
	}
	return "Wrong: " + h.Mistakes() + ". Next: " + next
}

// Mistakes lists the mistakes, for example "r5c5=3, the marks of r6c6".
func (h *Hint) Mistakes() string {
	var list []string
	for _, m := range h.Wrong {
		switch name := h.NameOf(m.Cell); {
		case m.Digit == 0:
			list = append(list, "the marks of "+name)
		case m.Clue != 0:
			list = append(list, fmt.Sprintf("%s=%d (the clue is %d)", name, m.Digit, m.Clue))
		default:
			list = append(list, fmt.Sprintf("%s=%d", name, m.Digit))
		}
	}
	return strings.Join(list, ", ")
}

// NameOf returns the name of a cell, such as r12c3.
func (h *Hint) NameOf(cell int) string {
	order := shapes.OfCells(len(h.Cells)).Side()
	return "r" + strconv.Itoa(cell/order+1) + "c" + strconv.Itoa(cell%order+1)
}

// keep removes the candidates that marks lack; nil means none.
func (g *grid) keep(board shapes.Box, marks *Marks) {
	if marks == nil {
		return
	}
	for cell, marked := range marks[:board.Cells()] {
		if marked == 0 {
			continue
		}
		cell = framed(board, cell)
		for rest := g.cands[cell] &^ uint16(marked); rest != 0; rest &= rest - 1 {
			g.remove(cell, lowest(rest))
		}
	}
}
