// Package check tests corpora: whether every puzzle is well-formed, has exactly one solution,
// carries the right one, can lose no clue, and is new.
//
// [Run] has two phases. In the first, the workers of a pipeline solve and hash, and a collector
// receives their results in input order. Without comparisons it reports each record at once.
// With comparisons nothing can be said before the last record was read. So the collector keeps
// the records in a temporary file and sorts the hashes, which brings equal ones together. The
// second phase sorts the matches by record number and merges them with the kept records. Memory
// is bounded in both phases, and the results do not depend on the number of workers.
//
// A share of the inputs is a [Part]: it keeps its records and sorted hashes, and [Merge] runs
// the second phase over all parts. Run treats its own records as the only part.
package check

import (
	"cmp"
	"context"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/against"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Config says what to check. Of the pipeline's Config it ignores NewWorker, and
// without Rows also To. OnFault is not called for malformed records of Inputs: they are reported
// as records that fail.
type Config struct {
	pipeline.Config
	// Against lists corpora that must not hold a puzzle of Inputs.
	Against []pipeline.Input

	Solutions         bool // each record must carry its solution
	SolutionsOptional bool // a record may have no solution, unless its input has a column for solutions
	// Answers are solutions from elsewhere, one for each record: a list of grids, or the output of
	// solve. A record then passes if its answer is right, also if the puzzle has several solutions,
	// or none and the answer says so. Range, Where, Start and Solutions are not allowed then.
	Answers []pipeline.Input

	Minimal     bool // no clue may be redundant
	Duplicates  bool // no puzzle may be equal to an earlier one
	Isomorphs   bool // no puzzle may be isomorphic to an earlier one, or to one of Against
	Fingerprint bool // of the corpus, see Summary
	// Labels are columns to compute for each record, see Record.Label. No record fails by them.
	Labels []columns.Column

	Solver solver.Options // a Limit below 2 counts as 2; more count solutions

	// Memory is the number of bytes for puzzles to compare, in addition to a fixed amount for
	// the pipeline. What does not fit goes to temporary files in TempDir ("" = the system's); 0
	// is the least that works.
	Memory  int64
	TempDir string

	// AllRecords has OnRecord called for all records, not only for those that failed.
	AllRecords bool
	// WithText sets Record.Text.
	WithText bool
	// Rows sets Record.Row to the record as a row of To. Output begins
	// with the header of such rows. With Fix, the row of a puzzle with one solution has that
	// solution in place of a wrong, malformed or missing one, if it has a column for it.
	Rows, Fix bool
	// Compared, if not nil, reports by the results for a record alone whether its puzzle is
	// compared with others. Then only such records have a Row.
	Compared func(v bulk.Verdict, g Given, redundant int) bool
	// OnRecord, if not nil, is called for records in input order, one at a time. It may append
	// text to dst, which is written to Output.
	OnRecord func(dst []byte, r *Record) ([]byte, error)
}

// compares reports whether records are compared with others.
func (cfg *Config) compares() bool {
	return cfg.Isomorphs || cfg.findsEqual()
}

// findsEqual reports whether equal puzzles are compared.
func (cfg *Config) findsEqual() bool { return cfg.Duplicates || len(cfg.Against) > 0 }

// Run checks all inputs. It returns after everything was reported, with the results so far and
// the first error. Records that fail are not errors.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	c, err := newCollector(&cfg, nil)
	if err != nil {
		return c.summary, err
	}
	defer c.close()
	if err := c.collect(ctx); err != nil || !cfg.compares() {
		return c.summary, err
	}
	return c.summary, guard.Do(func() error { return c.reportOnly(ctx) })
}

// collect reads the corpora of Against, and then the inputs.
func (c *collector) collect(ctx context.Context) (err error) {
	cfg := c.cfg
	if len(cfg.Against) > 0 {
		if err := c.readAgainst(ctx); err != nil {
			return err
		}
	}
	if len(cfg.Answers) > 0 {
		if err := c.readAnswers(ctx); err != nil {
			return err
		}
	}
	run := cfg.Config
	run.Candidates = !cfg.Rows
	run.NewWorker = cfg.workers(false)
	if cfg.Rows {
		run.Style = cmp.Or(run.Style, pipeline.Copied)
	} else {
		run.To = bulk.Line // records are reported in formats of the caller
	}
	switch {
	case cfg.Solutions:
		run.Use = pipeline.UseColumns
	case run.Use == pipeline.UseAnswered && !cfg.WithText:
		run.Use = pipeline.UsePuzzles
	}
	run.OnBatch, run.OnForm, run.InputFaults = c.batch, c.opened, true
	run.PartPlaces, run.End = c.part != nil, c.part.extentOf(cfg.Inputs, true)
	c.summary.Stats, err = pipeline.Run(ctx, run)
	if err == nil && c.answers != nil {
		err = c.countExtra()
	}
	if c.keeps() && !cfg.Rows {
		c.summary.TextOut = 0 // nothing was reported yet
	}
	return err
}

// readAgainst reads the corpora that must not hold a puzzle of Inputs, and keeps their keys.
func (c *collector) readAgainst(ctx context.Context) error {
	cfg := c.cfg
	malformed, err := against.Read(ctx, &cfg.Config, pipeline.Config{
		Inputs:    cfg.Against,
		NewWorker: cfg.workers(true),
		Stretch:   pipeline.Stretch{PartPlaces: c.part != nil, End: c.part.extentOf(cfg.Against, false)},
		Hooks:     pipeline.Hooks{OnBatch: c.batchAgainst},
	})
	if err != nil {
		return err
	}
	c.summary.AgainstMalformed = malformed
	c.summary.Against = c.places.count
	c.own = c.places.count
	c.places.named, c.places.input = cfg.Inputs, -1
	return nil
}
