package solver

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// classicEngines are the constructors of the reference engines.
var classicEngines = []struct {
	name string
	make func(order int) engine
}{
	{"dlx", newDLX},
	{"mrv", newMRV},
	{"backtrack", newBacktrack},
	{"propagate", newPropagate},
	{"cdcl", newCDCL},
}

const (
	classicEscargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	classicSolved   = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	classicNone     = "..3......4...8..37..8...1...4..6..73...9...1......2.....4.7..686....4...7.....5.."
	classicTwo      = "16285.4.353412.6.8789643521475312986913586742628794135356478219241935867897261354"
	classicMany     = "...4......5..8.2.6.....3...2...4....3......1...5.3.8.25...6.3.8..6....95..8......" // 847
)

// classicDecode turns "." to 0, and digits and letters to values.
func classicDecode(line string) []uint8 {
	cells := make([]uint8, len(line))
	for i, char := range []byte(line) {
		switch {
		case char >= 'A':
			cells[i] = char - 'A' + 1
		case char >= '1':
			cells[i] = char - '0'
		}
	}
	return cells
}

func classicOrder(cells []uint8) int {
	if len(cells) == 256 {
		return 16
	}
	return 9
}

// classicGrid returns a solved grid of order 16.
func classicGrid() []uint8 {
	cells := make([]uint8, 256)
	for i := range cells {
		row, column := i/16, i%16
		cells[i] = uint8((row%4*4+row/4+column)%16) + 1
	}
	return cells
}

// classicBlank returns a copy of cells without those where drop says so.
func classicBlank(cells []uint8, drop func(i int, value uint8) bool) []uint8 {
	result := slices.Clone(cells)
	for i, value := range cells {
		if drop(i, value) {
			result[i] = 0
		}
	}
	return result
}

// classicCheck fails the test unless solution solves puzzle.
func classicCheck(t *testing.T, solution, puzzle []uint8) {
	t.Helper()
	order := classicOrder(puzzle)
	side := 3 + order/16
	seen := map[[3]int]bool{}
	for i, value := range solution {
		row, column := i/order, i%order
		if value < 1 || int(value) > order || puzzle[i] != 0 && puzzle[i] != value {
			t.Fatalf("cell %d: got %d, clue %d", i, value, puzzle[i])
		}
		for house, h := range [3]int{row, column, row/side*side + column/side} {
			key := [3]int{house, h, int(value)}
			if seen[key] {
				t.Fatalf("cell %d: %d twice in a house", i, value)
			}
			seen[key] = true
		}
	}
}

// classicSearch searches a copy of the puzzle, and checks the cells afterwards.
func classicSearch(t *testing.T, e engine, puzzle []uint8, limit int, maxGuesses uint64) (outcome, []uint8) {
	t.Helper()
	cells := slices.Clone(puzzle)
	out := e.search(cells, limit, maxGuesses)
	switch {
	case out.found > limit:
		t.Fatalf("found %d solutions with limit %d", out.found, limit)
	case out.found == limit && out.complete:
		t.Fatalf("complete although it stopped at the limit: %+v", out)
	case out.found > 0:
		classicCheck(t, cells, puzzle)
	case !slices.Equal(cells, puzzle):
		t.Fatalf("no solution, but cells changed: %v", cells)
	}
	return out, cells
}

