package search

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// oneByOne lists the solutions of a puzzle by a search from solution to solution.
func oneByOne(w walker, puzzle []uint8, limit int, budget Budget) (all []uint8, out engine.Outcome) {
	w.begin(puzzle)
	for ended := arrived; ended == arrived && out.Found < limit; {
		if ended = w.walkTo(0, budget.After(out.Found)); ended == arrived {
			n := len(all)
			all = append(all, puzzle...)
			w.solution(all[n:])
			out.Found++
		}
		out.Complete = ended == exhausted
	}
	out.Guesses = w.at().guesses
	return all, out
}

// TestListEnds compares lists that the limit or the budget ends, at any place, with searches from
// solution to solution.
func TestListEnds(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
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
		lister, walker := NewLister(geometry.Of(order)), portable(geometry.Of(order))
		limited, spent := 0, 0
		for i, puzzle := range puzzles {
			for j := range 12 {
				limit, budget := 2+j+3*i*(j%5), Budget{Most: lister.threshold}
				if j%3 == 2 {
					limit, budget = 10_000, Budget{Most: min(uint64(7*i+j), lister.threshold), PerSolution: uint64(i+j) % 3 / 2}
				}
				lister.Begin(puzzle, nil, limit, budget)
				var got []uint8
				for cells := make([]uint8, len(puzzle)); lister.Next(cells); {
					got = append(got, cells...)
				}
				want, out := oneByOne(walker, puzzle, limit, budget)
				if lister.Outcome() != out || !slices.Equal(got, want) {
					t.Fatalf("%s limit %d budget %v: %+v, want %+v", puzzletest.Encode(puzzle), limit, budget, lister.Outcome(), out)
				}
				switch {
				case out.Found == limit:
					limited++
				case !out.Complete:
					spent++
				}
			}
		}
		if limited < 50 || spent < 50 {
			t.Errorf("order %d: the limit ended %d lists, and the budget %d", order, limited, spent)
		}
	}
}
