// Package convert writes records in another form: as they are, or their canonical
// forms, each once or sorted, if that is asked for.
package convert

import (
	"context"
	"errors"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// Options say what becomes of the records beside their form.
type Options struct {
	OnBad pipeline.OnBad
	// Canonical writes canonical forms in place of puzzles, and solutions that
	// follow them. Puzzles must be 9×9.
	Canonical bool
	// Unique writes equal puzzles once, the first to come; with Canonical that is
	// one of each class of isomorphs.
	Unique bool
	// Sorted writes puzzles in ascending order, 0 for a blank, and equal ones as
	// they came. Malformed records come last.
	Sorted bool

	// Memory is how much is used, in bytes, beside a fixed amount for the pipeline,
	// before what Unique and Sorted keep goes to temporary files in TempDir (""= the
	// system's); 0 is the least that works.
	Memory  int64
	TempDir string
}

// errNoCanonicalForm ends a run that asks for canonical forms at a puzzle that has
// none.
var errNoCanonicalForm = errors.New("16×16 puzzles have no canonical form")

// keeper is what decides about answers; nil: they are all written.
func (opts *Options) keeper() keeper {
	switch {
	case opts.Sorted:
		return newSorted(opts)
	case opts.Unique:
		return newDistinct(opts)
	}
	return nil
}

// Run converts the inputs of cfg, of which it sets NewWorker and OnBatch. What it
// counts as solved are puzzles that were written; repeated is how many Unique left
// out.
func Run(ctx context.Context, cfg pipeline.Config, opts Options) (stats pipeline.Stats, repeated int64, err error) {
	cfg.NewWorker = func() (pipeline.Worker, error) { return newWorker(&opts), nil }
	cfg.PuzzlesOnly = true
	cfg.Columns = opts.Canonical
	k := opts.keeper()
	if k == nil {
		stats, err = pipeline.Run(ctx, cfg)
		return stats, 0, err
	}
	defer k.close()
	c := collector{keeper: k, log: spill.NewLog(cfg.Log)}
	cfg.OnBatch = c.batch
	if cfg.Start != nil {
		if err := spill.ReadLog(cfg.Logged, c.again); err != nil {
			return stats, 0, err
		}
	}
	stats, err = pipeline.Run(ctx, cfg)
	if err == nil {
		err = finish(ctx, k, &output{to: cfg.Output, progress: cfg.Progress}, &stats)
	}
	late := k.repeated() - c.early
	stats.Solved -= late
	return stats, k.repeated(), err
}

// finish writes what was not written at once.
func finish(ctx context.Context, k keeper, out *output, stats *pipeline.Stats) error {
	err := guard.Do(func() error {
		if err := k.finish(ctx, out); err != nil {
			return err
		}
		return out.flush()
	})
	stats.TextOut += out.written
	return err
}
