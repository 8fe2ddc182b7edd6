// Package convert writes records in another form: unchanged or as canonical forms, and on
// request without repetitions or sorted.
package convert

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Options say what happens to the records, except for their form.
type Options struct {
	OnBad pipeline.OnBad
	// Canonical writes canonical forms in place of puzzles, and transforms solutions alike. All
	// puzzles must be 9×9.
	Canonical bool
	// Unique writes only the first of equal puzzles; with Canonical, of isomorphs.
	Unique bool
	// Sorted writes puzzles in ascending order, with 0 for a blank. Equal puzzles keep their
	// order; malformed records come last.
	Sorted bool

	// Memory is the number of bytes for Unique and Sorted, in addition to a fixed amount for
	// the pipeline. What does not fit goes to temporary files in TempDir ("" = the system's); 0
	// is the least that works.
	Memory  int64
	TempDir string
}

// errNoCanonicalForm ends a run with Canonical at a puzzle that has none.
var errNoCanonicalForm = fmt.Errorf("only puzzles of the sizes %v have canonical forms", solver.CanonicalOrders())

// ErrNoForm ends a run that compares or transforms puzzles that stay candidates.
var ErrNoForm = errors.New("puzzles that are given as candidates have no canonical form and no order")

// keeper returns the keeper for these options; nil writes all answers.
func (opts *Options) keeper(progress *pipeline.Progress) keeper {
	store := &later.Store{Memory: opts.Memory, Dir: opts.TempDir, Progress: progress}
	switch {
	case opts.Sorted:
		rows := later.NewOrdered(store)
		rows.First = opts.Unique
		return sorted{rows}
	case opts.Unique:
		return distinct{later.NewDistinct(store)}
	}
	return nil
}

// Workers returns a maker of workers, for pipeline.Config.NewWorker, that write each record. They
// do not see other records, so Unique and Sorted only order what Run needs.
func Workers(opts Options) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) { return newWorker(&opts), nil }
}

// Run converts the inputs of cfg. It sets NewWorker and OnBatch. The statistics count the
// written puzzles as solved; repeated is the number of puzzles that Unique dropped.
func Run(ctx context.Context, cfg pipeline.Config, opts Options) (stats pipeline.Stats, repeated int64, err error) {
	cfg.NewWorker, cfg.Candidates = Workers(opts), true
	cfg.Use = pipeline.UsePuzzles
	if opts.Canonical { // solutions change as their puzzles do
		cfg.Use = pipeline.UseColumns
	}
	k := opts.keeper(cfg.Progress)
	if k == nil {
		stats, err = pipeline.Run(ctx, cfg)
		return stats, 0, err
	}
	defer k.Close()
	c := collector{keeper: k}
	cfg.OnBatch = c.batch
	stats, err = pipeline.Run(ctx, cfg)
	if err == nil {
		err = finish(ctx, k, later.NewOut(cfg.Output), &stats)
	}
	late := k.Dropped() - c.early
	stats.Solved -= late
	return stats, k.Dropped(), err
}

// finish writes the kept answers.
func finish(ctx context.Context, k keeper, out *later.Out, stats *pipeline.Stats) error {
	err := guard.Do(func() error {
		if err := k.finish(ctx, out.Put); err != nil {
			return err
		}
		return out.Flush()
	})
	stats.TextOut += out.Written
	return err
}
