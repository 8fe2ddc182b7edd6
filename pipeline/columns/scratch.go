package columns

// This file has the memory and the solvers with which a worker computes columns.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Scratch is what one worker computes columns with: solvers, raters and buffers. Each is made
// when a column first needs it.
type Scratch struct {
	puzzles Puzzles
	stop    func() bool

	raters   [2]*solver.Rater // by size
	ratings  []solver.Rating  // of the puzzles
	checkers [2]*solver.MinimalChecker
	// redundant has the redundant clues of each puzzle with one solution.
	redundant []solver.CellSet

	canonicalizer *solver.Canonicalizer
	canonicalized bool // form and automorphisms are of puzzle formOf
	formOf        int
	form          [81]uint8
	automorphisms int

	explainer explainer

	chosen  []int // puzzles that are rated or tested
	cells   []uint8
	solved  []uint8
	rated   []solver.Rating
	clueSet []solver.CellSet
}

// Puzzles are the puzzles of a batch, with what a search found.
type Puzzles struct {
	Order   int
	Cells   []uint8         // the puzzles, Order·Order cells each
	Solved  []uint8         // their first solutions
	Results []solver.Result // nil: they were not solved
}

// prepare computes what the columns need of all puzzles. stop, if not nil, reports whether the
// run has ended; the values are then meaningless.
func (s *Scratch) prepare(columns []Column, p Puzzles, stop func() bool) {
	s.puzzles, s.stop, s.canonicalized, s.explainer.known = p, stop, false, false
	s.ratings, s.redundant = s.ratings[:0], s.redundant[:0]
	for i := range columns {
		if columns[i].prepare != nil {
			columns[i].prepare(s)
		}
	}
}

// find fills in what was found about a puzzle, by its index.
func (s *Scratch) find(found *Found, i int) {
	p := &s.puzzles
	n := p.Order * p.Order
	*found = Found{Puzzle: p.Cells[i*n:][:n], Index: i, scratch: s}
	if p.Results == nil {
		return
	}
	result := &p.Results[i]
	found.Verdict, found.Solution = solving.Verdict(result.Status), p.Solved[i*n:][:n]
	found.Guesses, found.Solutions, found.Complete = result.Guesses, result.Solutions, result.Complete
}

// choose collects the puzzles that may have exactly one solution, with their solutions.
func (s *Scratch) choose() {
	p := &s.puzzles
	n := p.Order * p.Order
	s.chosen, s.cells, s.solved = s.chosen[:0], s.cells[:0], s.solved[:0]
	for i := range len(p.Cells) / n {
		if p.Results != nil && p.Results[i].Status != solver.Solved {
			continue
		}
		s.chosen = append(s.chosen, i)
		s.cells = append(s.cells, p.Cells[i*n:][:n]...)
		if p.Results != nil {
			s.solved = append(s.solved, p.Solved[i*n:][:n]...)
		}
	}
}

// rate rates the puzzles.
func (s *Scratch) rate() {
	p := &s.puzzles
	s.choose()
	rater := &s.raters[p.Order/16]
	if *rater == nil {
		*rater = must(solver.NewRater(p.Order))
	}
	(*rater).Stop = s.stop
	s.rated = slices.Grow(s.rated[:0], len(s.chosen))[:len(s.chosen)]
	(*rater).Rate(s.rated, s.cells)
	s.ratings = scatter(s.ratings[:0], len(p.Cells)/(p.Order*p.Order), s.chosen, s.rated)
}

// findRedundant finds the redundant clues of the puzzles.
func (s *Scratch) findRedundant() {
	p := &s.puzzles
	if len(s.redundant) > 0 {
		return // two columns need them
	}
	s.choose()
	checker := &s.checkers[p.Order/16]
	if *checker == nil {
		*checker = must(solver.NewMinimalChecker(p.Order))
	}
	(*checker).Stop = s.stop
	s.clueSet = slices.Grow(s.clueSet[:0], len(s.chosen))[:len(s.chosen)]
	(*checker).Redundant(s.clueSet, s.cells, s.solved)
	s.redundant = scatter(s.redundant[:0], len(p.Cells)/(p.Order*p.Order), s.chosen, s.clueSet)
}

// scatter returns n values: the values at the given indexes, and zero values between them.
func scatter[T any](dst []T, n int, at []int, values []T) []T {
	dst = slices.Grow(dst, n)[:n]
	clear(dst)
	for i, index := range at {
		dst[index] = values[i]
	}
	return dst
}

// must returns a value. Every size of puzzles has a solver.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// canonicalize finds the canonical form of a puzzle.
func (s *Scratch) canonicalize(found *Found) {
	if s.canonicalized && s.formOf == found.Index {
		return
	}
	if s.canonicalizer == nil {
		s.canonicalizer = solver.NewCanonicalizer()
	}
	s.automorphisms = s.canonicalizer.Canonical(s.form[:], found.Puzzle)
	s.canonicalized, s.formOf = true, found.Index
}

// engines names the engines of the raters and checkers.
func (s *Scratch) engines() (names []string) {
	for i := range s.raters {
		if r := s.raters[i]; r != nil {
			names = append(names, r.EngineUsed())
		}
		if c := s.checkers[i]; c != nil {
			names = append(names, c.EngineUsed())
		}
	}
	return names
}
