// Package clean writes the good records of corpora and leaves out all others: malformed records,
// puzzles without exactly one solution, wrong solutions, and puzzles that an earlier good record
// or another corpus has.
//
// It is a check ([check.Run]) whose workers also write each record as a row of the output. Only
// records that are good by themselves are compared, so a bad record never replaces a good one.
package clean

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
	"github.com/sudokubatch/sudokubatch/solver"
)

// Config says what to clean. Rows have the form To and the columns of the first input. A list in
// the form of its input keeps its records as they came. NewWorker is ignored.
type Config struct {
	pipeline.Config
	// Against lists corpora. Records with their puzzles, or isomorphs of these, are left out.
	Against []pipeline.Input
	Require Rules
	// Fix writes the solution of a puzzle that has exactly one in place of a wrong, malformed or
	// missing one. The record is then good. Rows need a column for solutions.
	Fix bool
	// SolutionsOptional keeps records of tables without a solution, in spite of Rules.Solution.
	SolutionsOptional bool
	Solver            solver.Options // a Limit below 2 counts as 2

	// Memory is the number of bytes for puzzles to compare, in addition to a fixed amount for
	// the pipeline. What does not fit goes to temporary files in TempDir ("" = the system's); 0
	// is the least that works.
	Memory  int64
	TempDir string

	// OnReject, if not nil, is called with each record that is left out, in input order. Its
	// Text is set.
	OnReject func(*check.Record) error
}

// A Summary counts the records by what happened to them, and has what the check found.
type Summary struct {
	*check.Summary
	Written  int64
	Repaired int64 // written with another solution
	LeftOut  [Reasons]int64
}

// Rules are the rules that a good record must keep. A malformed record breaks all of them.
type Rules struct {
	Valid    bool // the puzzle has a solution
	Unique   bool // the puzzle has exactly one solution
	Solution bool // the solution is right; a record needs one if its input has a column for solutions
	New      bool // no earlier good record has the puzzle or an isomorph; 16×16: the puzzle
	Minimal  bool // no clue is redundant; implies Unique
}

// A Reason says why a record is left out. A record that breaks several rules counts for the first.
type Reason int

// The reasons.
const (
	Good Reason = iota // the record is not left out
	Malformed
	Contradiction
	NoSolution
	Multiple
	GaveUp
	NoSolutionGiven // the record's solution is missing or malformed
	WrongSolution
	Swapped // the puzzle has no blanks, the solution has some
	Redundant
	Leak
	IsomorphicLeak
	Duplicate
	Isomorph
	Reasons // the number of reasons
)

// Run cleans all inputs. It returns after everything was written, with the counts so far and the
// first error. Records that are left out are not errors.
func Run(ctx context.Context, cfg Config) (*Summary, error) {
	c := &cleaner{cfg: &cfg}
	found, err := check.Run(ctx, c.config())
	return c.summary(found), err
}

// RunPart cleans a share of the inputs, as [check.RunPart] checks one: Merge decides which
// records are written.
func RunPart(ctx context.Context, cfg Config, index io.Writer) (*check.Part, error) {
	return check.RunPart(ctx, (&cleaner{cfg: &cfg}).config(), index)
}

// Merge writes what Run would write, after the header of the output, from all parts in order. See
// [check.Merge] about the configuration.
func Merge(ctx context.Context, cfg Config, parts []check.Kept) (*Summary, error) {
	c := &cleaner{cfg: &cfg}
	found, err := check.Merge(ctx, c.config(), parts)
	return c.summary(found), err
}

// A cleaner decides about records.
type cleaner struct {
	cfg    *Config
	done   Summary // so far, without what the check found
	inputs rows.Inputs
	err    error // an input cannot be cleaned as asked
}

func (c *cleaner) summary(found *check.Summary) *Summary {
	c.done.Summary = found
	return &c.done
}

