package bench

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// sharedCorpora is where the real corpora lie, beside the project. Without
// them only the embedded ones are measured.
const sharedCorpora = "../../shared/corpora"

// A puzzles is a corpus in memory.
type puzzles struct {
	name  string
	order int
	text  []byte // one puzzle a line
	cells []uint8
	n     int
}

// names lists the corpora to measure: real ones where they are, else embedded
// ones of the same order.
func names(order int) []string {
	patterns := map[int][]string{
		9:  {"kaggle", "17clue", "diabolical", "top1465", "hardest11", "multi", "mixed"},
		16: {"x16_CH", "x16_TF", "x16_ST", "x16_goomii"},
	}
	embedded := map[int]string{9: "@demo", 16: "@demo16"}
	found := []string{embedded[order]}
	for _, name := range patterns[order] {
		path := filepath.Join(sharedCorpora, name+".txt.zst")
		if _, err := os.Stat(path); err == nil {
			found = append(found, path)
		}
	}
	return found
}

// load reads a corpus of one puzzle a line into memory.
func load(tb testing.TB, name string) *puzzles {
	tb.Helper()
	r, err := corpus.Open(name, corpus.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		tb.Fatal(err)
	}
	form, err := formats.Detect(text, true, formats.Line)
	if err != nil {
		tb.Fatal(err)
	}
	var records formats.Records
	form.Decode(&records, text)
	if len(records.Faults) > 0 {
		tb.Fatalf("%s: %v", name, &records.Faults[0])
	}
	short := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), "@"), ".txt.zst")
	return &puzzles{name: short, order: form.Order, text: text, cells: records.Cells, n: records.N}
}

// proven remembers the guesses of corpora that were proven, by corpus and
// options: a benchmark's function is called several times.
var proven = map[string]uint64{}

// prove solves the whole corpus and verifies every solution. It returns the
// number of guesses.
func (p *puzzles) prove(tb testing.TB, opts solver.Options) (guesses uint64) {
	tb.Helper()
	key := fmt.Sprint(p.name, opts)
	if guesses, ok := proven[key]; ok {
		return guesses
	}
	s, err := solver.New(p.order, opts)
	if err != nil {
		tb.Fatal(err)
	}
	size := p.order * p.order
	cells := bytes.Clone(p.cells)
	results := make([]solver.Result, p.n)
	s.SolveBatch(cells, results)
	for i, result := range results {
		guesses += result.Guesses
		if result.Solutions == 0 {
			continue
		}
		if err := solver.Verify(cells[i*size:(i+1)*size], p.cells[i*size:(i+1)*size]); err != nil {
			tb.Fatalf("%s, puzzle %d: %v", p.name, i+1, err)
		}
	}
	proven[key] = guesses
	return guesses
}
