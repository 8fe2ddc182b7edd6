// Package gen makes new puzzles on the pipeline's ring.
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
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solutions"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// Config says what puzzles to make. Of the pipeline's Config, Run ignores NewWorker and everything
// about inputs. Of the hooks it calls OnIdle, OnCheckpoint and OnEnd.
type Config struct {
	pipeline.Config
	// Count is the number of puzzles of all shares.
	Count uint64
	// First is the number of puzzles to leave out at the beginning. A share makes puzzles First
	// to Count-1 and has its own header, see OnHeader.
	First uint64
	// Options describe the puzzles.
	Options generate.Options
	// Wishes are further conditions on the puzzles. So is Where, which may name only columns that
	// can be computed.
	Wishes []Wish
	// Scale is the scale of ratings among the wishes. Added and Where have scales of their own.
	Scale explain.Scale
	// Solutions writes the solution after each puzzle: "puzzle,solution". It needs lines, a table or
	// an array of pairs.
	Solutions bool
	// Added are columns to add to the rows. To must be a table.
	Added []columns.Column

	// OnWork, if not nil, is called now and then by a worker while it makes puzzles. It may wait.
	OnWork func()
	// OnHeader, if not nil, is called with the header of the share and the form of the puzzles.
	OnHeader func(header []byte, form bulk.Form)

	newWorker func(*Config) (pipeline.Worker, error) // for tests; nil is the default
}

// Check returns an error if nothing can be made with the settings.
func (cfg *Config) Check() error {
	switch {
	case cfg.First > cfg.Count:
		return fmt.Errorf("a share from puzzle %d ends at puzzle %d", cfg.First, cfg.Count)
	case len(cfg.Added) > 0 && !cfg.To.IsTable():
		return errors.New("columns need a table")
	case cfg.To != 0 && !cfg.To.CanWrite():
		return fmt.Errorf("puzzles cannot be written in the form %v", cfg.To)
	case cfg.Solutions && cfg.To != 0 && !cfg.To.HoldsSolutions():
		return solutions.CheckForm(cfg.To)
	}
	if err := cfg.Options.Check(); err != nil {
		return err
	}
	var wishes []*wanted
	for i := range cfg.Wishes {
		w, err := newWanted(&cfg.Wishes[i], cfg)
		if err != nil {
			return err
		}
		wishes = append(wishes, &w)
	}
	form, err := cfg.form()
	if err == nil {
		err = compare(wishes, cfg.Scale)
	}
	if err == nil && cfg.Where != nil {
		err = cfg.Where.Check(bulk.Form{Kind: bulk.Line, Order: form.Order})
	}
	return err
}

// stop returns what a generator calls now and then: it reports whether the run has ended.
func (cfg *Config) stop(ctx context.Context) func() bool {
	return func() bool {
		if cfg.OnWork != nil {
			cfg.OnWork()
		}
		return ctx.Err() != nil
	}
}

func (cfg *Config) form() (bulk.Form, error) {
	kind := cmp.Or(cfg.To, bulk.Line)
	form, err := kind.Form(cfg.Options.Order)
	form.Box = cfg.Options.Box
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
	f, err := newFeed(&cfg)
	if err != nil {
		return pipeline.Stats{}, err
	}
	run := cfg.Config
	run.Inputs, run.Where = nil, nil
	run.NewWorker = func() (pipeline.Worker, error) { return cfg.newWorker(&cfg) }
	run.Hooks = pipeline.Hooks{OnIdle: cfg.OnIdle}
	run.Feed = &pipeline.Feed{Name: "puzzles", Run: f.run, PerJob: unitsPerJob}
	if cfg.rare() {
		run.Feed.PerJob = 1
	}
	return pipeline.Run(ctx, run)
}
