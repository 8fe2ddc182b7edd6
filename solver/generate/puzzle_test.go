package generate

import (
	"errors"
	"flag"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sudokubatch/sudokubatch/solver"
)

// The properties are checked of the same puzzles in every run, unless the
// command line names a seed.
func init() {
	if err := errors.Join(flag.Set("rapid.seed", "1"), flag.Set("rapid.nofailfile", "true")); err != nil {
		panic(err)
	}
}

// TestPuzzle wants one puzzle to be the one that a generator makes among
// others.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		opts := Options{
			Order: rapid.SampledFrom([]int{9, 9, 9, 16}).Draw(rt, "order"),
			Seed:  rapid.Uint64().Draw(rt, "seed"),
			Easy:  rapid.Bool().Draw(rt, "easy"),
		}
		opts.Clues = rapid.IntRange(opts.Order*3, opts.Order*opts.Order).Draw(rt, "clues")
		if opts.Order == 16 {
			opts.Clues = max(opts.Clues, 125)
		}
		first := rapid.Uint64Range(0, 1<<63).Draw(rt, "first")
		at := rapid.IntRange(0, 9).Draw(rt, "at")

		cells, solution, err := Puzzle(opts, first+uint64(at))
		if err != nil {
			rt.Fatal(err)
		}
		b := &Batch{
			First: first, Cells: make([]uint8, 10*len(cells)), Solutions: make([]uint8, 10*len(cells)), Results: make([]Result, 10),
		}
		g, err := New(opts)
		if err != nil {
			rt.Fatal(err)
		}
		g.Feed(b)
		g.Flush()
		n := opts.Order * opts.Order
		if !slices.Equal(cells, b.Cells[at*n:][:n]) || !slices.Equal(solution, b.Solutions[at*n:][:n]) {
			rt.Fatalf("%v is not %v", cells, b.Cells[at*n:][:n])
		}
		if err := solver.Verify(cells, solution); err != nil || countClues(cells) != opts.Clues {
			rt.Fatalf("%d clues, want %d: %v", countClues(cells), opts.Clues, err)
		}
	})
}

func TestPuzzleNotMade(t *testing.T) {
	t.Parallel()
	if cells, _, err := Puzzle(Options{Order: 9, Clues: 19, MaxTries: 2}, 5); !errors.Is(err, ErrNotMade) || cells != nil {
		t.Errorf("%v, %v", cells, err)
	}
	for _, opts := range []Options{{Order: 4}, {Order: 9, MaxTries: -1}} {
		if _, _, err := Puzzle(opts, 0); err == nil || errors.Is(err, ErrNotMade) {
			t.Errorf("%+v: %v", opts, err)
		}
	}
}
