package reference_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// referenceEngines holds the constructors of the reference engines.
var referenceEngines = []struct {
	name string
	make func(shape geometry.Box) engine.Engine
}{
	{"dlx", reference.NewDLX},
	{"mrv", reference.NewMRV},
	{"backtrack", reference.NewBacktrack},
	{"propagate", reference.NewPropagate},
}

func TestClassicsKnownCounts(t *testing.T) {
	grid := puzzletest.PatternGrid(16)
	noPlace := make([]uint8, 256)
	copy(noPlace[1:16], grid[1:16])
	noPlace[4*16] = grid[0]
	pair := func(_ int, value uint8) bool { return value == 3 || value == 7 }
	tests := []struct {
		name   string
		puzzle []uint8
		limit  int
		found  int
	}{
		{"unique", puzzletest.Decode(puzzletest.Escargot), 2, 1},
		{"no solution", puzzletest.Decode(puzzletest.None), 2, 0},
		{"two solutions", puzzletest.Decode(puzzletest.Two), 3, 2},
		{"847 solutions", puzzletest.Decode(puzzletest.Many), 1000, 847},
		{"847 solutions, limit", puzzletest.Decode(puzzletest.Many), 100, 100},
		{"empty", make([]uint8, 81), 2, 2},
		{"solved", puzzletest.Decode(puzzletest.SolvedGrid), 2, 1},
		{"80 clues", puzzletest.Decode("." + puzzletest.SolvedGrid[1:]), 2, 1},
		{"clue excludes the last digit", puzzletest.Decode("2" + puzzletest.SolvedGrid[1:2] + strings.Repeat(".", 79)), 2, -1},
		{"order 16 solved", grid, 2, 1},
		{"order 16, 255 clues", puzzletest.BlankCells(grid, func(i int, _ uint8) bool { return i == 100 }), 2, 1},
		{"order 16, every third cell", puzzletest.BlankCells(grid, func(i int, _ uint8) bool { return i%3 == 0 }), 2, -1},
		{"order 16, cell without candidate", noPlace, 2, 0},
		{"order 16, two digits gone", puzzletest.BlankCells(grid, pair), 1 << 10, -1},
	}
	for _, test := range tests {
		want := test.found
		for _, method := range referenceEngines {
			t.Run(test.name+"/"+method.name, func(t *testing.T) {
				out, _ := puzzletest.SearchCopy(t, method.make(geometry.OfCells(len(test.puzzle))), test.puzzle, test.limit, engine.Unlimited)
				if want < 0 { // unknown: take the first engine's answer
					want = out.Found
				}
				if out.Found != want || out.Complete != (want < test.limit) {
					t.Errorf("got %+v, want %d solutions", out, want)
				}
			})
		}
	}
}

// TestClassicsReuse checks that earlier puzzles do not change an engine's
// outcome.
func TestClassicsReuse(t *testing.T) {
	lines := []string{puzzletest.Escargot, puzzletest.Many, puzzletest.None, puzzletest.SolvedGrid, strings.Repeat(".", 81), puzzletest.Two}
	for _, method := range referenceEngines {
		t.Run(method.name, func(t *testing.T) {
			used := method.make(geometry.Of(9))
			for range 2 {
				for _, line := range lines {
					puzzle := puzzletest.Decode(line)
					want, solution := puzzletest.SearchCopy(t, method.make(geometry.Of(9)), puzzle, 2, engine.Unlimited)
					for budget := range uint64(5) {
						puzzletest.SearchCopy(t, used, puzzle, 2, budget)
					}
					got, again := puzzletest.SearchCopy(t, used, puzzle, 2, engine.Unlimited)
					if got != want || !slices.Equal(solution, again) {
						t.Fatalf("%s: got %+v, a new engine %+v", line, got, want)
					}
				}
			}
		})
	}
}

func TestClassicsGuessBudget(t *testing.T) {
	for _, method := range referenceEngines {
		t.Run(method.name, func(t *testing.T) {
			e := method.make(geometry.Of(9))
			for _, line := range []string{puzzletest.Escargot, puzzletest.None, puzzletest.Many, puzzletest.Two, puzzletest.SolvedGrid} {
				puzzle := puzzletest.Decode(line)
				full, _ := puzzletest.SearchCopy(t, e, puzzle, 1000, engine.Unlimited)
				if out, _ := puzzletest.SearchCopy(t, e, puzzle, 1000, full.Guesses); out != full {
					t.Errorf("%s: budget of %d: got %+v, want %+v", line, full.Guesses, out, full)
				}
				for _, budget := range []uint64{0, 1, full.Guesses / 2, full.Guesses - 1} {
					if budget >= full.Guesses {
						continue
					}
					out, _ := puzzletest.SearchCopy(t, e, puzzle, 1000, budget)
					if out.Complete || out.Guesses != budget {
						t.Errorf("%s: budget of %d: got %+v", line, budget, out)
					}
				}
			}
		})
	}
}
