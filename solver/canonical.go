package solver

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/minlex"
	"github.com/sudokubatch/sudokubatch/solver/internal/refine"
)

// A Canonicalizer finds canonical forms of puzzles of orders 4, 6 and 9. Two
// puzzles are isomorphic if and only if their canonical forms are equal.
//
// An isomorph of a puzzle results from any combination of these steps: relabel
// digits; permute bands, rows within a band, stacks, and columns within a
// stack; transpose, if boxes have as many rows as columns. The canonical form is
// the least isomorph, compared as strings of digits, row by row, 0 for a blank.
// Players call it the minlex form.
//
// The form is exact for all puzzles, including those with no or several
// solutions, solved grids and the empty grid. Larger puzzles have no canonical
// form here: order 16 has 2·24¹⁰ transformations, and a form that is least under
// only some of them would not identify isomorphs.
//
// Each goroutine needs its own Canonicalizer. The zero Canonicalizer is ready to
// use, and takes its 20 KiB at the first call. Packages internal/minlex and
// internal/refine describe the methods and their sources.
type Canonicalizer struct {
	// Box says how boxes lie, see geometry.Like. The zero Box is the usual one.
	Box geometry.Box

	search *minlex.Search // nil until exact needs it
	small  *minlex.Small  // for the shape of the last small puzzle
	shape  geometry.Box   // of small
	refine refine.Search
}

// CanonicalOrders returns the orders whose puzzles have a canonical form.
func CanonicalOrders() []int { return slices.Clone(canonicalOrders) }

var canonicalOrders = []int{4, 6, 9}

// NewCanonicalizer returns a Canonicalizer, with all its memory for order 9.
func NewCanonicalizer() *Canonicalizer { return &Canonicalizer{search: minlex.New()} }

// Canonical sets form to the canonical form of puzzle, and returns the number
// of the puzzle's automorphisms: how many of the permutations of rows and columns
// that an isomorph allows, including transposition, turn the puzzle into itself,
// each with some relabelling of digits. It is 1 for most puzzles, and 128 in order
// 4, 3,456 in order 6 and 2·6⁸ = 3,359,232 in order 9 for an empty grid.
//
// Both slices hold 16, 36 or 81 cells, row by row, 0 = blank; they may be the same
// slice. Canonical panics if a length is wrong or a value exceeds the order. It
// does not allocate, except at first and for a few kinds of very symmetric puzzles.
func (c *Canonicalizer) Canonical(form, puzzle []uint8) (automorphisms int) {
	checkCells(form, puzzle)
	if len(puzzle) < 81 {
		return c.smallForm(form, puzzle, new(Symmetry))
	}
	return c.exact().Canonical(form, puzzle)
}

// smallForm is CanonicalBy for puzzles of order 4 or 6.
func (c *Canonicalizer) smallForm(form, puzzle []uint8, by *Symmetry) (automorphisms int) {
	shape := geometry.Like(c.Box, geometry.OfCells(len(puzzle)).Side())
	if c.shape != shape {
		c.shape, c.small = shape, minlex.NewSmall(shape)
	}
	by.size = len(puzzle)
	return c.small.Canonical(form, puzzle, &by.mapping)
}

// exact returns the search for the least isomorph.
func (c *Canonicalizer) exact() *minlex.Search {
	if c.search == nil {
		c.search = minlex.New()
	}
	return c.search
}

// Representative does the same as Canonical, but sets form to another isomorph:
// one that is the same for all isomorphs of the puzzle, but not always the least
// one. In order 9 it takes a fifth of the time. Which isomorph it is does not
// change within a major version. The slices must not overlap.
func (c *Canonicalizer) Representative(form, puzzle []uint8) (automorphisms int) {
	checkCells(form, puzzle)
	if len(puzzle) == 81 && c.refine.Representative(form, puzzle) {
		return 1
	}
	return c.Canonical(form, puzzle)
}

// CanonicalBy does the same as Canonical, and also sets by to a symmetry that
// turns the puzzle into its form. The symmetry turns a solution of the puzzle
// into a solution of the form. A puzzle with n automorphisms has n such
// symmetries; CanonicalBy always returns the same one. If the puzzle has one
// solution, they all turn it into the same grid.
func (c *Canonicalizer) CanonicalBy(form, puzzle []uint8, by *Symmetry) (automorphisms int) {
	checkCells(form, puzzle)
	if len(puzzle) < 81 {
		return c.smallForm(form, puzzle, by)
	}
	automorphisms = c.exact().Canonical(form, puzzle)
	by.size = len(puzzle)
	c.search.Mapping(&by.mapping, form)
	return automorphisms
}

// A Symmetry is a transformation of grids that keeps the rules of Sudoku: a
// relabelling of digits, a permutation of lines and an optional transposition.
// CanonicalBy makes one. The zero Symmetry is invalid.
type Symmetry struct {
	mapping minlex.Mapping
	size    int // number of cells
}

// Apply sets to to the image of from. Each holds as many cells as the puzzle that
// the Symmetry was made for, row by row, 0 = blank, and they must not overlap.
// Apply panics if a length is wrong, a value exceeds the order, or the Symmetry is
// zero.
func (s *Symmetry) Apply(to, from []uint8) {
	if s.size == 0 {
		panic("solver: the zero Symmetry is none")
	}
	if len(to) != s.size || len(from) != s.size {
		panic(fmt.Sprintf("solver: symmetry of %d cells for %d", len(from), len(to)))
	}
	for i, cell := range s.mapping.Cells[:s.size] {
		to[i] = s.mapping.Digits[from[cell]]
	}
}

// checkCells panics if form and puzzle are not grids of an order with a canonical
// form.
func checkCells(form, puzzle []uint8) {
	order := geometry.OfCells(len(puzzle)).Side()
	if len(form) != len(puzzle) || !slices.Contains(canonicalOrders, order) {
		panic(fmt.Sprintf("solver: canonical form of %d cells for a puzzle of %d", len(form), len(puzzle)))
	}
	if v := slices.Max(puzzle); int(v) > order {
		panic(fmt.Sprintf("solver: cell value %d in a puzzle of order %d", v, order))
	}
}
