package solver

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// referenceEngines are the constructors of the reference engines.
var referenceEngines = []struct {
	name string
	make func(order int) engine
}{
	{"dlx", newDLX},
	{"mrv", newMRV},
	{"backtrack", newBacktrack},
	{"propagate", newPropagate},
	{"cdcl", newCDCL},
}

func TestClassicsKnownCounts(t *testing.T) {
	grid := patternGrid(16)
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
		{"unique", decodePuzzle(lineEscargot), 2, 1},
		{"no solution", decodePuzzle(lineNone), 2, 0},
		{"two solutions", decodePuzzle(lineTwo), 3, 2},
		{"847 solutions", decodePuzzle(lineMany), 1000, 847},
		{"847 solutions, limit", decodePuzzle(lineMany), 100, 100},
		{"empty", make([]uint8, 81), 2, 2},
		{"solved", decodePuzzle(lineSolved), 2, 1},
		{"80 clues", decodePuzzle("." + lineSolved[1:]), 2, 1},
		{"clue excludes the last digit", decodePuzzle("2" + lineSolved[1:2] + strings.Repeat(".", 79)), 2, -1},
		{"order 16 solved", grid, 2, 1},
		{"order 16, 255 clues", blankCells(grid, func(i int, _ uint8) bool { return i == 100 }), 2, 1},
		{"order 16, every third cell", blankCells(grid, func(i int, _ uint8) bool { return i%3 == 0 }), 2, -1},
		{"order 16, cell without candidate", noPlace, 2, 0},
		{"order 16, two digits gone", blankCells(grid, pair), 1 << 10, -1},
	}
	for _, test := range tests {
		want := test.found
		for _, engine := range referenceEngines {
			t.Run(test.name+"/"+engine.name, func(t *testing.T) {
				out, _ := searchCopy(t, engine.make(orderOf(test.puzzle)), test.puzzle, test.limit, unlimited)
				if want < 0 { // not known beforehand: the first engine's answer
					want = out.found
				}
				if out.found != want || out.complete != (want < test.limit) {
					t.Errorf("got %+v, want %d solutions", out, want)
				}
			})
		}
	}
}

func TestClassicsEmptyGridOfOrder16(t *testing.T) {
	for _, engine := range referenceEngines {
		out, _ := searchCopy(t, engine.make(16), make([]uint8, 256), 2, 20_000)
		if engine.name != "backtrack" && out.found != 2 {
			t.Errorf("%s: got %+v", engine.name, out)
		}
	}
}

// An engine gives the same outcome for a puzzle whatever it did before.
func TestClassicsReuse(t *testing.T) {
	lines := []string{lineEscargot, lineMany, lineNone, lineSolved, strings.Repeat(".", 81), lineTwo}
	for _, engine := range referenceEngines {
		t.Run(engine.name, func(t *testing.T) {
			used := engine.make(9)
			for range 2 {
				for _, line := range lines {
					puzzle := decodePuzzle(line)
					want, solution := searchCopy(t, engine.make(9), puzzle, 2, unlimited)
					for budget := range uint64(5) {
						searchCopy(t, used, puzzle, 2, budget)
					}
					got, again := searchCopy(t, used, puzzle, 2, unlimited)
					if got != want || !slices.Equal(solution, again) {
						t.Fatalf("%s: got %+v, a new engine %+v", line, got, want)
					}
				}
			}
		})
	}
}

func TestClassicsGuessBudget(t *testing.T) {
	for _, engine := range referenceEngines {
		t.Run(engine.name, func(t *testing.T) {
			e := engine.make(9)
			for _, line := range []string{lineEscargot, lineNone, lineMany, lineTwo, lineSolved} {
				puzzle := decodePuzzle(line)
				full, _ := searchCopy(t, e, puzzle, 1000, unlimited)
				if out, _ := searchCopy(t, e, puzzle, 1000, full.guesses); out != full {
					t.Errorf("%s: budget of %d: got %+v, want %+v", line, full.guesses, out, full)
				}
				for _, budget := range []uint64{0, 1, full.guesses / 2, full.guesses - 1} {
					if budget >= full.guesses {
						continue
					}
					out, _ := searchCopy(t, e, puzzle, 1000, budget)
					if engine.name == "cdcl" && budget > 0 {
						continue // it cannot stop within a call of the library
					}
					if out.complete || out.guesses != budget {
						t.Errorf("%s: budget of %d: got %+v", line, budget, out)
					}
				}
			}
		})
	}
}

func TestClassicsDoNotAllocate(t *testing.T) {
	for _, engine := range referenceEngines {
		if engine.name == "cdcl" {
			continue
		}
		for _, puzzle := range [][]uint8{decodePuzzle(lineEscargot), decodePuzzle(lineMany), make([]uint8, 256)} {
			e, cells := engine.make(orderOf(puzzle)), make([]uint8, len(puzzle))
			allocs := testing.AllocsPerRun(5, func() {
				copy(cells, puzzle)
				e.search(cells, 2, 1000)
			})
			if allocs != 0 {
				t.Errorf("%s, order %d: %v allocations a search", engine.name, orderOf(puzzle), allocs)
			}
		}
	}
}

// gophersat has global state; engines of several goroutines must not meet in it.
func TestCDCLInSeveralGoroutines(t *testing.T) {
	want, _ := searchCopy(t, newCDCL(9), decodePuzzle(lineMany), 300, unlimited)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if out := newCDCL(9).search(decodePuzzle(lineMany), 300, unlimited); out != want {
				t.Errorf("got %+v, want %+v", out, want)
			}
		})
	}
	group.Wait()
}
