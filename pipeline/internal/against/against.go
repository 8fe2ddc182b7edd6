// Package against reads corpora whose puzzles the inputs of a run are compared with.
package against

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Read runs other corpora before a run with the configuration cfg. run has their Inputs, NewWorker
// and OnBatch, and perhaps more, such as OnFault; Read sets what follows from cfg. An input that cannot be read is
// an error. Read returns the number of malformed records, and of faults of whole inputs.
func Read(ctx context.Context, cfg *pipeline.Config, run pipeline.Config) (malformed int64, err error) {
	var unreadable error
	keep := run.Hints.KeepSolutions
	run.Hints, run.To = cfg.Hints.Loosened(), bulk.Line
	if run.Use == pipeline.UseAnswered {
		run.Use = pipeline.UsePuzzles
	}
	run.Hints.KeepSolutions = keep
	run.Jobs, run.Pool, run.Progress = cfg.Jobs, cfg.Pool, cfg.Progress
	if run.OnEmpty = cfg.OnEmpty; run.OnFault == nil {
		run.OnFault = cfg.OnFault
	}
	run.OnUnreadable = func(err error) {
		if unreadable == nil {
			unreadable = err
		}
	}
	stats, err := pipeline.Run(ctx, run)
	if err == nil {
		err = unreadable
	}
	if err != nil {
		return 0, fmt.Errorf("comparing with another corpus: %w", err)
	}
	if cfg.Progress != nil {
		cfg.Progress.Puzzles.Store(0) // from here on the count is of records of the run
	}
	return stats.Malformed + int64(stats.Faults), nil
}