func TestClassicsKnownCounts(t *testing.T) {
	grid := classicGrid()
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
		{"unique", classicDecode(classicEscargot), 2, 1},
		{"no solution", classicDecode(classicNone), 2, 0},
		{"two solutions", classicDecode(classicTwo), 3, 2},
		{"847 solutions", classicDecode(classicMany), 1000, 847},
		{"847 solutions, limit", classicDecode(classicMany), 100, 100},
		{"empty", make([]uint8, 81), 2, 2},
		{"solved", classicDecode(classicSolved), 2, 1},
		{"80 clues", classicDecode("." + classicSolved[1:]), 2, 1},
		{"clue excludes the last digit", classicDecode("2" + classicSolved[1:2] + strings.Repeat(".", 79)), 2, -1},
		{"order 16 solved", grid, 2, 1},
		{"order 16, 255 clues", classicBlank(grid, func(i int, _ uint8) bool { return i == 100 }), 2, 1},
		{"order 16, every third cell", classicBlank(grid, func(i int, _ uint8) bool { return i%3 == 0 }), 2, -1},
		{"order 16, cell without candidate", noPlace, 2, 0},
		{"order 16, two digits gone", classicBlank(grid, pair), 1 << 10, -1},
	}
	for _, test := range tests {
		want := test.found
		for _, engine := range classicEngines {
			t.Run(test.name+"/"+engine.name, func(t *testing.T) {
				out, _ := classicSearch(t, engine.make(classicOrder(test.puzzle)), test.puzzle, test.limit, unlimited)
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
	for _, engine := range classicEngines {
		out, _ := classicSearch(t, engine.make(16), make([]uint8, 256), 2, 20_000)
		if engine.name != "backtrack" && out.found != 2 {
			t.Errorf("%s: got %+v", engine.name, out)
		}
	}
}

// An engine gives the same outcome for a puzzle whatever it did before.
func TestClassicsReuse(t *testing.T) {
	lines := []string{classicEscargot, classicMany, classicNone, classicSolved, strings.Repeat(".", 81), classicTwo}
	for _, engine := range classicEngines {
		t.Run(engine.name, func(t *testing.T) {
			used := engine.make(9)
			for range 2 {
				for _, line := range lines {
					puzzle := classicDecode(line)
					want, solution := classicSearch(t, engine.make(9), puzzle, 2, unlimited)
					for budget := range uint64(5) {
						classicSearch(t, used, puzzle, 2, budget)
					}
					got, again := classicSearch(t, used, puzzle, 2, unlimited)
					if got != want || !slices.Equal(solution, again) {
						t.Fatalf("%s: got %+v, a new engine %+v", line, got, want)
					}
				}
			}
		})
	}
}

func TestClassicsGuessBudget(t *testing.T) {
	for _, engine := range classicEngines {
		t.Run(engine.name, func(t *testing.T) {
			e := engine.make(9)
			for _, line := range []string{classicEscargot, classicNone, classicMany, classicTwo, classicSolved} {
				puzzle := classicDecode(line)
				full, _ := classicSearch(t, e, puzzle, 1000, unlimited)
				if out, _ := classicSearch(t, e, puzzle, 1000, full.guesses); out != full {
					t.Errorf("%s: budget of %d: got %+v, want %+v", line, full.guesses, out, full)
				}
				for _, budget := range []uint64{0, 1, full.guesses / 2, full.guesses - 1} {
					if budget >= full.guesses {
						continue
					}
					out, _ := classicSearch(t, e, puzzle, 1000, budget)
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
	for _, engine := range classicEngines {
		if engine.name == "cdcl" {
			continue
		}
		for _, puzzle := range [][]uint8{classicDecode(classicEscargot), classicDecode(classicMany), make([]uint8, 256)} {
			e, cells := engine.make(classicOrder(puzzle)), make([]uint8, len(puzzle))
			allocs := testing.AllocsPerRun(5, func() {
				copy(cells, puzzle)
				e.search(cells, 2, 1000)
			})
			if allocs != 0 {
				t.Errorf("%s, order %d: %v allocations a search", engine.name, classicOrder(puzzle), allocs)
			}
		}
	}
}

// gophersat has global state; engines of several goroutines must not meet in it.
func TestCDCLInSeveralGoroutines(t *testing.T) {
	want, _ := classicSearch(t, newCDCL(9), classicDecode(classicMany), 300, unlimited)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if out := newCDCL(9).search(classicDecode(classicMany), 300, unlimited); out != want {
				t.Errorf("got %+v, want %+v", out, want)
			}
		})
	}
	group.Wait()
}

// classicCorpus returns up to n lines spread over a file of the corpora that
// lie beside the project. It skips the test if there are none.
func classicCorpus(t *testing.T, name string, n int) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpora", name))
	if err != nil {
		t.Skipf("no corpora beside the project: %v", err)
	}
	if strings.HasSuffix(name, ".zst") {
		decoder, err := zstd.NewReader(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer decoder.Close()
		if data, err = decoder.DecodeAll(data, nil); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	var sample []string
	for i := 0; i < len(lines); i += max(1, len(lines)/n) {
		sample = append(sample, lines[i])
	}
	return sample
}

// All engines that come to an end within the budget agree on the number of
// solutions, and on the solution if it is the only one.
func TestClassicsAgree(t *testing.T) {
	for name, n := range map[string]int{
		"17clue": 60, "diabolical": 60, "hardest11": 60, "kaggle": 60, "mixed": 150, "multi": 60, "top1465": 60,
		"x16_CH": 15, "x16_ST": 15, "x16_TF": 15, "x16_goomii": 15, "x16_minimal": 8,
	} {
		t.Run(name, func(t *testing.T) {
			lines := classicCorpus(t, name+".txt.zst", n)
			order, budget := classicOrder(classicDecode(lines[0])), uint64(20_000)
			if order == 16 {
				budget = 3000
			}
			made := map[string]engine{}
			for _, engine := range classicEngines {
				made[engine.name] = engine.make(order)
			}
			for _, line := range lines {
				puzzle := classicDecode(line)
				want, solution := classicSearch(t, made["cdcl"], puzzle, 2, unlimited)
				if name != "mixed" && name != "multi" && want.found != 1 {
					t.Fatalf("%s: cdcl: got %+v, want one solution", line, want)
				}
				for engine, e := range made {
					out, cells := classicSearch(t, e, puzzle, 2, budget)
					if !out.complete && out.found < 2 {
						continue // gave up
					}
					if out.found != want.found || want.found == 1 && !slices.Equal(cells, solution) {
						t.Fatalf("%s: %s: got %+v, cdcl %+v", line, engine, out, want)
					}
				}
			}
		})
	}
}

func TestClassicsAdversarial(t *testing.T) {
	for _, name := range []string{"adversarial9.tsv", "adversarial16.tsv"} {
		for _, line := range classicCorpus(t, name, 1000) {
			field := strings.Split(line, "\t")
			puzzle := classicDecode(field[0])
			if field[2] == "DUP" {
				continue // equal clues in a house: not for engines
			}
			for _, engine := range classicEngines {
				budget := uint64(5000)
				if engine.name == "cdcl" {
					budget = unlimited
				}
				out, _ := classicSearch(t, engine.make(classicOrder(puzzle)), puzzle, 2, budget)
				if gaveUp := !out.complete && out.found < 2; gaveUp && out.guesses >= budget {
					continue
				}
				if fmt.Sprint(out.found) != field[1] {
					t.Errorf("%s: %s: got %+v, want %s", field[2], engine.name, out, field[1])
				}
			}
		}
	}
}
