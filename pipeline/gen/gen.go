// Package gen makes puzzles on the pipeline's ring: new ones, or isomorphs of
// those that inputs hold.
package gen

import (
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Config says what puzzles to make.
//
// The pipeline's Inputs are puzzles to make random isomorphs of, in turn and again and
// again; nil: puzzles are made from scratch. Those that do not fit into 32 MiB are read
// again for each round, which must then give the same. They must not be empty, unless
// nil. OnForm, OnFault, OnEmpty and OnUnreadable are called in the first round only; Lost
// are then all columns but the puzzle's. Other hooks than these, OnCheckpoint and OnEnd are not
// called; Range and NewWorker are not looked at. With Start the inputs are read from their
// beginning all the same.
type Config struct {
	pipeline.Config
	// Count is the number of puzzles.
	Count uint64
	// First is how many of them are left out, the first: a share of a run is from
	// First on up to Count. It has a header of its own, see OnHeader.
	First uint64
	// Options say what they are like. Of puzzles that are made of others only
	// the seed counts.
	Options generate.Options
	// Mutate changes the puzzles, see generate.Mutator.
	Mutate bool
	// Solutions writes its solution after each puzzle: "puzzle,solution". It needs
	// puzzles that are made from scratch and are not mutated, as lines, in a table or
	// an array of pairs.
	Solutions bool

	// OnHeader, if not nil, is called when it is known what is ahead of the puzzles,
	// and what form the first puzzle of all has. It is not called where there is none.
	OnHeader func(header []byte, first formats.Form)

	// For tests; 0 and nil are the default.
	maxKept   int // bytes of puzzles that are kept for further rounds
	newWorker func(*Config) (pipeline.Worker, error)
}

// check reports what nothing can be made with.
func (cfg *Config) check() error {
	switch {
	case cfg.First > cfg.Count:
		return fmt.Errorf("a share from puzzle %d ends at puzzle %d", cfg.First, cfg.Count)
	case cfg.Inputs != nil && len(cfg.Inputs) == 0:
		return errors.New("no inputs to make isomorphs of")
	case cfg.Solutions && cfg.Inputs != nil:
		return errors.New("isomorphs are not made with solutions")
	case cfg.Solutions && cfg.Mutate:
		return errors.New("mutated puzzles have no solutions to write")
	case cfg.To != 0 && !cfg.To.CanWrite():
		return fmt.Errorf("puzzles cannot be written in the form %v", cfg.To)
	case cfg.Solutions && cfg.To != 0 && !cfg.To.HoldsSolutions():
		return fmt.Errorf("solutions need the form %v, %v or a table, not %v", formats.Line, formats.Npy, cfg.To)
	case cfg.Inputs != nil:
		return nil
	}
	if err := cfg.Options.Check(); err != nil {
		return err
	}
	_, err := cfg.form()
	return err
}

// form is that of puzzles that are made from scratch.
func (cfg *Config) form() (formats.Form, error) {
	kind := cfg.To
	if kind == 0 {
		kind = formats.Line
	}
	form, err := kind.Form(cfg.Options.Order)
	switch {
	case err != nil || !cfg.Solutions:
	case kind == formats.Npy:
		form = form.Paired()
	case kind.IsTable():
		form = form.With(formats.Column{Name: "solution"})
	}
	return form, err
}

// Header is what is ahead of so many puzzles of a form.
func Header(form formats.Form, puzzles uint64) []byte {
	if form.Kind == formats.Hiho {
		return fmt.Appendf(nil, "%d\n", puzzles)
	}
	return form.AppendHeader(nil)
}

// unitsPerJob is how many units of puzzles circulate per worker. A generator works on
// some hundred puzzles at a time, and those of a unit end at different times.
const unitsPerJob = 8

// Run makes puzzles and writes them in the order of their numbers. Which they
// are depends on neither the number of workers nor on time. It returns as
// pipeline.Run does. Statistics count puzzles that were made as solved.
//
// The form Hiho begins with the number of puzzles, so that it can be read
// again.
func Run(ctx context.Context, cfg Config) (pipeline.Stats, error) {
	if err := cfg.check(); err != nil {
		return pipeline.Stats{}, err
	}
	if cfg.newWorker == nil {
		cfg.newWorker = newWorker
	}
	f := puzzleFeed{feed: newFeed(&cfg.Config, cfg.First, cfg.Count), cfg: &cfg}
	run := cfg.Config
	run.NewWorker = func() (pipeline.Worker, error) { return cfg.newWorker(&cfg) }
	run.Hooks = pipeline.Hooks{OnCheckpoint: cfg.OnCheckpoint, OnEnd: cfg.OnEnd}
	return f.run(ctx, run, unitsPerJob, f.fill)
}
