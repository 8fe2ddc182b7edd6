package search

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestCutEmpty has searches whose guesses are reported in empty subtrees, and
// compares them with searches from solution to solution.
func TestCutEmpty(t *testing.T) {
	t.Parallel()
	empty, ended := 0, 0
	for _, order := range puzzletest.Orders {
		whole, cutter, lister := NewLister(geometry.Of(order)), NewLister(geometry.Of(order)), NewLister(geometry.Of(order))
		cutter.guessesToCut = 1
		puzzles := sparse(t, 90)
		if order == 16 {
			puzzles = nil
			for i, line := range puzzletest.Sample(t, "x16_TF", 30) {
				puzzle := puzzletest.Decode(line)
				for c := i % 9; c < len(puzzle); c += 9 {
					puzzle[c] = 0
				}
				puzzles = append(puzzles, puzzle)
			}
		}
		for i, puzzle := range puzzles {
			limit, budget := 400+i, Budget{Most: uint64(13 * i)}
			whole.Begin(puzzle, nil, limit, budget)
			var want []uint8
			for cells := make([]uint8, len(puzzle)); whole.Next(cells); {
				want = append(want, cells...)
			}
			cutter.Begin(puzzle, nil, limit, budget)
			if cutter.Over() {
				continue
			}
			out, all, over := cutter.Outcome(), cutter.found, false
			for more := true; more && !over; {
				var tree Subtree
				more = cutter.Cut(&tree)
				tree.empty = tree.empty || !more
				if all, out, over = lister.Within(slices.Clip(all), &tree, out, limit, budget); tree.empty {
					empty++
					if over {
						ended++
					}
				}
			}
			out.Complete = !over
			if out != whole.Outcome() || !slices.Equal(all, want) {
				t.Errorf("%s limit %d budget %d: %+v, want %+v", puzzletest.Encode(puzzle), limit, budget.Most, out, whole.Outcome())
			}
		}
	}
	if empty == 0 || ended == 0 {
		t.Errorf("%d empty subtrees, %d at the end", empty, ended)
	}
}
