package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/minlex"
	"github.com/sudokubatch/sudokubatch/solver/internal/refine"
)

// A Canonicalizer finds canonical forms of 9×9 puzzles. Two puzzles are
// isomorphic if and only if their canonical forms are equal.
//
// An isomorph of a puzzle results from any combination of these steps: relabel
// digits; permute bands, rows within a band, stacks, and columns within a
// stack; transpose. The canonical form is the least isomorph, compared as
// strings of 81 digits, row by row, 0 for a blank. Players call it the minlex
// form.
//
// The form is exact for all puzzles, including those with no or several
// solutions, solved grids and the empty grid. 16×16 puzzles have no canonical
// form here: the group has 2·24¹⁰ transformations, and a form that is least
// under only some of them would not identify isomorphs.
//
// Each goroutine needs its own Canonicalizer. The zero Canonicalizer is ready to
// use, and takes its 20 KiB at the first call. Packages internal/minlex and
// internal/refine describe the methods and their sources.
type Canonicalizer struct {
	search *minlex.Search // nil until exact needs it
	refine refine.Search
}

// NewCanonicalizer returns a Canonicalizer, with all its memory.
func NewCanonicalizer() *Canonicalizer { return &Canonicalizer{search: minlex.New()} }

// Canonical sets form to the canonical form of puzzle, and returns the number
// of the puzzle's automorphisms: how many of the 2·6⁸ = 3,359,232 permutations
// of rows and columns that an isomorph allows, including transposition, turn
// the puzzle into itself, each with some relabelling of digits. It is 1 for
// most puzzles, and 3,359,232 for an empty grid.
//
// Both slices hold 81 cells, row by row, 0 = blank; they may be the same slice.
// Canonical panics if a length is wrong or a value exceeds 9. It does not
// allocate, except the first time for a few kinds of very symmetric puzzles.
func (c *Canonicalizer) Canonical(form, puzzle []uint8) (automorphisms int) {
	checkCells(form, puzzle)
	return c.exact().Canonical(form, puzzle)
}

// exact returns the search for the least isomorph.
func (c *Canonicalizer) exact() *minlex.Search {
	if c.search == nil {
		c.search = minlex.New()
	}
	return c.search
}

// Representative does the same as Canonical, but sets form to another isomorph:
// one that is the same for all isomorphs of the puzzle, but not the least one.
// It takes a fifth of the time. Which isomorph it is does not change within a
// major version. The slices must not overlap.
func (c *Canonicalizer) Representative(form, puzzle []uint8) (automorphisms int) {
	checkCells(form, puzzle)
	if c.refine.Representative(form, puzzle) {
		return 1
	}
	return c.exact().Canonical(form, puzzle)
}

// CanonicalBy does the same as Canonical, and also sets by to a symmetry that
// turns the puzzle into its form. The symmetry turns a solution of the puzzle
// into a solution of the form. A puzzle with n automorphisms has n such
// symmetries; CanonicalBy always returns the same one. If the puzzle has one
// solution, they all turn it into the same grid.
func (c *Canonicalizer) CanonicalBy(form, puzzle []uint8, by *Symmetry) (automorphisms int) {
	checkCells(form, puzzle)
	automorphisms = c.exact().Canonical(form, puzzle)
	c.search.Mapping(&by.mapping, form)
	return automorphisms
}

// A Symmetry is a transformation of 9×9 grids that keeps the rules of Sudoku: a
// relabelling of digits, a permutation of lines and an optional transposition.
// CanonicalBy makes one. The zero Symmetry is invalid.
type Symmetry struct{ mapping minlex.Mapping }

// Apply sets to to the image of from. Each holds 81 cells, row by row, 0 =
// blank, and they must not overlap. Apply panics if a length is wrong, a value
// exceeds 9, or the Symmetry is zero.
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

// checkCells panics if form and puzzle are not grids of order 9.
func checkCells(form, puzzle []uint8) {
	if len(form) != 81 || len(puzzle) != 81 {
		panic(fmt.Sprintf("solver: canonical form of %d cells for a puzzle of %d", len(form), len(puzzle)))
	}
	if v := slices.Max(puzzle); v > 9 {
		panic(fmt.Sprintf("solver: cell value %d in a puzzle of order 9", v))
	}
}