func (c *cleaner) config() check.Config {
	cfg := c.cfg
	compares := cfg.Require.New || len(cfg.Against) > 0
	run := check.Config{
		Config: cfg.Config, Against: cfg.Against,
		Solutions: cfg.Require.Solution || cfg.Fix, SolutionsOptional: !cfg.Fix,
		Minimal: cfg.Require.Minimal, Duplicates: compares, Isomorphs: compares,
		Solver: cfg.Solver, Memory: cfg.Memory, TempDir: cfg.TempDir,
		AllRecords: true, WithText: cfg.OnReject != nil,
		Rows: true, Fix: cfg.Fix,
		Compared: func(v bulk.Verdict, g check.Given, redundant int) bool { return c.alone(v, g, redundant) == Good },
		OnRecord: c.record,
	}
	run.Hints.NoSolutions = true // so that they are rejected with their places
	run.OnForm = c.opened
	run.OnBatch = func(b *pipeline.Batch, p pipeline.Place) error {
		if c.err == nil && cfg.OnBatch != nil {
			return cfg.OnBatch(b, p)
		}
		return c.err
	}
	return run
}

// ErrNoSolutionColumn is returned, wrapped, if there is no place for the solutions of Config.Fix.
var ErrNoSolutionColumn = errors.New("there is no column for solutions")

// ErrEmbedded is returned, wrapped, if Config.Fix would write flat rows among records with grids within members or texts.
var ErrEmbedded = errors.New("solutions within JSON members or texts are not replaced there")

// opened receives the form of the next input.
func (c *cleaner) opened(o pipeline.Opened) {
	c.inputs.Opened(o)
	switch err := c.inputs.Err(); {
	case c.err != nil:
	case err != nil:
		c.err = err
	case c.cfg.Fix && !o.To.HoldsSolutionsOf(o.From):
		c.err = fmt.Errorf("%s: %w", o.Name, ErrNoSolutionColumn)
	case c.cfg.Fix && o.To.Embeds(o.From):
		c.err = fmt.Errorf("%s: %w", o.Name, ErrEmbedded)
	}
	if c.cfg.OnForm != nil {
		c.cfg.OnForm(o)
	}
}

// record writes a record or leaves it out.
func (c *cleaner) record(dst []byte, r *check.Record) ([]byte, error) {
	if why := c.reason(r); why != Good {
		c.done.LeftOut[why]++
		if c.cfg.OnReject == nil {
			return dst, nil
		}
		return dst, c.cfg.OnReject(r)
	}
	c.done.Written++
	if c.cfg.Fix && check.Fixable(r.Verdict, r.Given) {
		c.done.Repaired++
	}
	return append(dst, r.Row...), nil
}

// reason returns why a record is left out.
func (c *cleaner) reason(r *check.Record) Reason {
	if why := c.alone(r.Verdict, r.Given, len(r.Redundant)); why != Good {
		return why
	}
	switch isNew := c.cfg.Require.New; {
	case !r.Leak.None():
		return Leak
	case !r.IsomorphicLeak.None():
		return IsomorphicLeak
	case isNew && !r.Duplicate.None():
		return Duplicate
	case isNew && !r.Isomorph.None():
		return Isomorph
	}
	return Good
}

// invalid holds the reasons for verdicts on puzzles that are not valid.
var invalid = map[bulk.Verdict]Reason{bulk.Contradiction: Contradiction, bulk.NoSolution: NoSolution, bulk.GaveUp: GaveUp}

// alone returns why a record is left out whatever the other records are.
func (c *cleaner) alone(v bulk.Verdict, g check.Given, redundant int) Reason {
	rules := &c.cfg.Require
	unique := rules.Unique || rules.Minimal
	given := rules.Solution && (!c.cfg.Fix || !check.Fixable(v, g)) // the given solution must be right
	switch {
	case v == bulk.Malformed:
		return Malformed
	case (rules.Valid || unique) && invalid[v] != Good:
		return invalid[v]
	case unique && v == bulk.Multiple:
		return Multiple
	case given && (g == check.GivenMalformed || g == check.GivenMissing && !c.cfg.SolutionsOptional):
		return NoSolutionGiven
	case given && g == check.GivenWrong:
		return WrongSolution
	case (rules.Solution || c.cfg.Fix) && g == check.GivenSwapped:
		return Swapped
	case redundant > 0: // they are counted for rules.Minimal only
		return Redundant
	}
	return Good
}
