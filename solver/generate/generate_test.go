package generate

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// batches makes count puzzles in batches of the given size.
func batches(t testing.TB, opts Options, first, count, size int) []*Series {
	t.Helper()
	g, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	n := opts.Order * opts.Order
	var all []*Series
	finished := 0
	for at := 0; at < count; at += size {
		k := min(size, count-at)
		b := &Series{First: uint64(first + at), Cells: make([]uint8, k*n), Solutions: make([]uint8, k*n), Results: make([]Result, k), Done: func() { finished++ }}
		all = append(all, b)
		g.Feed(b)
	}
	g.Flush()
	if finished != len(all) {
		t.Fatalf("%d of %d batches finished", finished, len(all))
	}
	return all
}

// A made is one puzzle of a batch with its solution and result.
type made struct {
	cells, solution []uint8
	Result
}

// puzzles makes count puzzles.
func puzzles(t testing.TB, opts Options, count int) []made {
	t.Helper()
	n := opts.Order * opts.Order
	var all []made
	for _, b := range batches(t, opts, 0, count, 100) {
		for i, r := range b.Results {
			all = append(all, made{b.Cells[i*n:][:n], b.Solutions[i*n:][:n], r})
		}
	}
	return all
}

func countClues(cells []uint8) int {
	return len(cells) - bytes.Count(cells, []byte{0})
}

// witness returns a solver that shares no code with the generator's.
func witness(t testing.TB, order int) *solver.Solver {
	t.Helper()
	s, err := solver.New(order, solver.Options{Engine: "dlx", Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestUnique checks with another engine that every puzzle has only its own
// solution, and that all puzzles are different.
func TestUnique(t *testing.T) {
	t.Parallel()
	tests := []struct {
		opts  Options
		count int
	}{
		{Options{Order: 9}, 2000},
		{Options{Order: 9, Seed: 5, Clues: 24}, 300},
		{Options{Order: 9, Seed: 5, Clues: 30}, 500},
		{Options{Order: 9, Clues: 81}, 10},
		{Options{Order: 9, MinGuesses: 4, MaxGuesses: 9}, 200},
		{Options{Order: 9, Clues: 26, Easy: true}, 200},
		{Options{Order: 4}, 100},
		{Options{Order: 6}, 300},
		{Options{Order: 8}, 100},
		{Options{Order: 12}, 10},
		{Options{Order: 16, Clues: 120}, 40},
		{Options{Order: 25, Clues: 400}, 4},
		{Options{Order: 16, Clues: 100}, 4},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%+v", tt.opts), func(t *testing.T) {
			t.Parallel()
			s := witness(t, tt.opts.Order)
			guesses, err := solver.New(tt.opts.Order, solver.Options{Limit: 2})
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i, p := range puzzles(t, tt.opts, tt.count) {
				if seen[string(p.cells)] && p.Made && len(p.cells) > 16 || !p.Made {
					t.Fatalf("puzzle %d: made before, or not made: %+v", i, p.Result)
				}
				seen[string(p.cells)] = true
				if err := solver.Verify(p.cells, p.solution); err != nil {
					t.Fatalf("puzzle %d: %v", i, err)
				}
				solved := slices.Clone(p.cells)
				if r := s.Solve(solved); !r.Unique() || !slices.Equal(solved, p.solution) {
					t.Fatalf("puzzle %d: %+v, %v", i, r, p.cells)
				}
				copy(solved, p.cells)
				if r := guesses.Solve(solved); r.Guesses != p.Guesses {
					t.Fatalf("puzzle %d: %d guesses, solved with %d", i, p.Guesses, r.Guesses)
				}
				if n := countClues(p.cells); tt.opts.Clues > 0 && n != tt.opts.Clues {
					t.Fatalf("puzzle %d: %d clues", i, n)
				}
				most := tt.opts.MaxGuesses
				if p.Guesses < tt.opts.MinGuesses || (most > 0 || tt.opts.Easy) && p.Guesses > most {
					t.Fatalf("puzzle %d: %d guesses", i, p.Guesses)
				}
			}
		})
	}
}

// TestMinimal checks that puzzles without a requested number of clues are
// minimal.
func TestMinimal(t *testing.T) {
	t.Parallel()
	for order, count := range map[int]int{4: 50, 6: 50, 8: 50, 9: 300, 12: 4, 16: 2} {
		s := witness(t, order)
		for i, p := range puzzles(t, Options{Order: order, Seed: 3}, count) {
			for cell, clue := range p.cells {
				if clue == 0 {
					continue
				}
				without := slices.Clone(p.cells)
				without[cell] = 0
				if r := s.Solve(without); r.Solutions != 2 {
					t.Fatalf("order %d, puzzle %d does not need cell %d: %+v", order, i, cell, r)
				}
			}
		}
	}
}

// TestSameEverywhere checks that a puzzle depends only on the options, the seed
// and its number, not on the batches or the machine. The checksums must never
// change.
func TestSameEverywhere(t *testing.T) {
	t.Parallel()
	tests := []struct {
		opts  Options
		count int
		sum   uint32
	}{
		{Options{Order: 9, Seed: 7}, 500, 0xa2ecb0a8},
		{Options{Order: 9, Seed: 7, Clues: 25, MinGuesses: 1}, 100, 0xe9e3252c},
		{Options{Order: 16, Seed: 7, Clues: 104}, 20, 0x98e332dd},
		{Options{Order: 16, Seed: 7}, 3, 0xb747cac2},
	}
	for _, tt := range tests {
		want := puzzles(t, tt.opts, tt.count)
		hash := fnv.New32a()
		for _, p := range want {
			hash.Write(p.cells)
		}
		if hash.Sum32() != tt.sum {
			t.Errorf("%+v: sum %#x, want %#x", tt.opts, hash.Sum32(), tt.sum)
		}
		n := tt.opts.Order * tt.opts.Order
		for _, size := range []int{1, 7} {
			first := tt.count / 2
			for k, b := range batches(t, tt.opts, first, tt.count-first, size) {
				for i, r := range b.Results {
					if w := want[first+k*size+i]; r != w.Result || !slices.Equal(b.Cells[i*n:][:n], w.cells) {
						t.Fatalf("%+v: puzzle %d is another one in batches of %d", tt.opts, first+k*size+i, size)
					}
				}
			}
		}
		tt.opts.Seed++
		for i, p := range puzzles(t, tt.opts, min(tt.count, 20)) {
			if slices.Equal(p.cells, want[i].cells) || slices.Equal(p.solution, want[i].solution) {
				t.Fatalf("%+v: puzzle %d does not depend on the seed", tt.opts, i)
			}
		}
	}
}

// TestBadOptions checks that impossible options are rejected.
func TestBadOptions(t *testing.T) {
	t.Parallel()
	for _, opts := range []Options{
		{Order: 10},
		{Order: 9, MaxTries: -1},
		{Order: 9, MaxClues: 30},
		{Order: 9, Clues: 31, MaxClues: 30},
		{Order: 9, Clues: 31, MaxClues: 82},
		{Order: 9, Clues: 26, Symmetry: Quarter},
		{Order: 9, Symmetry: 99},
		{Order: 9, Clues: 16},
		{Order: 9, Clues: 82},
		{Order: 9, Clues: -1},
		{Order: 16, Clues: 257},
		{Order: 9, MinGuesses: 5, MaxGuesses: 4},
		{Order: 9, MinGuesses: 1, Easy: true},
		{Order: 9, MaxGuesses: 4, Easy: true},
		{Order: 9, MinGuesses: 3, MaxGuesses: 4, Easy: true},
	} {
		if _, err := New(opts); err == nil {
			t.Errorf("%+v: no error", opts)
		}
	}
}

// TestGivenUp checks that a puzzle is given up after MaxTries, whatever happens
// to the others.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	all := puzzles(t, Options{Order: 9, Clues: 23, MaxTries: 3}, 200)
	made := 0
	for i, p := range all {
		if p.Made {
			made++
		}
		if p.Tries > 3 || !p.Made && p.Tries != 3 || p.Made != (countClues(p.cells) == 23) {
			t.Fatalf("puzzle %d: %+v", i, p.Result)
		}
	}
	if made < 20 || made > 180 {
		t.Errorf("%d of %d were made", made, len(all))
	}
}

