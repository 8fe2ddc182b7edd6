package solver

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestTailThresholdOfVersion has the thresholds and the guesses of two puzzles.
// If a change alters one of them, raise SearchVersion and change the line here.
func TestTailThresholdOfVersion(t *testing.T) {
	t.Parallel()
	type facts struct{ threshold, first, guesses uint64 } // the threshold, then guesses to the first solution and in all
	versions := map[int]map[int]facts{7: {9: {2000, 0, 2000}, 16: {300, 307, 308}}}
	for order, puzzle := range map[int]struct {
		line      string // of a puzzle for which the search makes very many guesses
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

// TestLargest checks that each puzzle of order 25 is answered or given up within its budget, be it blank, with few
// clues, or constructed to take long.
func TestLargest(t *testing.T) {
	t.Parallel()
	m, g := overfulltest.New(25, 1), puzzletest.NewGenerator(25, 1)
	solution := make([]uint8, 625)
	mustNew(t, 25, Options{}).Solve(solution)
	counts := map[Status]int{}
	for i := range 60 {
		puzzle := slices.Clone(m.Puzzle(i % overfulltest.Kinds))
		if i%4 == 0 {
			for cell, place := range g.Perm(625) {
				puzzle[cell] = 0
				if place < 5*i { // up to 280 clues
					puzzle[cell] = solution[cell]
				}
			}
		}
		budget := []uint64{310, 1000}[i%2]
		cells := slices.Clone(puzzle)
		r := mustNew(t, 25, Options{Limit: 2, MaxGuesses: budget}).Solve(cells)
		if counts[r.Status]++; r.Guesses > budget || r.Status == GaveUp && r.Guesses < budget || i%4 == 0 && r.Solutions == 0 && r.Status != GaveUp {
			t.Errorf("%s: at most %d guesses: %+v", puzzletest.Encode(puzzle), budget, r)
		}
		if r.Solutions > 0 {
			puzzletest.CheckSolution(t, cells, puzzle)
		}
	}
	if counts[GaveUp] == 0 || counts[Multiple] == 0 || counts[NoSolution] == 0 {
		t.Errorf("no test: %v", counts)
	}
}

// TestStalling checks that the default budget is enough for puzzles that defeat
// resolution.
func TestStalling(t *testing.T) {
	t.Parallel()
	lines := puzzletest.ReadLines(t, "stall16.txt")
	for _, engine := range []string{Auto, "grid"} {
		s := mustNew(t, 16, Options{Engine: engine, Limit: 2})
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

// TestDefaultMaxGuesses checks that the default budget grows with the limit: a
// count that makes progress reaches the limit, and one that stalls ends. The
// zero Options have this budget.
func TestDefaultMaxGuesses(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]uint64{
		-1: 30_000, 0: 30_000, 1: 30_000, 2: 30_000, 3: 30_004, 1_000_000: 4_029_992,
	} {
		if got := DefaultMaxGuesses(limit); got != want {
			t.Errorf("limit %d: %d guesses, want %d", limit, got, want)
		}
	}
	if DefaultMaxGuesses(math.MaxInt) < DefaultMaxGuesses(math.MaxInt/8) {
		t.Errorf("the budget of the largest limit is %d guesses", DefaultMaxGuesses(math.MaxInt))
	}
	const seventeen = ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.." // backtrack needs more than 30,000 guesses
	stalls := puzzletest.Decode(puzzletest.Stalls16)
	stalls[2] = 0 // gives 64 solutions that are found early
	for _, tt := range []struct {
		engine string
		cells  []uint8
		limit  int
		want   Result
	}{
		{"band", make([]uint8, 81), 100_000, Result{Status: Multiple, Solutions: 100_000}},
		{"grid", make([]uint8, 256), 100_000, Result{Status: Multiple, Solutions: 100_000}},
		{Auto, stalls, 1000, Result{Status: Multiple, Solutions: 64, Guesses: DefaultMaxGuesses(1000)}},
		{"backtrack", puzzletest.Decode(seventeen), 1, Result{Status: Solved, Solutions: 1}},
	} {
		order := map[int]int{81: 9, 256: 16}[len(tt.cells)]
		got := mustNew(t, order, Options{Engine: tt.engine, Limit: tt.limit}).Solve(tt.cells)
		if tt.want.Guesses == 0 {
			got.Guesses = 0
		}
		if got != tt.want {
			t.Errorf("%s, order %d, limit %d: got %+v, want %+v", tt.engine, order, tt.limit, got, tt.want)
		}
	}
}
