// Package feeding runs rings whose batches come from a feed that reads the inputs of the run.
package feeding

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Reading returns the config for reading the inputs of a run within its feed, with one worker.
func Reading(cfg *pipeline.Config) pipeline.Config {
	r := *cfg
	r.Output, r.Pool, r.OnBatch, r.OnIdle, r.Stretch = nil, nil, nil, nil, pipeline.Stretch{}
	r.Jobs = 1
	return r
}

// Run runs a ring with batchesPerJob batches for each worker, which fill sends. The statistics
// include read, the statistics of the inputs, which fill sets.
func Run(ctx context.Context, cfg pipeline.Config, batchesPerJob int, read *pipeline.Stats, fill func(context.Context, *pipeline.Sender) error) (pipeline.Stats, error) {
	cfg.Feed = &pipeline.Feed{Name: "puzzles", Run: fill, PerJob: batchesPerJob}
	stats, err := pipeline.Run(ctx, cfg)
	inputs := *read
	inputs.Elapsed, inputs.TextOut = 0, 0 // the run read meanwhile, and wrote nothing of it
	stats.Join(&inputs)
	return stats, err
}
