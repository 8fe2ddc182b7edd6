package learn

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestStalling checks that puzzles that defeat resolution take only a few
// conflicts. Conflicts dominate the running time.
func TestStalling(t *testing.T) {
	l := New(geometry.Of(16))
	var counts [3]int
	for i, line := range puzzletest.ReadLines(t, "stall16.txt") {
		found, verdict := solve(l, puzzletest.Decode(line), nil, 2, 1<<30)
		counts[len(found)]++
		if l.restarts.total > 1500 || verdict == Spent {
			t.Errorf("puzzle %d: %d conflicts, %d solutions", i, l.restarts.total, len(found))
		}
	}
	if counts != [3]int{119, 0, 3} {
		t.Errorf("got %v puzzles with 0, 1 and more solutions", counts)
	}
}

// TestOverfull solves constructed puzzles, and checks that the default budget
// is enough for all. SUDOKUBATCH_OVERFULL sets their number; by default it is a
// small sample.
func TestOverfull(t *testing.T) {
	t.Parallel()
	const budget = 30_000
	n, _ := strconv.Atoi(os.Getenv("SUDOKUBATCH_OVERFULL"))
	for _, order := range []int{9, 16} {
		m, l := overfulltest.New(order, 1), New(geometry.Of(order))
		var refuted, searched, open, long int
		var most uint64
		for i := range max(n, 600) {
			cells := m.Puzzle(i % overfulltest.Kinds)
			l.Begin(cells, nil)
			verdict := l.Run(1<<30, budget)
			if verdict == Found && l.Run(1<<30, budget) == Spent {
				verdict = Spent
			}
			most = max(most, l.Decisions())
			if l.Decisions() > budget/10 {
				long++
			}
			switch {
			case verdict == Spent:
				t.Errorf("order %d, puzzle %d is given up: %v", order, i, cells)
			case verdict == Found:
				open++
			case l.restarts.total == 0:
				refuted++
			default:
				searched++
			}
		}
		t.Logf("order %d: %d refuted at once, %d by conflicts, %d have a solution; at most %d decisions, %d took a tenth of the budget",
			order, refuted, searched, open, most, long)
		if refuted == 0 || open == 0 || order == 16 && searched == 0 {
			t.Errorf("order %d: no test", order)
		}
	}
}

// TestPrices checks that prices alone refute many puzzles without a solution,
// and no others.
func TestPrices(t *testing.T) {
	r, l, m := rand.New(rand.NewPCG(8, 8)), New(geometry.Of(9)), overfulltest.New(9, 8)
	refuted, solvable := 0, 0
	for i := range 1500 {
		cells := m.Puzzle(i % overfulltest.Kinds)
		if i%2 == 0 {
			cells = randomPuzzle(r, 22+r.IntN(8), r.IntN(3))
		}
		l.reset()
		if !l.enterClues(cells) {
			continue
		}
		l.prices.due = 500 * roundsPerConflict
		alive := l.propagate()
		for alive && len(l.trail) < l.cube && l.auctionDue() {
			alive = l.stepAuction() && l.propagate()
		}
		found, _ := solve(l, cells, nil, 1, 1<<30) // TestSolutions compares the learner with trial and error
		solvable += len(found)
		if !alive {
			refuted++
			if len(found) > 0 {
				t.Fatalf("%v has a solution", cells)
			}
		}
	}
	if refuted < 50 || solvable < 50 {
		t.Errorf("%d puzzles refuted and %d that have solutions are no test", refuted, solvable)
	}
}

// TestNoAllocations checks that solving a puzzle allocates nothing, however
// hard it is.
func TestNoAllocations(t *testing.T) {
	for _, order := range []int{9, 16} {
		m, l := overfulltest.New(order, 9), New(geometry.Of(order))
		var puzzles [][]uint8
		for i := range 60 {
			puzzles = append(puzzles, append([]uint8(nil), m.Puzzle(i%overfulltest.Kinds)...))
		}
		if allocs := testing.AllocsPerRun(2, func() {
			for _, cells := range puzzles {
				l.Begin(cells, nil)
				for range 3 {
					l.Run(2000, 1<<20)
				}
			}
		}); allocs != 0 {
			t.Errorf("order %d: %v allocations", order, allocs)
		}
	}
}
