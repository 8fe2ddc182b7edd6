package pipeline_test

import (
	"errors"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// A writerFunc is an io.Writer that is a function.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

var errDisk = errors.New("disk full")

// TestNoOutput has no Output: answers are dropped, and nothing else changes.
func TestNoOutput(t *testing.T) {
	cfg := pipeline.Config{
		Inputs: []pipeline.Input{pipetest.Text("in", pipetest.Puzzle9+"\n")}, Jobs: 1, NewWorker: workers(copyText),
	}
	stats, err := pipeline.Run(t.Context(), cfg)
	if err != nil || stats.TextOut != int64(len(pipetest.Puzzle9)+1) {
		t.Errorf("Run returned %+v and %v", stats, err)
	}
}
