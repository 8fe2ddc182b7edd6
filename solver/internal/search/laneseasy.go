package search

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// This file holds the first pass over a batch of order 9, which solves easy puzzles by naked
// singles. Lanes then search the others. A puzzle that singles solve has one solution, and the
// search makes no guess for it, so the outcome is the same.

// easyEnough is the share of a group, in sixteenths, that the first pass must solve. Otherwise the
// next hardGroups groups get no first pass. It costs as much as half of the group's puzzles cost
// the search.
const (
	easyEnough = 11
	hardGroups = 31
)

// solveEasy makes the first pass. It sets the outcomes of the puzzles that it solves, and lists the
// others in e.hard.
func (e *lanes) solveEasy(b *engine.Workload) {
	e.hard = e.hard[:0]
	i, n := 0, len(b.Outcomes)
	for e.k.Singles != nil && i+e.width <= n {
		solved := e.easyGroup(b, i)
		i += e.width
		if 16*bits.OnesCount32(solved) < easyEnough*e.width {
			for end := min(n, i+hardGroups*e.width); i < end; i++ {
				e.hard = append(e.hard, int32(i))
			}
		}
	}
	for ; i < n; i++ {
		e.hard = append(e.hard, int32(i))
	}
}

// easyGroup makes the first pass for as many puzzles as there are lanes, and returns the set of
// those that it solved.
func (e *lanes) easyGroup(b *engine.Workload, first int) (solved uint32) {
	for l := range e.width {
		e.easyCells[l] = &b.Cells[(first+l)*e.size]
	}
	block := &e.easyBlock[0]
	solved = e.k.Singles(block, &e.easyCells)
	e.k.CellsOut(block, &e.easyCells, solved)
	b.SetSome(first, solved, engine.Outcome{Found: 1, Complete: e.limit > 1})
	for left := e.all &^ solved; left != 0; left &= left - 1 {
		e.hard = append(e.hard, int32(first+bits.TrailingZeros32(left)))
	}
	return solved
}
