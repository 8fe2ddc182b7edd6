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

// full says that tests are to take all puzzles of the corpora, not samples.
// That takes an hour: give go test a -timeout.
var full = os.Getenv("SUDOKUBATCH_FULL") == "1"

// A corpusInfo says what is known about a corpus from elsewhere.
type corpusInfo struct {
	name    string
	puzzles int
	counts  [3]bool // whether it has puzzles with 0, 1, and 2 or more solutions
}

// corpora are the collections of puzzles that lie beside the project.
var corpora = []corpusInfo{
	{"kaggle", 9999, [3]bool{1: true}},
	{"17clue", 49151, [3]bool{1: true}},
	{"diabolical", 39719, [3]bool{1: true}},
	{"top1465", 1465, [3]bool{1: true}},
	{"hardest11", 24383, [3]bool{1: true}},
	{"multi", 5000, [3]bool{2: true}},
	{"mixed", 10000, [3]bool{true, true, true}},
	{"x16_CH", 2800, [3]bool{1: true}},
	{"x16_TF", 2800, [3]bool{1: true}},
	{"x16_ST", 2800, [3]bool{1: true}},
	{"x16_goomii", 1500, [3]bool{1: true}},
	{"x16_minimal", 103, [3]bool{1: true}},
}

// order returns the order of the corpus' puzzles.
func (c corpusInfo) order() int {
	if strings.HasPrefix(c.name, "x16_") {
		return 16
	}
	return 9
}

// corpusFiles holds the lines of the files read so far.
var corpusFiles sync.Map

// readLines returns the lines of a file of the corpora, and skips the test
// where there are none.
func readLines(tb testing.TB, file string) []string {
	tb.Helper()
	if lines, ok := corpusFiles.Load(file); ok {
		return lines.([]string)
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpora", file))
	if err != nil {
		tb.Skipf("no corpora beside the project: %v", err)
	}
	if strings.HasSuffix(file, ".zst") {
		decoder, err := zstd.NewReader(nil)
		if err != nil {
			tb.Fatal(err)
		}
		defer decoder.Close()
		if data, err = decoder.DecodeAll(data, nil); err != nil {
			tb.Fatalf("%s: %v", file, err)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	corpusFiles.Store(file, lines)
	return lines
}

// corpusLines returns all puzzles of a corpus.
func corpusLines(tb testing.TB, name string) []string {
	tb.Helper()
	return readLines(tb, name+".txt.zst")
}

// corpusSample returns n puzzles spread evenly over a corpus: all of them where
// full is set, a third of them in short mode.
func corpusSample(tb testing.TB, name string, n int) []string {
	tb.Helper()
	lines := corpusLines(tb, name)
	if full || n >= len(lines) {
		return lines
	}
	if testing.Short() {
		n = (n + 2) / 3
	}
	sample := make([]string, n)
	for i := range sample {
		sample[i] = lines[i*len(lines)/n]
	}
	return sample
}

// An adversary is a puzzle that is slow or tricky for some method.
type adversary struct {
	name      string
	puzzle    []uint8
	solutions int  // 2 = two or more
	clash     bool // two equal clues share a house
}

// adversaries returns the adversarial puzzles of an order.
func adversaries(tb testing.TB, order int) []adversary {
	tb.Helper()
	var all []adversary
	for _, line := range readLines(tb, fmt.Sprintf("adversarial%d.tsv", order)) {
		field := strings.Split(line, "\t")
		if len(field) < 3 || len(field[0]) != order*order {
			tb.Fatalf("not a line of adversarial puzzles: %q", line)
		}
		all = append(all, adversary{
			name:      field[2],
			puzzle:    decodePuzzle(field[0]),
			solutions: int(field[1][0] - '0'),
			clash:     field[2] == "DUP",
		})
	}
	return all
}

const (
	lineEscargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	lineSolved   = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	lineNone     = "..3......4...8..37..8...1...4..6..73...9...1......2.....4.7..686....4...7.....5.."
	lineTwo      = "16285.4.353412.6.8789643521475312986913586742628794135356478219241935867897261354"
	lineMany     = "...4......5..8.2.6.....3...2...4....3......1...5.3.8.25...6.3.8..6....95..8......" // 847

	// The common search makes more than 20,000 guesses for these: one
	// without a solution, one with one.
	lineStalls   = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
	lineStalls16 = ".JGBI.KL.....C.AF..KC....M..J.B........E.C..LH..A.I...HF..D.............K..IB..HM.....N....B...." +
		".....C..E....KG..D.C...M...GA...IKA...JB.......GD.F.....A.......E.........PH..CD..BG.I.A.D....FE..." +
		"L......BJ...F....FE..LG....J......DBC.A..HEI......H.....FD.KB"
)

// decodePuzzle turns "." to 0, and digits and letters to values.
func decodePuzzle(line string) []uint8 {
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

// encodePuzzle is the inverse of decodePuzzle, for messages.
func encodePuzzle(cells []uint8) string {
	line := make([]byte, len(cells))
	for i, value := range cells {
		switch {
		case value == 0:
			line[i] = '.'
		case len(cells) == 256:
			line[i] = 'A' + value - 1
		default:
			line[i] = '0' + value
		}
	}
	return string(line)
}

// orderOf returns the order of a puzzle.
func orderOf(cells []uint8) int {
	if len(cells) == 256 {
		return 16
	}
	return 9
}

// checkSolution fails the test unless solution solves puzzle. It has no code
// in common with Verify.
func checkSolution(tb testing.TB, solution, puzzle []uint8) {
	tb.Helper()
	if wrong := solutionError(solution, puzzle); wrong != "" {
		tb.Fatalf("%s: %s is no solution: %s", encodePuzzle(puzzle), encodePuzzle(solution), wrong)
	}
}

// solutionError says what is wrong with a solution.
func solutionError(solution, puzzle []uint8) string {
	order := orderOf(puzzle)
	side := 3 + order/16
	seen := map[[3]int]bool{}
	for i, value := range solution {
		row, column := i/order, i%order
		if value < 1 || int(value) > order || puzzle[i] != 0 && puzzle[i] != value {
			return fmt.Sprintf("cell %d: got %d, clue %d", i, value, puzzle[i])
		}
		for house, h := range [3]int{row, column, row/side*side + column/side} {
			key := [3]int{house, h, int(value)}
			if seen[key] {
				return fmt.Sprintf("cell %d: %d twice in a house", i, value)
			}
			seen[key] = true
		}
	}
	return ""
}

// searchCopy searches a copy of the puzzle, and checks the cells afterwards.
func searchCopy(tb testing.TB, e engine, puzzle []uint8, limit int, maxGuesses uint64) (outcome, []uint8) {
	tb.Helper()
	cells := slices.Clone(puzzle)
	out := e.search(cells, limit, maxGuesses)
	switch {
	case out.found > limit:
		tb.Fatalf("found %d solutions with limit %d", out.found, limit)
	case out.found == limit && out.complete:
		tb.Fatalf("complete although it stopped at the limit: %+v", out)
	case out.found > 0:
		checkSolution(tb, cells, puzzle)
	case !slices.Equal(cells, puzzle):
		tb.Fatalf("no solution, but cells changed: %v", cells)
	}
	return out, cells
}
