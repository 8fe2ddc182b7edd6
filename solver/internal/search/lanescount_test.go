package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// plainCount is run, one solution at a time.
func plainCount(w walker, cells []uint8, limit int, maxGuesses uint64) (out engine.Outcome) {
	w.begin(cells)
	for {
		ended := w.walkTo(0, maxGuesses)
		out.Guesses = w.at().guesses
		if ended != arrived {
			out.Complete = ended == exhausted
			return out
		}
		if out.Found++; out.Found == limit {
			return out
		}
	}
}

// sparse returns puzzles with many solutions.
func sparse(tb testing.TB, n int) (puzzles [][]uint8) {
	tb.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for i, line := range puzzletest.Sample(tb, "17clue", n) {
		puzzle := puzzletest.Decode(line)
		for gone := 0; gone < i%5; {
			if cell := r.IntN(81); puzzle[cell] != 0 {
				puzzle[cell] = 0
				gone++
			}
		}
		puzzles = append(puzzles, puzzle)
	}
	return puzzles
}

// count counts the solutions of a puzzle.
func (c *laneCounter) count(puzzle []uint8, limit int, maxGuesses uint64) engine.Outcome {
	c.begin(puzzle, limit, maxGuesses)
	for !c.goOn(1) {
	}
	return c.out
}

// TestLaneCounter compares counts in the lanes of all backends with a search that
// looks at each solution, for limits and budgets that end it anywhere.
func TestLaneCounter(t *testing.T) {
	t.Parallel()
	band, r := newBand(), rand.New(rand.NewPCG(3, 4))
	for name, k := range laneBackends(9) {
		c, n, most := newLaneCounter(k), 40, 20_000
		if strings.HasPrefix(name, "plain") {
			n, most = 16, 300
		}
		for i, puzzle := range sparse(t, n) {
			limit, budget := 1+r.IntN(most), uint64(r.IntN(2*most))
			if i%4 == 0 {
				limit, budget = most, uint64(engine.Unlimited)
			}
			want := plainCount(band, puzzle, limit, budget)
			if out := band.Search(slices.Clone(puzzle), limit, budget); out != want {
				t.Errorf("%s limit %d budget %d: %+v, want %+v", puzzletest.Encode(puzzle), limit, budget, out, want)
			}
			if out := c.count(puzzle, limit, budget); out != want {
				t.Errorf("%s: %s limit %d budget %d: %+v in lanes, want %+v", name, puzzletest.Encode(puzzle), limit, budget, out, want)
			}
		}
	}
}

// TestLanesCount has an engine count puzzles, alone and among others.
func TestLanesCount(t *testing.T) {
	t.Parallel()
	const limit, budget = 20_000, 18_000
	judge := NewPortable(geometry.Of(9))
	for name, k := range laneBackends(9) {
		if strings.HasPrefix(name, "plain") {
			continue
		}
		e, puzzles := lanesOn(k), sparse(t, 40)
		out, cells := make([]engine.Outcome, len(puzzles)), slices.Concat(puzzles...)
		e.searchBatch(cells, out, limit, budget)
		for i, puzzle := range puzzles {
			alone, first := slices.Clone(puzzle), slices.Clone(puzzle)
			want := judge.Search(first, limit, budget)
			if got := e.Search(alone, limit, budget); got != want || out[i] != want {
				t.Errorf("%s: %s: %+v alone, %+v in a batch, want %+v", name, puzzletest.Encode(puzzle), got, out[i], want)
			}
			if !slices.Equal(alone, first) || !slices.Equal(cells[81*i:][:81], first) {
				t.Errorf("%s: %s: another first solution", name, puzzletest.Encode(puzzle))
			}
		}
	}
}

// TestDividedCount compares counts that others help with, for limits and budgets that end them
// anywhere, in each shape. Some parts are counted later, some at once, and some by nobody else.
func TestDividedCount(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	offered := 0
	share := func(part func()) bool {
		switch offered++; offered % 3 {
		case 0:
			return false
		case 1:
			part()
		default:
			go part()
		}
		return true
	}
	check := func(name string, counter *dividedCounter, w walker, puzzle []uint8) {
		limit, budget := 1+r.IntN(20_000), uint64(r.IntN(30_000))
		if r.IntN(4) == 0 {
			limit, budget = 20_000, 60_000
		}
		counter.share = share
		counter.begin(puzzle, limit, budget)
		for !counter.goOn(1) {
		}
		if want := plainCount(w, puzzle, limit, budget); counter.out != want {
			t.Errorf("%s: %v limit %d budget %d: %+v divided, want %+v", name, puzzle, limit, budget, counter.out, want)
		}
	}
	for name, k := range laneBackends(9) {
		if strings.HasPrefix(name, "plain") {
			continue
		}
		counter := newDividedCounter(geometry.Of(9), func() partCounter { return newLaneCounter(k) })
		for _, puzzle := range sparse(t, 10) {
			check(name, counter, newBand(), puzzle)
		}
	}
	for _, shape := range geometry.Boxes() {
		w := portable(shape)
		counter := newDividedCounter(shape, func() partCounter { return &walkCounter{walker: portable(shape)} })
		g, cells := puzzletest.NewGenerator(shape.Side(), 7), shape.Cells()
		for i := range 2 {
			check(fmt.Sprint(shape), counter, w, g.Sparse(cells*(i+1)/4))
		}
	}
	if offered == 0 {
		t.Error("no part was offered")
	}
}
