package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestCountsAreDivided wants solve to make small batches where it counts many solutions.
func TestCountsAreDivided(t *testing.T) {
	t.Parallel()
	for limit, small := range map[int]bool{2: false, 3: true} {
		var c solveCmd
		dir := t.TempDir()
		c.Inputs, c.Output, c.Limit = []string{filepath.Join(dir, "in.txt")}, filepath.Join(dir, "out.txt"), &limit
		c.Quiet, c.Jobs = true, 2
		if err := os.WriteFile(c.Inputs[0], []byte(strings.Repeat(strings.Repeat(".", 81)+"\n", 40)), 0o600); err != nil {
			t.Fatal(err)
		}
		batches := 0
		err := c.Do(t.Context(), &run.Job{Answers: &run.Answers{}, Pipe: func(ctx context.Context, r *run.Run) (found run.Outcome, err error) {
			cfg := r.Config()
			cfg.OnBatch = func(*pipeline.Batch, pipeline.Place) error {
				batches++
				return nil
			}
			found.Stats, err = c.solve(ctx, r, cfg)
			return found, err
		}})
		if err != nil || batches > 6 != small {
			t.Errorf("limit %d: %d batches (%v)", limit, batches, err)
		}
	}
}
