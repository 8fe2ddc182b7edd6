package check

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

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
	err := errors.Join(keys.Sort(), c.compareAll(t.Context(), keys, true, duplicate, leak, findings, new(pipeline.Stage)), findings.Sort())
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