// TestStop checks that a generator returns when Stop returns true.
func TestStop(t *testing.T) {
	t.Parallel()
	// No puzzle meets these options.
	g, err := New(Options{Order: 9, Clues: 17, MinGuesses: 1000})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	b := &Series{
		Cells: make([]uint8, 81), Solutions: make([]uint8, 81), Results: make([]Result, 1),
		Stop: func() bool { asked++; return asked > 100 },
		Done: func() { t.Error("finished") },
	}
	g.Feed(b)
	g.Flush()
	if asked < 100 {
		t.Errorf("asked %d times", asked)
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, opts := range []Options{
		{Order: 9}, {Order: 9, Clues: 30}, {Order: 9, Clues: 24}, {Order: 16, Clues: 110}, {Order: 16, Clues: 100}, {Order: 16},
	} {
		b.Run(fmt.Sprintf("order=%d/clues=%d", opts.Order, opts.Clues), func(b *testing.B) {
			g, err := New(opts)
			if err != nil {
				b.Fatal(err)
			}
			const size = 64
			n := size * opts.Order * opts.Order
			var free []*Series
			for range 12 {
				b := &Series{Cells: make([]uint8, n), Solutions: make([]uint8, n), Results: make([]Result, size)}
				b.Done = func() { free = append(free, b) }
				free = append(free, b)
			}
			first := uint64(0)
			for b.Loop() {
				if len(free) == 0 {
					g.Flush()
				}
				batch := free[len(free)-1]
				free = free[:len(free)-1]
				batch.First = first
				first += size
				g.Feed(batch)
			}
			g.Flush()
			b.ReportMetric(float64(first)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
