// Package gen makes puzzles on the pipeline's ring: new ones, or isomorphs of
// those that inputs hold.
package gen

import (
	"context"
	"io"
	"runtime"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Config says what puzzles to make.
type Config struct {
	// Count is the number of puzzles.
	Count uint64
	// Options say what they are like. Of puzzles that are made of others only
	// the seed counts.
	Options generate.Options
	// Inputs are the puzzles to make random isomorphs of, in turn and again and
	// again; nil: puzzles are made from nothing. Those that do not fit into 32 MiB
	// are read again for each round, which must then give the same.
	Inputs []pipeline.Input
	// Mutate spoils the puzzles, see generate.Mutator.
	Mutate bool
	// Solutions puts its solution after each puzzle that is made from nothing:
	// "puzzle,solution". Only in the form Line.
	Solutions bool

	From formats.Kind // the form of all inputs; 0 = detected for each
	To   formats.Kind // the form of the puzzles; 0 = the input's, or Line
	Jobs int          // workers; 0 = one for each usable core

	// These are as in pipeline.Config. Faults are told in the first round.
	Pool         *corpus.Pool
	Output       io.Writer
	OnFault      func(*formats.SyntaxError)
	OnUnreadable func(error)
	Progress     *pipeline.Progress

	// For tests; 0 and nil are the default.
	maxKept    int // bytes of puzzles that are kept for further rounds
	batchBytes int // of the inputs' text
	newWorker  func(*Config) (pipeline.Worker, error)
}

// unitSizes are how many puzzles are made together, by order: enough to hide
// what passing them on costs, few enough that all workers have some.
var unitSizes = map[int]int{9: 64, 16: 8}

// unitsPerJob are how many units go round for each worker. A generator works on
// some hundred puzzles at a time, and those of a unit end at different times.
const unitsPerJob = 8

// Run makes puzzles and writes them in the order of their numbers. Which they
// are depends on neither the number of workers nor on time. It returns as
// pipeline.Run does. Statistics count puzzles that were made as solved.
//
// The form Hiho begins with the number of puzzles, so that it can be read
// again.
func Run(ctx context.Context, cfg Config) (pipeline.Stats, error) {
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	if cfg.newWorker == nil {
		cfg.newWorker = newWorker
	}
	f := feed{cfg: &cfg}
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Feed:      &pipeline.Feed{Name: "puzzles", Run: f.run},
		Batches:   unitsPerJob*cfg.Jobs + 2,
		NewWorker: func() (pipeline.Worker, error) { return cfg.newWorker(&cfg) },
		Output:    cfg.Output, Jobs: cfg.Jobs, Pool: cfg.Pool, Progress: cfg.Progress,
	})
	stats.Malformed += f.read.Malformed
	stats.Unreadable, stats.Faults = f.read.Unreadable, f.read.Faults
	stats.BytesIn, stats.TextIn, stats.Reading = f.read.BytesIn, f.read.TextIn, f.read.Reading
	stats.Unchecked, stats.Unverified = f.read.Unchecked, f.read.Unverified
	return stats, err
}
