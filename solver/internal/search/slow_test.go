package search

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/backends"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/lanetest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// work is what the search does for a single puzzle with limit 2. It is the same
// on every machine.
type work struct {
	guesses uint64 // guesses up to the threshold
	steps   int    // steps of clause learning
	out     engine.Outcome
}

// defaultBudget equals solver.DefaultMaxGuesses(2).
const defaultBudget = 30_000

// workOf searches a puzzle in place, like tail.Search, and returns its work.
func workOf(e *tail, cells []uint8, maxGuesses uint64) (w work) {
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

// price estimates the time of the work. It uses fixed rates, measured on one
// machine, so it is the same on all.
func (w work) price(order int) time.Duration {
	guess, step := 900*time.Nanosecond, 8*time.Microsecond
	if order == 16 {
		guess, step = 4*time.Microsecond, 20*time.Microsecond
	}
	return time.Duration(w.guesses)*guess + time.Duration(w.steps)*step
}

// answered reports whether the budget was enough.
func (w work) answered() bool { return w.out.Complete || w.out.Found == 2 }

// A slowPuzzle is one of the slowest puzzles that TestSlowest has found, with
// its work.
type slowPuzzle struct {
	cells     []uint8
	solutions int    // 2 = two or more
	guesses   uint64 // including decisions of clause learning
	steps     int
}

// slowPuzzles returns the puzzles of testdata/slow9.tsv or slow16.tsv, slowest
// first.
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

// TestSlow checks that the slowest known puzzles take the recorded work, alone
// and in a batch. It takes only one puzzle of order 16, and none in short mode,
// unless SUDOKUBATCH_TAIL is set.
func TestSlow(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		e := withTail(geometry.Of(order), portable(geometry.Of(order)))
		var cells []uint8
		var puzzles [][]uint8
		var want []engine.Outcome
		for i, p := range slowPuzzles(t, order) {
			if testing.Short() && p.steps > shortSteps || tailWitnessed == 0 && p.steps > longSteps {
				continue
			}
			solution := slices.Clone(p.cells)
			w := workOf(e, solution, engine.Unlimited)
			if !w.answered() || w.out.Found != p.solutions || w.out.Guesses != p.guesses || w.steps != p.steps {
				t.Errorf("order %d, puzzle %d: %+v, not %d solutions by %d guesses and %d steps",
					order, i, w, p.solutions, p.guesses, p.steps)
			}
			if w.out.Found > 0 {
				puzzletest.CheckSolution(t, solution, p.cells)
			}
			if p.steps <= shortSteps {
				puzzles, cells, want = append(puzzles, p.cells), append(cells, p.cells...), append(want, w.out)
			}
		}
		kernels := lanetest.Plain(order, 16)
		if LanesRunOn(order) {
			kernels = backends.Best(order)
		}
		got := make([]engine.Outcome, len(puzzles))
		lanesOn(kernels).searchBatch(cells, got, 2, engine.Unlimited)
		for i, puzzle := range puzzles {
			if got[i] != want[i] {
				t.Errorf("%s: in a batch %+v, alone %+v", puzzletest.Encode(puzzle), got[i], want[i])
			}
		}
	}
}

// shortSteps and longSteps are the steps that clause learning makes in about 0.1
// and 1 seconds. longSteps exceeds the default budget a little.
const (
	shortSteps = 5_000
	longSteps  = 63_900
)

// TestSlowAgainstWitnesses compares solution counts of the slowest puzzles with
// solvers that share no code with the search. For order 16 that is a SAT
// solver, and only if SUDOKUBATCH_TAIL is set.
func TestSlowAgainstWitnesses(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		t.Run(strconv.Itoa(order), func(t *testing.T) {
			t.Parallel()
			witness := reference.NewDLX(geometry.Of(order))
			if order == 16 {
				if tailWitnessed == 0 {
					t.Skip("SUDOKUBATCH_TAIL is not set")
				}
				witness = puzzletest.NeedCadical(t, 100)
			}
			for i, p := range slowPuzzles(t, order) {
				if out, _ := puzzletest.SearchCopy(t, witness, p.cells, 2, engine.Unlimited); out.Found != p.solutions || out.Complete != (p.solutions < 2) {
					t.Errorf("puzzle %d: %d solutions, the witness says %+v", i, p.solutions, out)
				}
			}
		})
	}
}
