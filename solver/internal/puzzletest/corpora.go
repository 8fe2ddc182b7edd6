// Package puzzletest has what tests of solvers share: corpora, generated and
// known puzzles, symmetries, and checks.
package puzzletest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Full reports that tests take all puzzles of the corpora instead of samples.
// That takes an hour, so go test needs a -timeout.
var Full = os.Getenv("SUDOKUBATCH_FULL") == "1"

// A CorpusInfo holds facts about a corpus that are known from other sources.
type CorpusInfo struct {
	Name    string
	Puzzles int
	Counts  [3]bool // whether it has puzzles with 0, 1, and 2 or more solutions
}

// Corpora lists the corpora in ../shared/corpora, next to the project.
var Corpora = []CorpusInfo{
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

// Order returns the order of the corpus's puzzles.
func (c CorpusInfo) Order() int {
	if strings.HasPrefix(c.Name, "x16_") {
		return 16
	}
	return 9
}

// corpusFiles caches the lines of files.
var corpusFiles sync.Map

// ReadLines returns the lines of a corpus file. It skips the test if there are
// no corpora.
func ReadLines(tb testing.TB, file string) []string {
	tb.Helper()
	if lines, ok := corpusFiles.Load(file); ok {
		return lines.([]string)
	}
	data, err := os.ReadFile(filepath.Join(projectRoot(), "..", "shared", "corpora", file))
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

// projectRoot returns the folder of go.mod. Tests run in their package's
// folder.
func projectRoot() string {
	root := "."
	for range 9 {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join("..", root)
	}
	return root
}

// Lines returns all puzzles of a corpus.
func Lines(tb testing.TB, name string) []string {
	tb.Helper()
	return ReadLines(tb, name+".txt.zst")
}

// Sample returns n puzzles spread evenly over a corpus. It returns all puzzles
// if Full is set, and a third of n in short mode.
func Sample(tb testing.TB, name string, n int) []string {
	tb.Helper()
	lines := Lines(tb, name)
	if Full || n >= len(lines) {
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

// An Adversary is a puzzle that is slow or difficult for some method.
type Adversary struct {
	Name      string
	Puzzle    []uint8
	Solutions int  // 2 = two or more
	Clash     bool // two equal clues share a house
}

// Adversaries returns the adversarial puzzles of an order.
func Adversaries(tb testing.TB, order int) []Adversary {
	tb.Helper()
	var all []Adversary
	for _, line := range ReadLines(tb, fmt.Sprintf("adversarial%d.tsv", order)) {
		field := strings.Split(line, "\t")
		if len(field) < 3 || len(field[0]) != order*order {
			tb.Fatalf("not a line of adversarial puzzles: %q", line)
		}
		all = append(all, Adversary{
			Name:      field[2],
			Puzzle:    Decode(field[0]),
			Solutions: int(field[1][0] - '0'),
			Clash:     field[2] == "DUP",
		})
	}
	return all
}
