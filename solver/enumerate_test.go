package solver_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/literaltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// list returns all solutions that an enumerator lists, and its result.
func list(tb testing.TB, puzzle []uint8, limit int, maxGuesses uint64) (solutions [][]uint8, result solver.Result) {
	tb.Helper()
	e, err := solver.NewEnumerator(geometry.Of(puzzletest.OrderOf(puzzle)), limit, maxGuesses)
	if err != nil {
		tb.Fatal(err)
	}
	e.Begin(puzzle)
	solution := make([]uint8, len(puzzle))
	for e.Next(solution) {
		solutions = append(solutions, slices.Clone(solution))
	}
	return solutions, e.Result()
}

// checkLists compares the list of a puzzle's solutions with a solver: the same
// result, the first solution first, and solutions that are right and different.
func checkLists(tb testing.TB, puzzle []uint8, limit int, maxGuesses uint64) {
	tb.Helper()
	solutions, result := list(tb, puzzle, limit, maxGuesses)
	s, err := solver.New(puzzletest.OrderOf(puzzle), solver.Options{Limit: limit, MaxGuesses: maxGuesses})
	if err != nil {
		tb.Fatal(err)
	}
	name := fmt.Sprintf("%s limit %d budget %d", puzzletest.Encode(puzzle), limit, maxGuesses)
	first := slices.Clone(puzzle)
	if want := s.Solve(first); result != want || len(solutions) != result.Solutions {
		tb.Fatalf("%s: listed %d and %+v, solved %+v", name, len(solutions), result, want)
	}
	if len(solutions) > 0 && !slices.Equal(solutions[0], first) {
		tb.Fatalf("%s: the list begins with %s, want %s", name, puzzletest.Encode(solutions[0]), puzzletest.Encode(first))
	}
	seen := map[string]bool{}
	for _, solution := range solutions {
		if err := solver.Verify(puzzle, solution); err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		seen[string(solution)] = true
	}
	if len(seen) != len(solutions) {
		tb.Fatalf("%s: %d solutions listed, %d of them different", name, len(solutions), len(seen))
	}
}

func TestEnumerator(t *testing.T) {
	t.Parallel()
	for _, corpus := range puzzletest.Corpora {
		for i, line := range puzzletest.Sample(t, corpus.Name, 20) {
			puzzle := puzzletest.Decode(line)
			for c := range puzzle { // half of the puzzles lose clues
				if i%2 == 0 && (c+i)%5 == 0 {
					puzzle[c] = 0
				}
			}
			checkLists(t, puzzle, []int{1, 2, 7, 300, 1000}[i%5], []uint64{0, 0, 1, 40, 2500}[i/5%5])
		}
	}
}

// TestEnumeratorOrder compares lists with the literal search.
func TestEnumeratorOrder(t *testing.T) {
	t.Parallel()
	for order, corpus := range map[int]string{9: "multi", 16: "x16_TF"} {
		for i, line := range puzzletest.Sample(t, corpus, 144/order) {
			puzzle := puzzletest.Decode(line)
			for c := i; order == 16 && c < len(puzzle); c += 40 {
				puzzle[c] = 0
			}
			all, _ := list(t, puzzle, 20, 0)
			if want := literaltest.List(geometry.Of(order), puzzle, 20); !slices.EqualFunc(all, want, slices.Equal) {
				t.Fatalf("%s: listed\n%v\n literally\n%v", line, all, want)
			}
		}
	}
}

// TestEnumeratorLearns lists puzzles that go to clause learning.
func TestEnumeratorLearns(t *testing.T) {
	t.Parallel()
	for _, order := range puzzletest.Orders {
		for i, a := range puzzletest.Adversaries(t, order) {
			if i%4 == 0 {
				checkLists(t, a.Puzzle, []int{2, 64, 65, 200}[i/4%4], []uint64{0, 2100, 4000}[i/4%3])
			}
		}
	}
}

// TestEnumeratorAll compares numbers of all solutions with a reference engine,
// and lists with and without a limit.
func TestEnumeratorAll(t *testing.T) {
	t.Parallel()
	s, err := solver.New(9, solver.Options{Engine: "dlx", Limit: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range puzzletest.Sample(t, "multi", 40) {
		puzzle := puzzletest.Decode(line)
		all, result := list(t, puzzle, 0, 0)
		if want := s.Solve(slices.Clone(puzzle)); want.Solutions != len(all) || !result.Complete || !want.Complete {
			t.Fatalf("%s: listed %+v, counted %+v", line, result, want)
		}
		for n := 1; n <= len(all); n += 1 + len(all)/3 {
			if some, _ := list(t, puzzle, n, 0); !slices.EqualFunc(some, all[:n], slices.Equal) {
				t.Fatalf("%s: the list with limit %d does not begin the list of all", line, n)
			}
		}
	}
}

func ExampleEnumerator() {
	puzzle := []uint8{
		5, 3, 4, 0, 0, 8, 9, 1, 2,
		6, 7, 2, 1, 9, 5, 3, 4, 8,
		1, 9, 8, 3, 4, 2, 5, 6, 7,
		8, 5, 9, 0, 0, 1, 4, 2, 3,
		4, 2, 6, 8, 5, 3, 7, 9, 1,
		7, 1, 3, 9, 2, 4, 8, 5, 6,
		9, 6, 1, 5, 3, 7, 2, 8, 4,
		2, 8, 7, 4, 1, 9, 6, 3, 5,
		3, 4, 5, 2, 8, 6, 1, 7, 9,
	}
	e, err := solver.NewEnumerator(geometry.Of(9), 0, 0) // all solutions
	if err != nil {
		panic(err)
	}
	e.Begin(puzzle)
	for solution := make([]uint8, 81); e.Next(solution); {
		fmt.Println(solution[:9])
	}
	fmt.Println(e.Result().Status)
	// Output:
	// [5 3 4 6 7 8 9 1 2]
	// [5 3 4 7 6 8 9 1 2]
	// multiple
}

// TestAllGrids lists all grids of order 4, and counts the grids of order 6 if the
// variable SUDOKUBATCH_GRIDS is set.
func TestAllGrids(t *testing.T) {
	grids := map[int]int{4: 288}
	if os.Getenv("SUDOKUBATCH_GRIDS") != "" {
		grids[6] = 28_200_960
	}
	for order, want := range grids {
		for _, shape := range []geometry.Box{geometry.Of(order), geometry.Of(order).Transposed()} {
			e, err := solver.NewEnumerator(shape, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			blank, grid, n := make([]uint8, order*order), make([]uint8, order*order), 0
			seen := map[string]bool{}
			for e.Begin(blank); e.Next(grid); n++ {
				if order == 4 {
					seen[string(grid)] = true
				}
				if n%1000 == 0 {
					if err := solver.VerifyBox(shape, blank, grid); err != nil {
						t.Fatal(err)
					}
				}
			}
			if r := e.Result(); n != want || r.Solutions != want || !r.Complete || order == 4 && len(seen) != want {
				t.Errorf("%v: %d grids, %d different, %+v; want %d", shape, n, len(seen), r, want)
			}
		}
	}
}
