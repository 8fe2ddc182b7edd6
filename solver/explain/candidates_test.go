package explain

import (
	"reflect"
	"testing"

	shapes "github.com/sudokubatch/sudokubatch/solver/geometry"
)

// TestRateCandidates wants the candidates that clues leave to be rated as the clues are, and puzzles
// without exactly one solution to be told apart.
func TestRateCandidates(t *testing.T) {
	t.Parallel()
	r := New(Options{})
	left := func(cells []uint8) []uint32 {
		var g grid
		g.load(shapes.Of(9), cells)
		candidates := make([]uint32, 81)
		for cell, digit := range g.digits {
			if candidates[cell] = uint32(g.cands[cell]); digit != 0 {
				candidates[cell] = 1 << (digit - 1)
			}
		}
		return candidates
	}
	for _, puzzle := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....",
	} {
		cells := make([]uint8, 81)
		for i := range puzzle {
			if puzzle[i] != '.' {
				cells[i] = puzzle[i] - '0'
			}
		}
		candidates := left(cells)
		want, steps := r.Explain(cells)
		got, again := r.ExplainCandidates(candidates)
		if rated := r.RateCandidates(candidates); got != want || rated.ER != want.ER || rated.ED != want.ED || !reflect.DeepEqual(again, steps) {
			t.Errorf("%s: rated %+v and %+v, want %+v", puzzle, got, rated, want)
		}
		plain := make([]uint32, 81) // all digits in blanks: filled cells take steps
		for cell, digit := range cells {
			if plain[cell] = allDigits; digit != 0 {
				plain[cell] = 1 << (digit - 1)
			}
		}
		if got, steps := r.ExplainCandidates(plain); got.Status != Rated || got.ER < want.ER || len(steps) <= want.Steps || steps[0].Placed.Digit == 0 {
			t.Errorf("%s: all digits in blanks: %+v", puzzle, got)
		}
		candidates[80] = 0
		if got := r.RateCandidates(candidates); got.Status != NoSolution {
			t.Errorf("%s: no candidate in a cell: %v", puzzle, got.Status)
		}
	}
	two := left(make([]uint8, 81))
	two[0] = 1
	if got := r.RateCandidates(two); got.Status != Multiple {
		t.Errorf("%v, want several solutions", got.Status)
	}
}
