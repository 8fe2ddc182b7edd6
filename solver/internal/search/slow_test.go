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

// defaultBudget is solver.DefaultMaxGuesses of a limit of 2.
const defaultBudget = 30_000

// workOf searches a puzzle, in place, as tail.Search does.
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

// price is about how long the work takes. It is of whole guesses and steps, at the
// rates of one machine, so that it is the same on all.
func (w work) price(order int) time.Duration {
	guess, step := 900*time.Nanosecond, 8*time.Microsecond
	if order == 16 {
		guess, step = 4*time.Microsecond, 20*time.Microsecond
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
// in a batch as alone. All but one of order 16 are left out, unless SUDOKUBATCH_TAIL is
// set, and that one in short tests.
func TestSlow(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		e := withTail(order, portable(order))
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
		kernels := lane.Plain(order, 16)
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

// The steps that clause learning makes in a tenth of a second, and in about one: somewhat
// more than the default budget allows.
const (
	shortSteps = 5_000
	longSteps  = 63_900
)

// Solvers that share no code with the search count the solutions of the slowest
// puzzles as it does. In order 16 that is a SAT solver, if SUDOKUBATCH_TAIL is set.
func TestSlowAgainstWitnesses(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		t.Run(strconv.Itoa(order), func(t *testing.T) {
			t.Parallel()
			count := gophersat
			if order == 16 {
				if tailWitnessed == 0 {
					t.Skip("SUDOKUBATCH_TAIL is not set")
				}
				count = cadical(t, 100)
			}
			for i, p := range slowPuzzles(t, order) {
				if found, ok := count(p.cells, 2); !ok || found != p.solutions {
					t.Errorf("puzzle %d: %d solutions, the witness counts %d (%v)", i, p.solutions, found, ok)
				}
			}
		})
	}
}

// gophersat returns the count of the engine cdcl, of order 9.
func gophersat(puzzle []uint8, limit int) (found int, ok bool) {
	return reference.NewCDCL(9).Search(slices.Clone(puzzle), limit, engine.Unlimited).Found, true
}
