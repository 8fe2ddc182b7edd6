package generate_test

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// TestEmbedded checks that the embedded corpora hold the puzzles that their
// options and numbers give. The command gen wrote them; see package corpus.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string][]generate.Options{
		"@demo":   {{Order: 9, Seed: 1, Clues: 40}, {Order: 9, Seed: 2, Clues: 30}, {Order: 9, Seed: 3}, {Order: 9, Seed: 4, MinGuesses: 3}},
		"@demo16": {{Order: 16, Seed: 1, Clues: 150}, {Order: 16, Seed: 2, Clues: 130}, {Order: 16, Seed: 3, Clues: 115}, {Order: 16, Seed: 4, Clues: 105}},
	} {
		all := load(t, name)
		count := len(all) / len(parts)
		for part, opts := range parts {
			for _, i := range []int{0, 1, count / 2, count - 1} {
				g, err := generate.New(opts)
				if err != nil {
					t.Fatal(err)
				}
				n := opts.Order * opts.Order
				b := &generate.Series{First: uint64(i), Cells: make([]uint8, n), Solutions: make([]uint8, n), Results: make([]generate.Result, 1)}
				g.Feed(b)
				g.Flush()
				if got := all[part*count+i]; !slices.Equal(got, b.Cells) {
					t.Errorf("%s: puzzle %d of part %d is\n%s, want\n%s", name, i, part, formats.Format(got), formats.Format(b.Cells))
				}
			}
		}
	}
}

// load returns the puzzles of a corpus.
func load(t *testing.T, name string) (all [][]uint8) {
	t.Helper()
	r, err := corpus.Open(name, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for cells, err := range formats.Puzzles(r) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, cells)
	}
	return all
}
