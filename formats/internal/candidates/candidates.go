// Package candidates reads and writes puzzles that are given as candidates, the digits that each
// cell may still hold: lines of 729 characters, and drawn grids of pencil marks.
package candidates

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

const (
	side      = 9
	cellCount = side * side
	all       = 1<<side - 1 // the candidates of a blank

	maxLine = 4 << 10
	// mostLines limits the lines of a drawn grid, with rules and blank lines.
	mostLines = 40
)

// Form is the form of puzzles that are given as candidates.
var Form form.Form = candidatesForm{}

type candidatesForm struct{}

// plains has the layout of all files, and layouts of other sizes for marks.
var plains = form.PerOrder(func(order int) *layout { return &layout{form.NewInfo(order)} })

type layout struct{ info form.Info }

var spec = form.Spec{
	Name: "candidates", Orders: []int{side}, MaxLine: maxLine, MaxRecord: mostLines * (maxLine + 2),
	Copied: true, Candidates: true, Answers: "line", Writing: form.Writing{Grid: appendGrid, Masks: appendMasks},
}

func (candidatesForm) Spec() *form.Spec { return &spec }

func (candidatesForm) Plain(order int) form.Layout { return plains[order] }

func (l *layout) Info() *form.Info               { return &l.info }
func (*layout) Fields(_ *model.Fields, _ []byte) {}

// Propose proposes the only layout for a sample with a line of 729 characters, or with drawn grids
// if most of them may have solutions, as tables of other numbers do not. A sample that has only
// damaged grids must have most rows of one.
func (candidatesForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if s.Puzzle+s.Solution != "" {
		return form.None
	}
	w := walk{side: side}
	lists, rows, good, possible := 0, 0, 0, 0
	for _, line := range s.Lines() {
		switch w.next(line); {
		case w.kind == list && w.fault.Err == nil:
			lists++
		case w.kind == row:
			rows++
		}
	}
	_ = s.Read(plains[side], func(_, _ []byte, records *model.Records) {
		for at := 0; at < len(records.Candidates); at += cellCount {
			good++
			if isPossible(records.Candidates[at:][:cellCount]) {
				possible++
			}
		}
	})
	damaged := good == 0 && rows > side*2/3
	if lists == 0 && 2*possible <= good && !damaged {
		return form.None
	}
	return form.One(form.Proposal{Layout: plains[side], Matches: lists > 0 || damaged})
}

// isPossible reports whether each digit has a place in each house, and some cell has several
// candidates.
func isPossible(candidates []uint32) bool {
	for _, digits := range houseDigits(candidates, side) {
		if digits != all {
			return false
		}
	}
	return slices.ContainsFunc(candidates, func(digits uint32) bool { return bits.OnesCount32(digits) > 1 })
}

// MeansClues reports whether a puzzle has the same solutions as the puzzle of its cells with one
// candidate: the other cells lack only digits of these in their houses.
func MeansClues(candidates []uint32) bool {
	houses := houseDigits(candidates, 1)
	for cell, digits := range candidates {
		row, column, box := geometry.Of(side).Houses(cell)
		seen := houses[row] | houses[side+column] | houses[2*side+box]
		if bits.OnesCount32(digits) != 1 && digits|seen != all {
			return false
		}
	}
	return true
}

// houseDigits returns the digits in each house that are candidates of a cell with at most so many.
func houseDigits(candidates []uint32, most int) (houses [3 * side]uint32) {
	for cell, digits := range candidates {
		if bits.OnesCount32(digits) > most {
			continue
		}
		row, column, box := geometry.Of(side).Houses(cell)
		for _, house := range [...]int{row, side + column, 2*side + box} {
			houses[house] |= digits
		}
	}
	return houses
}
