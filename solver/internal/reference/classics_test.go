package reference_test

import (
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
