package explain

// This file rates puzzles that are given as candidates.

import (
	"math/bits"
	"slices"

	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
)

// RateCandidates is Rate for a puzzle that is given as candidates: 81 masks, in which
// bit d-1 stands for digit d.
func (r *Rater) RateCandidates(candidates []uint32) Rating {
	r.record = false
	return r.rateCandidates(candidates)
}

// ExplainCandidates is Explain for a puzzle that is given as candidates. Its steps
// begin at the cells that StartOf returns.
func (r *Rater) ExplainCandidates(candidates []uint32) (Rating, []Step) {
	return r.explained(func() Rating { return r.rateCandidates(candidates) })
}

func (r *Rater) rateCandidates(candidates []uint32) Rating {
	if slices.Contains(candidates, 0) {
		return Rating{Status: NoSolution}
	}
	return r.rate(shapes.Of(9), StartOf(candidates), (*Marks)(candidates))
}

// StartOf returns the cells of a puzzle that is given as candidates before the first
// step. As in SukakuExplainer, a cell with one candidate is filled only if no other cell
// in its houses has this candidate.
func StartOf(candidates []uint32) []uint8 {
	cells := make([]uint8, 81)
	for cell, digits := range candidates {
		seen := uint32(0)
		for rest := peers[cell]; !rest.empty(); {
			seen |= candidates[rest.next()]
		}
		if bits.OnesCount32(digits) == 1 && seen&digits == 0 {
			cells[cell] = uint8(bits.Len32(digits))
		}
	}
	return cells
}

// of returns the candidates of a puzzle with clues and these marks.
func (m *Marks) of(clues []uint8, side int) []uint32 {
	candidates := slices.Clone(m[:len(clues)])
	for cell, digit := range clues {
		switch {
		case digit != 0:
			candidates[cell] = 1 << (digit - 1)
		case candidates[cell] == 0:
			candidates[cell] = 1<<side - 1
		}
	}
	return candidates
}
