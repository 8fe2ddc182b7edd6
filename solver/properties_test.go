package solver

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// init fixes rapid's seed, so every run checks the same puzzles, unless the
// command line sets a seed.
func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
	if err := flag.Set("rapid.nofailfile", "true"); err != nil {
		panic(err)
	}
}

// drawSymmetry draws a random symmetry.
func drawSymmetry(t *rapid.T, order int) puzzletest.Symmetry {
	shuffle := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return rapid.Permutation(all).Draw(t, "permutation")
	}
	return puzzletest.RandomSymmetry(order, shuffle, rapid.Bool().Draw(t, "transpose"))
}

// kindsOfSymmetry holds the generators of the symmetry group, each alone, and
// the whole group.
var kindsOfSymmetry = map[string]func(t *rapid.T, order int) puzzletest.Symmetry{
	"all": drawSymmetry,
	"relabelled": func(t *rapid.T, order int) puzzletest.Symmetry {
		y := identity(order)
		y.Digits = drawSymmetry(t, order).Digits
		return y
	},
	"rows within bands": func(t *rapid.T, order int) puzzletest.Symmetry {
		y := identity(order)
		side := geometry.Of(order).Rows
		for band := range order / side {
			rows := y.Rows[band*side : (band+1)*side]
			copy(rows, rapid.Permutation(rows).Draw(t, "rows"))
		}
		return y
	},
	"bands": func(t *rapid.T, order int) puzzletest.Symmetry {
		y := identity(order)
		side := geometry.Of(order).Rows
		bands := rapid.Permutation(y.Rows[:order/side]).Draw(t, "bands")
		for row := range y.Rows {
			y.Rows[row] = bands[row/side]*side + row%side
		}
		return y
	},
	"columns and stacks": func(t *rapid.T, order int) puzzletest.Symmetry {
		y := identity(order)
		y.Columns = drawSymmetry(t, order).Columns
		return y
	},
	"transposed": func(_ *rapid.T, order int) puzzletest.Symmetry {
		y := identity(order)
		y.Transpose = true
		return y
	},
}

// identity returns the symmetry that changes nothing.
func identity(order int) puzzletest.Symmetry {
	inOrder := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}
	return puzzletest.RandomSymmetry(order, inOrder, false)
}

// symmetricPuzzles returns the puzzles of TestSymmetry.
func symmetricPuzzles(order int) [][]uint8 {
	g := puzzletest.NewGenerator(order, 5)
	var puzzles [][]uint8
	for i := range 24 {
		puzzles = append(puzzles, g.Puzzle(i))
	}
	clash := g.Sparse(order)
	clash[order+1], clash[order+2] = 1, 1
	puzzles = append(puzzles, clash, make([]uint8, order*order))
	if order == 9 {
		for _, line := range []string{puzzletest.Escargot, puzzletest.None, puzzletest.Two, puzzletest.Many, puzzletest.SolvedGrid} {
			puzzles = append(puzzles, puzzletest.Decode(line))
		}
	}
	return puzzles
}

// TestSymmetry checks that a puzzle and its image have the same status and
// number of solutions, and that a symmetry maps a unique solution to the
// image's solution.
func TestSymmetry(t *testing.T) {
	for _, order := range Orders() {
		puzzles := symmetricPuzzles(order)
		s := mustNew(t, order, Options{Limit: 3})
		transposed := mustNew(t, order, Options{Limit: 3, Box: geometry.Of(order).Transposed()})
		for name, draw := range kindsOfSymmetry {
			check := func(t *rapid.T) {
				puzzle := rapid.SampledFrom(puzzles).Draw(t, "puzzle")
				y := draw(t, order)
				cells, image := slices.Clone(puzzle), y.Apply(puzzle)
				want := s.Solve(cells)
				got := s.Solve(image)
				if y.Transpose {
					copy(image, y.Apply(puzzle))
					got = transposed.Solve(image)
				}
				if got.Status != want.Status || got.Solutions != want.Solutions || got.Complete != want.Complete {
					t.Fatalf("got %+v, the puzzle itself %+v", got, want)
				}
				if want.Unique() && !slices.Equal(image, y.Apply(cells)) {
					t.Fatalf("got %s, not the image of %s", puzzletest.Encode(image), puzzletest.Encode(cells))
				}
				if want.Status == Contradiction && !y.Transpose && !clashes(y.Apply(puzzle), got.Clash) {
					t.Fatalf("%v do not clash in the image", got.Clash)
				}
			}
			t.Run(fmt.Sprintf("%d/%s", order, name), rapid.MakeCheck(check))
		}
	}
}

// clashes reports whether two cells hold equal clues in one house.
func clashes(cells []uint8, pair [2]uint16) bool {
	a, b := int(pair[0]), int(pair[1])
	return a < b && cells[a] != 0 && cells[a] == cells[b] && slices.Contains(puzzletest.Peers[puzzletest.OrderOf(cells)][a], b)
}

// mustNew returns a solver, or fails the test.
func mustNew(tb testing.TB, order int, opts Options) *Solver {
	tb.Helper()
	s, err := New(order, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
