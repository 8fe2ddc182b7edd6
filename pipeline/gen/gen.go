// Package gen makes puzzles on the pipeline's ring. [Run] makes numbered puzzles: new ones, or
// isomorphs of the inputs' puzzles in turn. [Augment] makes many isomorphs of each record of
// the inputs, with their solutions and other columns, in one pass.
package gen

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Config says what puzzles to make.
//
// If Inputs is not nil, Run makes random isomorphs of their puzzles, in turn, round after
// round. Up to 32 MiB of puzzles are kept in memory; more are read again in each round, which
// must give the same puzzles. Inputs must not be empty then.
//
// Run calls OnForm, OnFault, OnEmpty and OnUnreadable in the first round, and OnIdle,
// OnCheckpoint and OnEnd.
// Opened.Lost lists all columns but the puzzle's. Other hooks and NewWorker are ignored. With
// Start the inputs are still read from their beginning.
type Config struct {
	pipeline.Config
	// Count is the number of puzzles of all shares.
	Count uint64
	// First is the number of puzzles to leave out at the beginning. A share makes puzzles First
	// to Count-1 and has its own header, see OnHeader.
	First uint64
	// Options describe new puzzles. For isomorphs only the seed counts.
	Options generate.Options
	// Wishes are further conditions on new puzzles. So is Where, which may name only columns that
	// can be computed.
	Wishes []Wish
	// Scale is the scale of ratings among the wishes. Added and Where have scales of their own.
	Scale explain.Scale
	// Solutions writes the solution after each puzzle: "puzzle,solution". It needs new puzzles,
	// as lines, in a table or in an array of pairs.
	Solutions bool
	// Added are columns to add to the rows of new puzzles. To must be a table.
	Added []columns.Column

	// OnHeader, if not nil, is called with the header of the share and the form of the first
	// puzzle, unless there is no puzzle.
	OnHeader func(header []byte, first bulk.Form)

	// For tests; zero values are the default.
	maxKept   int // bytes of puzzles to keep for further rounds
	newWorker func(*Config) (pipeline.Worker, error)
}

// Check returns an error if nothing can be made with the settings.
func (cfg *Config) Check() error {
	switch {
	case cfg.First > cfg.Count:
		return fmt.Errorf("a share from puzzle %d ends at puzzle %d", cfg.First, cfg.Count)
	case cfg.Inputs != nil && len(cfg.Inputs) == 0:
		return errors.New("no inputs to make isomorphs of")
	case cfg.Solutions && cfg.Inputs != nil:
		return errors.New("isomorphs have no solutions to write")
	case len(cfg.Added) > 0 && cfg.Inputs != nil:
		return errors.New("columns are added to new puzzles alone")
	case len(cfg.Added) > 0 && !cfg.To.IsTable():
		return errors.New("columns need a table")
	case cfg.To != 0 && !cfg.To.CanWrite():
		return fmt.Errorf("puzzles cannot be written in the form %v", cfg.To)
	case cfg.Solutions && cfg.To != 0 && !cfg.To.HoldsSolutions():
		return checkSolutions(cfg.To)
	case cfg.Inputs != nil:
		return nil
	}
	if err := cfg.Options.Check(); err != nil {
		return err
	}
	for i := range cfg.Wishes {
		if _, err := newWanted(&cfg.Wishes[i], cfg); err != nil {
			return err
		}
	}
	form, err := cfg.form()
	if err == nil && cfg.Where != nil {
		err = cfg.Where.Check(bulk.Form{Kind: bulk.Line, Order: form.Order})
	}
	return err
}

// form returns the form of new puzzles.
func (cfg *Config) form() (bulk.Form, error) {
	kind := cmp.Or(cfg.To, bulk.Line)
	form, err := kind.Form(cfg.Options.Order)
	switch {
	case err != nil || !cfg.Solutions:
	case kind.IsTable():
		form = form.With(model.Column{Name: "solution"})
	default:
		form = form.Paired()
	}
	for _, c := range cfg.Added {
		form = form.With(c.Column)
	}
	return form, err
}

// Header returns the header for so many puzzles of a form.
func Header(form bulk.Form, puzzles uint64) []byte {
	return form.AppendCountedHeader(nil, puzzles)
}

// unitsPerJob is the number of units of puzzles in the ring per worker. A generator works on
// some hundred puzzles at a time, and puzzles of a unit end at different times.
const unitsPerJob = 8

// Run makes puzzles and writes them in the order of their numbers. They depend neither on the
// number of workers nor on time. Run returns as pipeline.Run does; the statistics count the
// puzzles made as solved.
//
// The form Hiho begins with the number of puzzles, so that it can be read again.
func Run(ctx context.Context, cfg Config) (pipeline.Stats, error) {
	if err := cfg.Check(); err != nil {
		return pipeline.Stats{}, err
	}
	if cfg.newWorker == nil {
		cfg.newWorker = newWorker
	}
	f := puzzleFeed{feed: newFeed(&cfg.Config, cfg.First, cfg.Count), cfg: &cfg}
	run := cfg.Config
	run.NewWorker = func() (pipeline.Worker, error) { return cfg.newWorker(&cfg) }
	run.Where = nil
	run.Hooks = pipeline.Hooks{OnIdle: cfg.OnIdle}
	return f.run(ctx, run, unitsPerJob, f.fill)
}
