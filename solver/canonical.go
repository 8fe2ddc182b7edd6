package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/minlex"
)

// A Canonicalizer finds canonical forms of 9×9 puzzles. The canonical form is
// the least of all isomorphic puzzles: of what becomes of the puzzle when
// digits are relabelled, bands, rows within a band, stacks and columns within a
// stack are permuted, and it is transposed, in any combination. Puzzles compare
// as strings of 81 digits, row by row, 0 for a blank; players call the least
// one the minlex form. Two puzzles are isomorphic if and only if their
// canonical forms are equal.
//
// It is exact for all puzzles, also for those that have no solution or
// several, for solved and for empty grids. There is none for 16×16 puzzles: the
// group has 2·24¹⁰ transformations there, and a form that is only least under
// some of them would not identify isomorphic puzzles.
//
// A Canonicalizer is for one goroutine at a time; make one for each. Package
// internal/minlex has the method and its sources.
type Canonicalizer struct {
	search *minlex.Search
}

// NewCanonicalizer makes a Canonicalizer, with all its memory.
func NewCanonicalizer() *Canonicalizer { return &Canonicalizer{minlex.New()} }

// Canonical sets form to the canonical form of puzzle, and returns the number of
// the puzzle's automorphisms: of the 2·6⁸ = 3,359,232 ways to permute bands, rows
// within a band, stacks and columns within a stack, and to transpose, those that
// turn the puzzle into itself, each with some relabelling. It is 1 for most
// puzzles; an empty grid has them all.
//
// Both slices are 81 cells, row by row, 0 = blank; they may be the same slice.
// Other lengths, or a value beyond 9, are mistakes of the caller's, and Canonical
// panics. It does not allocate, except that a few kinds of very symmetric
// puzzles may make its memory grow the first time.
func (c *Canonicalizer) Canonical(form, puzzle []uint8) (automorphisms int) {
	checkCells(form, puzzle)
	return c.search.Canonical(form, puzzle)
}

// CanonicalBy is Canonical, and sets by to a symmetry that turns the puzzle into
// its form. The symmetry turns a solution of the puzzle into one of the form. A
// puzzle with automorphisms has as many of these symmetries; CanonicalBy always
// returns the same one. If the puzzle has one solution, all of them turn that
// into the same grid.
func (c *Canonicalizer) CanonicalBy(form, puzzle []uint8, by *Symmetry) (automorphisms int) {
	checkCells(form, puzzle)
	automorphisms = c.search.Canonical(form, puzzle)
	c.search.Mapping(&by.mapping, form)
	return automorphisms
}

// A Symmetry is a transformation of 9×9 grids that leaves Sudoku what it is:
// digits are relabelled, lines permuted and the grid is transposed, as with
// canonical forms. CanonicalBy makes one; the zero Symmetry is none.
type Symmetry struct{ mapping minlex.Mapping }

// Apply sets to to what becomes of a grid: 81 cells each, that must not overlap,
// row by row, 0 = blank. Other lengths, values beyond 9 and a zero Symmetry are
// mistakes of the caller's, and Apply panics.
func (s *Symmetry) Apply(to, from []uint8) {
	if len(to) != 81 || len(from) != 81 {
		panic(fmt.Sprintf("solver: symmetry of %d cells for %d", len(from), len(to)))
	}
	if s.mapping.Digits[1] == 0 {
		panic("solver: the zero Symmetry is none")
	}
	for i, cell := range &s.mapping.Cells {
		to[i] = s.mapping.Digits[from[cell]]
	}
}

// checkCells panics if form and puzzle are not of order 9.
func checkCells(form, puzzle []uint8) {
	if len(form) != 81 || len(puzzle) != 81 {
		panic(fmt.Sprintf("solver: canonical form of %d cells for a puzzle of %d", len(form), len(puzzle)))
	}
	if v := slices.Max(puzzle); v > 9 {
		panic(fmt.Sprintf("solver: cell value %d in a puzzle of order 9", v))
	}
}
