package gridreader

// This file tells solutions from puzzles.

import (
	"bytes"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A neighbour is the puzzle whose solution may follow.
type neighbour struct {
	room  [maxSize * maxSize]uint8
	grid  []uint8 // nil: there is none
	after int     // solutions that followed it
}

// judge says what the first rows of a stack are, and their fault. If they are the puzzle of
// the complete grid that is held, that becomes a solution.
func (r *Reader) judge(s *stack, rows int) (Kind, model.SyntaxError) {
	grid, err, p := s.grid(rows), s.fault(rows), &r.before
	before := p.grid
	near := len(before) == len(grid) && r.held >= 0 && s.lines[rows-1].to-r.queue[r.held].From <= form.MaxHeld
	p.grid = nil
	if r.section == solutions && bytes.IndexByte(grid, 0) >= 0 {
		r.section = puzzles
	}
	switch {
	case err.Err != nil:
		return Fault, err
	case r.keep:
		return Record, err
	case r.section == solutions && near && isMistaken(before, grid):
		return Fault, model.SyntaxError{Line: s.lines[0].number, Column: 1, Err: model.ErrWrongSolution}
	case r.section != puzzles, near && p.after < form.MaxSolutions && cells.IsSolvedBy(before, grid):
		p.grid = before // there may be more
		p.after++
		return Solution, err
	}
	if form.IsOpen(grid) {
		if r.full >= 0 && len(r.queue[r.full].Cells) == len(grid) && cells.IsSolvedBy(grid, r.queue[r.full].Cells) {
			r.queue[r.full].Kind = Solution
		}
		p.grid, p.after = p.room[:copy(p.room[:], grid)], 0
	}
	return Record, err
}

// isMistaken reports whether a grid is meant as the solution of a puzzle and is wrong: it differs from
// some clues, but not from most. If it differs from most, it belongs to another puzzle, as in a section
// with the solutions of all.
func isMistaken(puzzle, grid []uint8) bool {
	wrong := 0
	for i, clue := range puzzle {
		if clue != 0 && clue != grid[i] {
			wrong++
		}
	}
	return wrong > 0 && 2*wrong <= cells.CountClues(puzzle)
}

// A section says what the grids below a title are.
type section uint8

const (
	puzzles   section = iota
	states            // a player's states and colours of the puzzle above
	solutions         // up to the next grid with a blank, which needs no title
)

// maxBlock limits the solutions below a title that are read: those further down are a list of their own.
const maxBlock = MaxRecord / 2

// sections is where a Reader is among titles.
type sections struct {
	section section
	since   int64 // the place of the first title
	apart   bool  // there were more solutions below a title than are read
}

// title takes a line that is no row. Text between puzzles that is no title ends no section.
func (r *Reader) title(line []byte, at lineAt) {
	if r.section == puzzles {
		r.since = at.from
	}
	r.section = sectionOf(line)
}

// sectionOf returns the section that a title announces. A title for solutions begins with "solution",
// "solved" or "answer" after any punctuation, or is a few words and the last is one of these. A title for
// states is the word "state" with punctuation or a number, or "colours": files of SadMan have both below a puzzle.
func sectionOf(title []byte) section {
	const most = 256
	title = title[:min(len(title), most)]
	var first, last []byte
	words := 0
	for at := 0; at < len(title); {
		from := at
		for at < len(title) && (syntax.IsLetter(title[at]) || title[at] >= 0x80) {
			at++
		}
		if from == at {
			at++
			continue
		}
		if last = title[from:at]; words == 0 {
			first = last
		}
		words++
	}
	switch {
	case isSolution(first), words <= 4 && isSolution(last):
		return solutions
	case words == 1 && (bytes.EqualFold(first, []byte("state")) || bytes.EqualFold(first, []byte("colours"))):
		return states
	}
	return puzzles
}

// isSolution reports whether a word says that grids are solutions.
func isSolution(word []byte) bool {
	for _, name := range [...]string{"solution", "solutions", "solved", "answer", "answers"} {
		if len(word) == len(name) && strings.EqualFold(string(word), name) {
			return true
		}
	}
	return false
}
