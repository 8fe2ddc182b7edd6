package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
)

// TestNobodyListens has nobody who wants to know what is wrong: it is counted.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	stats, err := pipeline.Run(t.Context(), pipeline.Config{
		Inputs: []pipeline.Input{
			{Name: "gone", Open: func() (pipeline.Source, error) { return nil, errors.New("gone") }},
			pipetest.Text("in", "x\n"+pipetest.Puzzle9+"\nend\ntrailing\n"),
		},
		Output: &out, NewWorker: solve.Workers(noOptions, pipeline.Skip),
	})
	if err != nil || stats.Unreadable != 1 || stats.Malformed != 1 || stats.Faults != 1 || out.String() != pipetest.Solution9+"\n" {
		t.Errorf("%v: %+v, %q", err, stats, out.String())
	}
}
