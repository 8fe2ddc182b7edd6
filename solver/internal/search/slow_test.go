package search

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// A work is what a puzzle takes the search at limit 2, if it comes alone. It is the
// same on every machine.
type work struct {
	guesses uint64 // up to the threshold
	steps   int    // of clause learning
	out     engine.Outcome
}

// defaultBudget is solver.DefaultMaxGuesses.
const defaultBudget = 30_000

// workOf has a puzzle searched as tail.Search does.
func workOf(e *tail, puzzle []uint8, maxGuesses uint64) (w work) {
	cells := slices.Clone(puzzle)
	var over bool
	w.out, over = e.early(cells, 2, maxGuesses)
	w.guesses = w.out.Guesses
	if over {
		return w
	}
	e.begin(e.scratch, cells, 2, maxGuesses, w.out)
	for w.steps = 1; !e.goOn(1); w.steps++ {
	}
	w.out = e.out
	return w
}

// price is about how long the work takes. It is of whole guesses and steps, at the
// rates of one machine, so that it is the same on all.
func (w work) price(order int) time.Duration {
	guess, step := 900*time.Nanosecond, 8*time.Microsecond
	if order == 16 {
		guess, step = 4*time.Microsecond, 17*time.Microsecond
	}
	return time.Duration(w.guesses)*guess + time.Duration(w.steps)*step
}

// answered reports whether the budget was enough.
func (w work) answered() bool { return w.out.Complete || w.out.Found == 2 }

// A slowPuzzle is one of the slowest that TestSlowest has found, and what it takes.
type slowPuzzle struct {
	cells     []uint8
	solutions int    // 2 = two or more
	guesses   uint64 // decisions included
	steps     int
}

// slowPuzzles reads testdata/slow9.tsv or slow16.tsv, the slowest first.
func slowPuzzles(tb testing.TB, order int) (puzzles []slowPuzzle) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "slow"+strconv.Itoa(order)+".tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for _, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		var numbers [3]int
		for i := range numbers {
			if numbers[i], err = strconv.Atoi(fields[1+i]); err != nil {
				tb.Fatal(err)
			}
		}
		puzzles = append(puzzles, slowPuzzle{puzzletest.Decode(fields[0]), numbers[0], uint64(numbers[1]), numbers[2]})
	}
	return puzzles
}

// The slowest puzzles known are answered by the work that is written down with them,
// in a batch as alone.
func TestSlow(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		e, puzzles := withTail(order, portable(order)), slowPuzzles(t, order)
		var cells []uint8
		var want []engine.Outcome
		for i, p := range puzzles {
			w := workOf(e, p.cells, engine.Unlimited)
			if !w.answered() || w.out.Found != p.solutions || w.out.Guesses != p.guesses || w.steps != p.steps {
				t.Errorf("order %d, puzzle %d: %+v, not %d solutions by %d guesses and %d steps",
					order, i, w, p.solutions, p.guesses, p.steps)
			}
			cells, want = append(cells, p.cells...), append(want, w.out)
		}
		kernels := lane.Plain(order, 16)
		if LanesRunOn(order) {
			kernels = backends.Best(order)
		}
		got := make([]engine.Outcome, len(puzzles))
		lanesOn(kernels).searchBatch(cells, got, 2, engine.Unlimited)
		for i, p := range puzzles {
			if got[i] != want[i] {
				t.Errorf("order %d, puzzle %d: in a batch %+v, alone %+v", order, i, got[i], want[i])
			}
			if n := order * order; p.solutions > 0 {
				puzzletest.CheckSolution(t, cells[i*n:][:n], p.cells)
			}
		}
	}
}

// Solvers that share no code with the search count the solutions of the slowest
// puzzles as it does.
func TestSlowAgainstWitnesses(t *testing.T) {
	t.Parallel()
	for order, witness := range map[int]func(*testing.T) func([]uint8, int) (int, bool){9: gophersat, 16: cadical} {
		t.Run(strconv.Itoa(order), func(t *testing.T) {
			t.Parallel()
			count, undecided := witness(t), 0
			for i, p := range slowPuzzles(t, order) {
				switch found, ok := count(p.cells, 2); {
				case !ok:
					undecided++
				case found != p.solutions:
					t.Errorf("puzzle %d: %d solutions, the witness counts %d", i, p.solutions, found)
				}
			}
			t.Logf("%d that the witness could not decide", undecided)
		})
	}
}

// gophersat returns the count of the engine cdcl.
func gophersat(*testing.T) func(puzzle []uint8, limit int) (int, bool) {
	e := reference.NewCDCL(9)
	return func(puzzle []uint8, limit int) (int, bool) {
		return e.Search(slices.Clone(puzzle), limit, engine.Unlimited).Found, true
	}
}
