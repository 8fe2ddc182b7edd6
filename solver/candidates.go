package solver

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/search"
)

// SolveCandidates solves a puzzle that is given as a set of candidates for each
// cell, as players write pencil marks. candidates holds order² masks, row by row,
// in which bit d-1 stands for digit d. If Result.Solutions is not 0, solution
// afterwards holds the first solution; otherwise it is unchanged. A puzzle with
// clues has one candidate in the cell of a clue and all in the others, and the same
// result as with Solve, except that NoSolution takes the place of Contradiction.
//
// All engines of the common search have the same results. Solvers with a reference
// engine use the common search, too. SolveCandidates panics if a length is wrong or
// a mask has a digit beyond the order. It allocates when it is first called.
func (s *Solver) SolveCandidates(candidates []uint32, solution []uint8) (r Result) {
	s.checkCandidates(candidates, solution)
	r.set(s.candidateEngine().SearchCandidates(candidates, solution, s.limit, s.maxGuesses), s.limit)
	return r
}

// candidateEngine returns the engine for candidates. The first call makes it.
func (s *Solver) candidateEngine() engine.CandidateEngine {
	if s.marked == nil {
		s.marked = search.NewCandidates(s.shape)
	}
	return s.marked
}

// checkCandidates panics if candidates or solution are not of the order of s.
func (s *Solver) checkCandidates(candidates []uint32, solution []uint8) {
	n := s.shape.Cells()
	if len(candidates) != n || len(solution) != n || slices.Max(candidates)>>s.order != 0 {
		panic("solver: not the candidates or the solution of a puzzle of the order")
	}
}

// RedundantCandidates sets redundant to the missing candidates that a puzzle can
// do without missing: with any one of them, the puzzle still has one solution. A
// puzzle without such candidates is minimal. Arguments are as in SolveCandidates,
// and solution is the only solution of the puzzle. Whatever the limit of s, each
// missing candidate takes one search for a first solution, without a budget.
func (s *Solver) RedundantCandidates(redundant, candidates []uint32, solution []uint8) {
	s.checkCandidates(candidates, solution)
	with, other := slices.Clone(candidates), slices.Clone(solution)
	for cell, m := range candidates {
		redundant[cell] = 0
		for missing := (1<<s.order - 1) &^ m; missing != 0; missing &= missing - 1 {
			with[cell] = missing & -missing
			if out := s.candidateEngine().SearchCandidates(with, other, 1, engine.Unlimited); out.Found == 0 {
				redundant[cell] |= with[cell]
			}
		}
		with[cell] = m
	}
}
