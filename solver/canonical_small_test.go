package solver

import (
	"bytes"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestClassesOfSmallGrids checks that random grids of orders 4 and 6 belong to the
// known numbers of classes, 2 and 49, and that the classes have all grids together:
// a class has as many as there are transformations, divided by the automorphisms.
func TestClassesOfSmallGrids(t *testing.T) {
	for _, test := range []struct {
		order, classes, transformations, grids int
	}{
		{4, 2, 128 * 24, 288},
		{6, 49, 3456 * 720, 28_200_960},
	} {
		for _, box := range []geometry.Box{geometry.Of(test.order), geometry.Of(test.order).Transposed()} {
			c := &Canonicalizer{Box: box}
			g, s := puzzletest.NewGenerator(test.order, 5), mustNew(t, test.order, Options{Box: box})
			classes, grids := map[string]bool{}, 0
			for range 2000 {
				grid := g.Sparse(test.order)
				if s.Solve(grid).Solutions == 0 {
					continue
				}
				form := make([]uint8, len(grid))
				if n := c.Canonical(form, grid); !classes[string(form)] {
					classes[string(form)] = true
					grids += test.transformations / n
				}
			}
			if len(classes) != test.classes || grids != test.grids {
				t.Errorf("%v: %d classes with %d grids, want %d and %d", box, len(classes), grids, test.classes, test.grids)
			}
		}
	}
}

// TestCanonicalSmall checks that isomorphs have the same form, that no isomorph is
// less, and that the symmetry maps puzzle and solution.
func TestCanonicalSmall(t *testing.T) {
	for _, order := range []int{4, 6} {
		c, g, s := new(Canonicalizer), puzzletest.NewGenerator(order, 2), mustNew(t, order, Options{Limit: 2})
		n := order * order
		form, again, to := make([]uint8, n), make([]uint8, n), make([]uint8, n)
		for i := range 40 {
			puzzle := g.Puzzle(i)
			var by Symmetry
			automorphisms := c.CanonicalBy(form, puzzle, &by)
			if by.Apply(to, puzzle); !slices.Equal(to, form) {
				t.Fatalf("%s: mapped to %s, not %s", puzzletest.Encode(puzzle), puzzletest.Encode(to), puzzletest.Encode(form))
			}
			image := puzzletest.RandomSymmetry(order, g.Perm, i%2 == 0).Apply(puzzle)
			if c.Representative(again, image) != automorphisms || !slices.Equal(again, form) || bytes.Compare(form, image) > 0 {
				t.Fatalf("%s: form %s, of an isomorph %s", puzzletest.Encode(puzzle), puzzletest.Encode(form), puzzletest.Encode(again))
			}
			solution := slices.Clone(puzzle)
			if s.Solve(solution).Unique() {
				by.Apply(to, solution)
				puzzletest.CheckSolution(t, to, form)
			}
		}
		if c.Canonical(form, make([]uint8, n)) != map[int]int{4: 128, 6: 3456}[order] {
			t.Errorf("order %d: an empty grid has other automorphisms", order)
		}
	}
}
