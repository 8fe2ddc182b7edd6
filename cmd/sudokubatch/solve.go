package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A solveCmd is the verb solve. The tags of the fields are its help.
type solveCmd struct {
	run.Flags
	run.RangeFlags
	run.SolverFlags
	run.TargetFlags
	parts.PartFlags
	run.ReplaceFlag
	run.ScaleFlag

	Add   []string `complete:"columns" placeholder:"COLUMN" brief:"" help:"Add columns to the rows of a table. Any of ${columns}. Default: solution, status and guesses; with a --limit above 2 also solutions and complete."`
	All   bool     `brief:"" help:"List all solutions of each puzzle as rows. Rows have the columns of the puzzle, then solution, number and status. --limit N lists up to N of each puzzle, 10,000 by default; a row with the status more says that there are others. Writes a table, or with --to line only the solutions."`
	Limit *int     `brief:"" placeholder:"N" help:"Find up to N solutions; 2 proves uniqueness. With more than 2 the answer gives the number of solutions. Default: 1, or 10,000 with --all, which takes up to 100,000."`
	OnBad string   `brief:"" default:"mark" enum:"mark,skip,stop" placeholder:"mark|skip|stop" help:"Mark or skip malformed records, or stop. mark writes a line with the reason, skip leaves the record out, stop ends the run. Default: ${default}."`

	added []columns.Column
}

func (solveCmd) Help() string {
	return `Forms: line = one puzzle per line, 81 cells of 1-9 with . or 0 for a blank, or 256 cells of A-P with . or -;
hiho = a count, then nine rows of nine numbers for each puzzle (answers have no count, like the judge's);
letters16 = grids of sixteen lines of A-P and -; grid = grids over several lines;
csv, tsv, ndjson, json, parquet, npy = tables and arrays.

The answer to a table is the same table, followed by the columns of --add.

In the form line the answer to each record is one line: the solution, "no solution", "contradiction r1c1 r1c2",
"gave up after N guesses" or "malformed column N: reason". With --limit 2 it can be "multiple " and the first solution.
With a higher limit it is "multiple K ", where K is the number of solutions, or "multiple K+ " if there may be more.

With --all, status is unique for the only solution of a puzzle and multiple for one of several. A row with number 0 and no
solution has the status no_solution, contradiction or malformed. It also ends a list that is not complete: more (than --limit)
or gave_up (--max-guesses). In the form line such a row is a line of words.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

func (solveCmd) Examples() string {
	return `sudokubatch solve puzzles.txt > solutions.txt
sudokubatch solve --limit 2 puzzles.txt.zst -o solutions.txt.zst
sudokubatch solve train.csv -o solved.parquet
sudokubatch solve --all --limit 1000 puzzles.txt -o all.csv`
}

func (c *solveCmd) Validate() (err error) {
	c.Choose(c.RangeFlags, run.WhereFlag{})
	if c.Limit == nil {
		c.Limit = new(int)
		if *c.Limit = 1; c.All {
			*c.Limit = usuallyListed
		}
	}
	if *c.Limit < 1 {
		return fmt.Errorf("--limit %d: want 1 or more", *c.Limit)
	}
	c.added, err = program.AddedColumns(c.Add, c.Replace, c.Kind(c.Output), c.Engine, *c.Limit)
	c.added = c.OnScale(&c.Flags, c.added)
	if err = cmp.Or(c.Flags.Validate(), program.CheckEngine(c.Engine), c.CheckTarget(c.Output), err); err != nil {
		return err
	}
	if from, to := c.From.Kind, c.To.Kind; from != 0 && to != 0 && !shareOrder(from, to) {
		return fmt.Errorf("--from %v --to %v: these forms hold puzzles of different sizes: choose another --to", from, to)
	}
	return cmp.Or(c.validateAll(), c.ValidateParts(&c.PartFlags))
}

const (
	usuallyListed = 10_000  // --limit with --all, if it is not given
	mostListed    = 100_000 // the largest
)

// validateAll returns an error if other flags contradict --all.
func (c *solveCmd) validateAll() error {
	kind := c.Kind(c.Output)
	switch {
	case !c.All:
	case c.Engine != solver.Auto:
		return errors.New("--all cannot be combined with --engine: it lists solutions in the order of the common search")
	case len(c.Add) > 0:
		return errors.New("--all cannot be combined with --add: add columns first, with label --add")
	case *c.Limit > mostListed:
		return fmt.Errorf("--limit %d: --all lists up to %d solutions of each puzzle: leave out --all to count more", *c.Limit, mostListed)
	case kind != 0 && !solve.CanList(kind):
		return fmt.Errorf("--all writes tables such as --to csv, or --to line, not %v", kind)
	}
	return nil
}

// Run solves the inputs.
func (c *solveCmd) Run(ctx context.Context) error {
	return c.Do(ctx, &run.Job{
		Verb: "solve", Answers: c.Answers(c.Output, c.All && c.Kind(c.Output) == 0), Parts: parts.Work{Flags: &c.PartFlags},
		Pipe: func(ctx context.Context, r *run.Run) (found run.Outcome, err error) {
			found.Goal, found.Counts = parts.Goal{Engine: c.Engine, Limit: *c.Limit, Solved: "solved"}, c.All
			if *c.Limit != 1 {
				found.Solved = run.SolvedUniquely
			}
			cfg := r.Config()
			cfg.Use, cfg.Candidates = pipeline.UsePuzzles, r.HoldsCandidates()
			if c.All {
				cfg.NewWorker = solve.Listers(c.Options(*c.Limit), onBad[c.OnBad])
				found.Stats, err = pipeline.Run(ctx, cfg)
				return found, err
			}
			found.Stats, err = c.solve(ctx, r, cfg)
			return found, err
		},
	})
}

// solve answers each record with one solution.
func (c *solveCmd) solve(ctx context.Context, r *run.Run, cfg pipeline.Config) (pipeline.Stats, error) {
	if c.To.Kind == 0 && len(c.Add) == 0 {
		cfg.Style = pipeline.Redrawn
	}
	cfg.OnForm = func(o pipeline.Opened) {
		if !o.To.Kind.IsTable() {
			o.Lost = append(o.Lost, c.Add...)
		}
		r.OnForm(o)
	}
	cfg.NewWorker = solve.Workers(c.Options(*c.Limit), onBad[c.OnBad], c.added...)
	return pipeline.Run(ctx, cfg)
}

var onBad = map[string]pipeline.OnBad{"mark": pipeline.Mark, "skip": pipeline.Skip, "stop": pipeline.Stop}

// shareOrder reports whether both forms can hold puzzles of the same size.
func shareOrder(a, b bulk.Kind) bool {
	for _, order := range geometry.Sides() {
		_, errA := a.Form(order)
		_, errB := b.Form(order)
		if errA == nil && errB == nil {
			return true
		}
	}
	return false
}
