package solver

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// The numbers of guesses after which puzzles are handed on belong to the common
// search, and so do those that clause learning makes: a change to one raises
// its version, and changes the line here.
func TestTailThresholdOfVersion(t *testing.T) {
	t.Parallel()
	type facts struct{ threshold, first, guesses uint64 } // of the puzzle: to its solution, and in all
	versions := map[int]map[int]facts{5: {9: {2000, 0, 2000}, 16: {300, 307, 308}}}
	for order, puzzle := range map[int]struct {
		line      string // which takes the search very many guesses
		solutions int
	}{9: {puzzletest.Stalls, 0}, 16: {puzzletest.Stalls16, 1}} {
		known := versions[SearchVersion][order]
		answered := Result{Status: NoSolution, Complete: true, Guesses: known.guesses}
		if puzzle.solutions > 0 {
			answered = Result{Status: Solved, Complete: true, Solutions: 1, Guesses: known.guesses}
		}
		for _, budget := range []uint64{
			known.threshold - 1, known.threshold, known.threshold + 1,
			known.first, known.first + 1, known.guesses - 1, known.guesses, known.guesses + 1, 100_000, 0,
		} {
			want := answered
			if budget > 0 && (budget < known.guesses || budget <= known.threshold) {
				want = Result{Status: GaveUp, Guesses: budget}
				if puzzle.solutions > 0 && budget >= known.first {
					want.Solutions = 1
				}
			}
			for _, engine := range []string{Auto, map[int]string{9: "band", 16: "grid"}[order]} {
				for limit := 2; limit <= 3; limit++ {
					s := mustNew(t, order, Options{Engine: engine, Limit: limit, MaxGuesses: budget})
					cells, results := slices.Repeat(puzzletest.Decode(puzzle.line), 5), make([]Result, 5)
					results[4] = s.Solve(cells[4*order*order:])
					s.SolveBatch(cells[:4*order*order], results[:4])
					for i, got := range results {
						if got != want {
							t.Errorf("%s, order %d, limit %d, at most %d guesses: puzzle %d: got %+v, want %+v",
								s.Engine(), order, limit, budget, i, got, want)
						}
					}
				}
			}
		}
	}
}

// The puzzles that resolution alone does not finish are answered within the default
// budget.
func TestStalling(t *testing.T) {
	t.Parallel()
	lines := puzzletest.ReadLines(t, "stall16.txt")
	for _, engine := range []string{Auto, "grid"} {
		s := mustNew(t, 16, Options{Engine: engine, Limit: 2, MaxGuesses: DefaultMaxGuesses})
		cells, results := puzzletest.Decode(strings.Join(lines, "")), make([]Result, len(lines))
		s.SolveBatch(cells, results)
		var counts [statusCount]int
		for _, r := range results {
			counts[r.Status]++
		}
		if counts != [statusCount]int{NoSolution: 119, Multiple: 3} {
			t.Errorf("%s: got %v puzzles of each status", s.Engine(), counts)
		}
	}
}
