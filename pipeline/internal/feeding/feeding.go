// Package feeding runs rings whose batches come from a feed that reads the inputs of the run.
package feeding

import (
	"context"
	"slices"

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
	stats.Malformed += read.Malformed
	stats.LeftOut += read.LeftOut
	stats.Unreadable, stats.Faults = read.Unreadable, read.Faults
	stats.BytesIn, stats.TextIn, stats.Reading = read.BytesIn, read.TextIn, read.Reading
	stats.Unchecked, stats.Unverified = read.Unchecked, read.Unverified
	stats.Working += read.Working
	stats.Engines = append(stats.Engines, read.Engines...)
	slices.Sort(stats.Engines)
	stats.Engines = slices.Compact(stats.Engines)
	return stats, err
}
