// Package check judges corpora: whether every puzzle is well-formed, has exactly
// one solution, carries the right one, can lose no clue, and is new.
//
// [Run] has two parts. The first is a run of the pipeline: its workers solve and
// hash, and what they find comes together in input order. Where puzzles are
// compared with each other, nothing can be said of them before the last was
// seen: so what is known is kept in temporary files, the hashes are sorted
// (equal ones then lie side by side), the matches are sorted by record number,
// and the second part merges both, in input order again. Memory is
// bounded in both; the results do not depend on the number of workers.
package check

import (
	"context"
	"fmt"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Config says what to check. Of the pipeline's Config, To, NewWorker, PuzzlesOnly and OnBatch
// are not looked at; OnFault is not called for malformed records of Inputs, which are
// records that fail.
type Config struct {
	pipeline.Config
	// Against are corpora that no puzzle of Inputs may be in.
	Against []pipeline.Input

	Solutions         bool // each record carries its solution, and that is right
	SolutionsOptional bool // a record may have none
	Minimal           bool // no clue can be dropped
	Duplicates        bool // no puzzle is equal to an earlier one
	Isomorphs         bool // nor isomorphic, or isomorphic to one of Against
	Fingerprint       bool // of the corpus, see Summary
	Labels            Labels

	Solver solver.Options // a Limit below 2 is 2; more count solutions

	// Memory is how much is used, in bytes, beside a fixed amount for the
	// pipeline, before puzzles to compare go to temporary files in TempDir
	// (""= the system's); 0 is the least that works.
	Memory  int64
	TempDir string

	// AllRecords has OnRecord called for all records, not only those that failed.
	AllRecords bool
	// WithText has Record.Text set.
	WithText bool
	// OnRecord is called for records in input order, one at a time, and may append
	// text to dst, which is written to Output. May be nil.
	OnRecord func(dst []byte, r *Record) ([]byte, error)

	// State, if not nil, is kept up to date whenever OnCheckpoint is called. Where the run
	// goes on, it is the State of then. Log may be nil where nothing is compared.
	State *State
}

// Compares reports whether records are compared with others.
func (cfg *Config) Compares() bool {
	return cfg.Duplicates || cfg.Isomorphs || len(cfg.Against) > 0
}

// Run checks all inputs. It returns when everything has been reported, with what
// was found up to there and the first error. Records that fail are not errors.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	c, err := newCollector(&cfg, nil)
	if err != nil {
		return c.summary, err
	}
	defer c.close()
	if err := c.collect(ctx); err != nil || !cfg.Compares() {
		return c.summary, err
	}
	return c.summary, guard.Do(func() error { return c.reportOnly(ctx) })
}

// collect reads the corpora that no puzzle may be in, and then the inputs.
func (c *collector) collect(ctx context.Context) (err error) {
	cfg := c.cfg
	if len(cfg.Against) > 0 {
		if err := c.readAgainst(ctx); err != nil {
			return err
		}
	}
	if err := c.begin(); err != nil {
		return err
	}
	run := cfg.Config
	run.NewWorker = workers(cfg.Solver, task{
		spans:             cfg.AllRecords || cfg.WithText || cfg.Compares(),
		solutions:         cfg.Solutions,
		solutionsOptional: cfg.SolutionsOptional,
		minimal:           cfg.Minimal || cfg.Labels.Redundant,
		forms:             cfg.Isomorphs || cfg.Labels.Canonical,
		labels:            cfg.Labels,
		keys:              cfg.Fingerprint || cfg.Duplicates || len(cfg.Against) > 0,
	})
	run.To = formats.Line // records are reported in words of their own
	run.PuzzlesOnly = !cfg.WithText && !cfg.Solutions
	run.Columns = cfg.Columns || cfg.Solutions
	run.OnBatch, run.OnForm, run.InputFaults = c.batch, c.opened, true
	run.PartPlaces, run.End = c.part != nil, c.part.extentOf(cfg.Inputs, true)
	c.summary.Stats, err = pipeline.Run(ctx, run)
	if c.keeps() {
		c.summary.TextOut = 0 // nothing was reported yet
	}
	return err
}

// readAgainst takes the keys of the corpora that no puzzle may be in.
func (c *collector) readAgainst(ctx context.Context) error {
	cfg := c.cfg
	var unreadable error
	against := c.part.extentOf(cfg.Against, false)
	stats, err := pipeline.Run(ctx, pipeline.Config{
		Inputs:      cfg.Against,
		Hints:       cfg.Hints.Beside(),
		NewWorker:   workers(solver.Options{}, task{skipSolving: true, spans: true, keys: true, forms: cfg.Isomorphs}),
		To:          formats.Line,
		PuzzlesOnly: true,
		Jobs:        cfg.Jobs,
		Progress:    cfg.Progress,
		PartPlaces:  c.part != nil,
		End:         against,
		Hooks: pipeline.Hooks{
			OnBatch: c.batchAgainst,
			OnFault: cfg.OnFault,
			OnEmpty: cfg.OnEmpty,
			OnUnreadable: func(err error) {
				if unreadable == nil {
					unreadable = err
				}
			},
		},
	})
	if err == nil {
		err = unreadable
	}
	if err != nil {
		return fmt.Errorf("comparing with another corpus: %w", err)
	}
	c.summary.AgainstMalformed = stats.Malformed + int64(stats.Faults)
	c.summary.Against = c.places.count
	c.own = c.places.count
	c.places.named, c.places.input = cfg.Inputs, -1
	if cfg.Progress != nil {
		cfg.Progress.Puzzles.Store(0) // from here on they are those to check
	}
	return nil
}
