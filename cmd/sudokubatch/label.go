package main

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// A labelCmd is the verb label. The tags of the fields are its help.
type labelCmd struct {
	run.Flags
	run.RangeFlags
	run.WhereFlag
	run.SolverFlags
	run.TargetFlags
	parts.PartFlags
	run.ReplaceFlag
	run.ScaleFlag

	Add   []string `complete:"columns" placeholder:"COLUMN" brief:"" help:"Add these columns to each row. Any of ${columns}."`
	OnBad string   `brief:"" default:"mark" enum:"mark,skip,stop" placeholder:"mark|skip|stop" help:"Mark or skip malformed records, or stop. mark keeps the row, with the status malformed and no other values; skip leaves the record out; stop ends the run. Default: ${default}."`

	added []columns.Column
}

func (labelCmd) Help() string {
	return `Label writes the rows as they came, in input order, and the new columns after them. A list without columns becomes CSV.

A puzzle is searched for two solutions if a column needs it: status, solution, tier, guesses and so on. Puzzles without exactly
one solution have neither tier nor rating; add status to tell them apart.

Isomorphs up to 9×9 have the same clues, rating and canonical. The columns er, ep, ed, tier and technique belong to this
orientation of the puzzle: of 150 puzzles that were turned, 4 changed er, by up to 0.5.

` + techniqueHelp() + `

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// techniqueHelp returns the names of the techniques and their aliases, in lines.
func techniqueHelp() string {
	text := "Techniques:"
	for _, t := range explain.Techniques() {
		text += " " + t.String() + ","
	}
	text = strings.TrimSuffix(text, ",") + ". In --where and in gen other names stand for them:"
	for _, a := range explain.Aliases {
		var means []string
		for _, t := range a.Means {
			means = append(means, t.String())
		}
		text += " " + a.Name + " (" + strings.Join(means, ", ") + "),"
	}
	return strings.TrimSuffix(text, ",") + ". Case, blanks, hyphens and a plural s do not matter."
}

func (labelCmd) Examples() string {
	return `sudokubatch label train.csv --add clues,tier,rating -o labelled.parquet
sudokubatch label puzzles.txt --add status,tier > puzzles.csv
sudokubatch label train.csv --add rating --replace -o rated.csv`
}

func (c *labelCmd) Validate() (err error) {
	c.Choose(c.RangeFlags, c.WhereFlag)
	if len(c.Add) == 0 {
		return errors.New("--add is missing: name columns, such as --add clues,tier,rating")
	}
	c.added, err = program.AddedColumns(c.Add, c.Replace, c.Kind(c.Output), c.Engine, 2)
	c.added = c.OnScale(&c.Flags, c.added)
	return cmp.Or(c.Flags.Validate(), program.CheckEngine(c.Engine), c.CheckTarget(c.Output), err, c.ValidateParts(&c.PartFlags))
}

// Run labels the inputs.
func (c *labelCmd) Run(ctx context.Context) error {
	goal := parts.Goal{Solved: "labelled"}
	if columns.AnySolved(c.added) {
		goal = parts.Goal{Engine: c.Engine, Limit: 2, Solved: run.SolvedUniquely}
	}
	return c.Do(ctx, &run.Job{
		Verb: "label", Answers: c.Answers(c.Output, true), Parts: parts.Work{Flags: &c.PartFlags},
		Pipe: func(ctx context.Context, r *run.Run) (run.Outcome, error) {
			stats, err := label(ctx, r, &c.SolverFlags, onBad[c.OnBad], c.added)
			return run.Outcome{Stats: stats, Goal: goal}, err
		},
	})
}

// label adds columns to the rows of a run.
func label(ctx context.Context, r *run.Run, flags *run.SolverFlags, onBad pipeline.OnBad, added []columns.Column) (pipeline.Stats, error) {
	cfg := r.Config()
	cfg.Use, cfg.Candidates = pipeline.UsePuzzles, r.HoldsCandidates()
	cfg.NewWorker = solve.Labellers(flags.Options(2), onBad, added...)
	return pipeline.Run(ctx, cfg)
}
