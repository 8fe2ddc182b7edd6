package check

import (
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
)

// TestUnsolved wants workers that solve nothing to say so of each puzzle.
func TestUnsolved(t *testing.T) {
	t.Parallel()
	cfg := pipeline.Config{Jobs: 1, NewWorker: (&Config{Duplicates: true}).workers(true)}
	var verdicts []bulk.Verdict
	cfg.OnBatch = func(b *pipeline.Batch, _ pipeline.Place) error {
		for i := range checksOf(b).Records {
			verdicts = append(verdicts, checksOf(b).Records[i].Verdict)
		}
		return nil
	}
	o := pipetest.MustRun(t, cfg, pipetest.Text("in", pipetest.Puzzle9+"\nx\n"))
	if len(verdicts) != 2 || verdicts[0] != bulk.Unknown || verdicts[1] != bulk.Malformed || o.Stats.Solved != 0 {
		t.Errorf("%v, %+v", verdicts, o.Stats.Counts)
	}
}

// TestNoSuchSolver wants a solver that cannot be made to be found before anything is read.
func TestNoSuchSolver(t *testing.T) {
	t.Parallel()
	opened := pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { t.Error("opened"); return nil, io.EOF }}
	_, err := Run(t.Context(), Config{
		Config:  pipeline.Config{Inputs: []pipeline.Input{opened}},
		Against: []pipeline.Input{opened}, Solver: solver.Options{Engine: "none"},
	})
	if err == nil || !strings.HasPrefix(err.Error(), `no engine "none"`) {
		t.Error(err)
	}
}
