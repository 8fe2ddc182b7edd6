package gen

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestCorpora wants isomorphs of puzzles of all corpora to have their canonical
// forms, and to come with their solutions.
func TestCorpora(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpora", "*.txt*"))
	if err != nil || len(names) == 0 {
		t.Skip("the shared corpora do not lie beside the project")
	}
	c := solver.NewCanonicalizer()
	for _, name := range names {
		puzzles := some(t, name, 150)
		o := run(t, AugmentConfig{Config: pipeline.Config{From: formats.Line}, Each: 2, Original: true, Solutions: true}, strings.Join(puzzles, "\n")+"\n")
		lines := strings.Split(strings.TrimSuffix(o.out, "\n"), "\n")
		if o.out == "" {
			lines = nil
		}
		if len(lines) != int(o.stats.Solved) || o.stats.Puzzles()-o.stats.Solved+o.stats.Solved/3 != int64(len(puzzles)) {
			t.Errorf("%s: %d lines of %d puzzles, %+v", name, len(lines), len(puzzles), o.stats.Counts)
		}
		for i, line := range lines {
			puzzle, solution, _ := strings.Cut(line, ",")
			if err := solver.Verify(cellsOf(t, puzzle), cellsOf(t, solution)); err != nil {
				t.Errorf("%s: line %d: %v", name, i+1, err)
			}
			if len(puzzle) == 81 {
				original, _, _ := strings.Cut(lines[i/3*3], ",")
				checkIsomorph(t, c, original, puzzle)
			}
		}
	}
}

// some returns puzzles from the beginning of a corpus.
func some(t *testing.T, name string, n int) []string {
	t.Helper()
	r, err := corpus.Open(name, corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, int64(n)*300))
	if err != nil {
		t.Fatal(err)
	}
	var puzzles []string
	for line := range strings.Lines(string(text)) {
		if cells, err := formats.Parse(strings.TrimSpace(line)); err == nil && len(puzzles) < n && strings.HasSuffix(line, "\n") {
			puzzle := formats.Form{Kind: formats.Line, Order: map[int]int{81: 9, 256: 16}[len(cells)]}.AppendPuzzle(nil, cells)
			puzzles = append(puzzles, strings.TrimSpace(string(puzzle)))
		}
	}
	return puzzles
}
