package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// sharedCorpora is where the real corpora lie, beside the project. Without
// them only the embedded ones are measured.
const sharedCorpora = "../../shared/corpora"

// A puzzles is a corpus in memory.
type puzzles struct {
	corpus *Corpus
	name   string
	order  int
	text   []byte // one puzzle a line
	cells  []uint8
	n      int
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

// loadPuzzles reads a corpus into memory.
func loadPuzzles(tb testing.TB, name string) *puzzles {
	tb.Helper()
	c, err := load(context.Background(), name)
	if err != nil {
		tb.Fatal(err)
	}
	if n := 200; testing.Short() && c.N > n { // it runs, whatever the figure
		c.N, c.Text, c.Cells = n, c.Text[:n*(c.Order*c.Order+1)], c.Cells[:n*c.Order*c.Order]
	}
	return &puzzles{corpus: c, name: strings.TrimPrefix(c.Name, "@"), order: c.Order, text: c.Text, cells: c.Cells, n: c.N}
}

// proven remembers the guesses of corpora that were proven, by corpus and
// options: a benchmark's function is called several times.
var proven = map[string]uint64{}

// prove solves the whole corpus and judges every answer. It returns the number
// of guesses.
func (p *puzzles) prove(tb testing.TB, opts solver.Options) (guesses uint64) {
	tb.Helper()
	id := fmt.Sprint(p.name, opts)
	if guesses, ok := proven[id]; ok {
		return guesses
	}
	name := opts.Engine
	if name == "" {
		name = bestEngine(p.order)
	}
	e, err := engineNamed(name)
	if err != nil {
		tb.Fatal(err)
	}
	limit := max(opts.Limit, 1)
	k, err := newKey(context.Background(), p.corpus, limit)
	if err != nil {
		tb.Fatal(err)
	}
	m, err := newInMemory(p.corpus, &e, limit, 1)
	if err != nil {
		tb.Fatal(err)
	}
	_, n, err := m.prove(context.Background(), k)
	if err != nil {
		tb.Fatal(err)
	}
	proven[id] = *n
	return *n
}
