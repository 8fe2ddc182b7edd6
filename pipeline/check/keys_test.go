package check

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestKeysOfAllCells has puzzles that differ from the first in one cell each:
// they are other puzzles, whichever cell it is.
func TestKeysOfAllCells(t *testing.T) {
	t.Parallel()
	for _, size := range []int{81, 256} {
		blank := strings.Repeat(".", size)
		digit := "1"
		if size == 256 {
			digit = "A"
		}
		lines := []string{blank}
		for i := range size {
			lines = append(lines, blank[:i]+digit+blank[i+1:])
		}
		file := strings.Join(lines, "\n")
		cfg := Config{
			Config:     pipeline.Config{Inputs: []pipeline.Input{pipetest.Text("in", file)}},
			Duplicates: true, Isomorphs: size == 256, Against: []pipeline.Input{pipetest.Text("other", lines[size])}, Solver: solver.Options{MaxGuesses: 1},
		}
		_, s := recordsOf(t, cfg)
		if s.Duplicates != 0 || s.Isomorphs != 0 || s.Leaks != 1 || s.Records != int64(size+1) {
			t.Errorf("%d cells: %d duplicates, %d equal forms, %d leaks among %d", size, s.Duplicates, s.Isomorphs, s.Leaks, s.Records)
		}
		cfg.Inputs = append(cfg.Inputs, pipetest.Text("again", file))
		if _, s = recordsOf(t, cfg); s.Duplicates != int64(size+1) || s.Leaks != 2 {
			t.Errorf("%d cells, twice: %d duplicates, %d leaks", size, s.Duplicates, s.Leaks)
		}
	}
}

// TestWholeKeys has keys that agree in one half only: those are not equal.
func TestWholeKeys(t *testing.T) {
	t.Parallel()
	c := &collector{cfg: &Config{}, summary: new(Summary), own: 3}
	keys, findings := spill.NewSorter(t.TempDir(), 1<<20), spill.NewSorter(t.TempDir(), 1<<20)
	defer findings.Close()
	for _, e := range []spill.Entry{
		{1, 1, 0, 10},
		{5, 7, 1, 11},
		{9, 9, 2, 12},
		{1, 2, 3, 13}, // the first half of 0
		{6, 7, 4, 14}, // the second half of 1
		{9, 9, 5, 15}, // all of 2
		{9, 8, 6, 16}, // the first half of 2
		{1, 3, 7, 17}, // the first half of 3
		{8, 8, 8, 18}, // the second half of 6
		{8, 8, 9, 19}, // all of 8
	} {
		if err := keys.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	err := errors.Join(c.compareAll(t.Context(), keys, true, duplicate, leak, findings, new(pipeline.Stage)), findings.Sort())
	if err != nil {
		t.Fatal(err)
	}
	var got []finding
	for {
		e, err := findings.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, findingOf(e))
	}
	want := []finding{{5, 15, leak, 2, 12}, {9, 19, duplicate, 8, 18}}
	if !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
