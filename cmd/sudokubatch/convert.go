package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A convertCmd is the verb convert. The tags of the fields are its help.
type convertCmd struct {
	run.Flags
	run.TargetFlags
	run.MemoryFlags
	parts.PartFlags
	run.ReplaceFlag
	run.ScaleFlag

	Canonical bool     `brief:"" help:"Replace puzzles by their canonical forms. The canonical form is the smallest of all isomorphs, read as a number (minlex). Solutions in a table get the same symmetry. 9×9 only."`
	Unique    bool     `brief:"" help:"Drop puzzles that equal an earlier one. With --canonical this leaves one puzzle of each class of isomorphs."`
	Sorted    bool     `brief:"" help:"Write puzzles in ascending order. A blank counts as 0."`
	Add       []string `complete:"columns" placeholder:"COLUMN" help:"Add columns to the rows, as label does. Any of ${columns}. A list becomes CSV. Not with --canonical, --unique or --sorted."`
	OnBad     string   `brief:"" default:"skip" enum:"mark,skip,stop" placeholder:"mark|skip|stop" help:"Mark or skip malformed records, or stop. mark writes a line that says why, or the row unchanged; skip leaves the record out; stop ends the run there. Default: ${default}."`

	added    []columns.Column
	repeated int64 // puzzles that --unique dropped
}

// Help returns the text that follows the summary in the long help.
func (convertCmd) Help() string {
	return `Convert reads any form and writes records in input order. It solves puzzles only if a column of --add needs it. A table keeps its columns. If the new form
cannot hold a column, a message names it.

--canonical changes the puzzle and the solution of a row by the same symmetry. Other columns stay.
--memory and --temp-dir only apply to --unique and --sorted.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Examples returns the commands that the help shows, one per line.
func (convertCmd) Examples() string {
	return `sudokubatch convert sudoku.csv --to line > puzzles.txt
sudokubatch convert train.csv -o train.parquet
sudokubatch convert --canonical --unique puzzles.csv -o classes.csv`
}

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *convertCmd) Validate() error {
	if err := c.Flags.Validate(); err != nil {
		return err
	}
	if err := c.CheckMemory(c.Workers()); err != nil && c.compares() {
		return err
	}
	if err := c.CheckTarget(c.Output); err != nil {
		return err
	}
	if err := c.validateAdd(); err != nil {
		return err
	}
	return c.ValidateParts(&c.PartFlags, false)
}

// validateAdd checks the columns to add.
func (c *convertCmd) validateAdd() (err error) {
	if len(c.Add) > 0 && (c.Canonical || c.compares()) {
		return errors.New("--add cannot be combined with --canonical, --unique or --sorted: label the output afterwards, with sudokubatch label --add " + strings.Join(c.Add, ","))
	}
	c.added, err = program.AddedColumns(c.Add, c.Replace, c.Kind(c.Output), solver.Auto, 2)
	c.added = c.OnScale(&c.Flags, c.added)
	return err
}

// compares reports whether the run compares puzzles.
func (c *convertCmd) compares() bool { return c.Unique || c.Sorted }

// Run converts the inputs.
func (c *convertCmd) Run(ctx context.Context) error {
	j := c.job(c.pipe)
	j.Kind, j.Book, j.Parts, j.Rows = c.Kind(c.Output), c.Book(c.Output), parts.Work{Flags: &c.PartFlags, Log: c.compares()}, len(c.Add) > 0
	if c.compares() && c.Shard.Set() {
		j.Kind, j.Parts.HoldsRecords, j.Pipe, j.Finish, j.Found = 0, true, c.pipePart, nil, nil
	}
	return c.Do(ctx, j)
}

// job returns a job that calls by to convert the records.
func (c *convertCmd) job(by func(context.Context, *run.Run) (pipeline.Stats, error)) *run.Job {
	j := &run.Job{Verb: "convert", Solved: "written", Pipe: by, Finish: c.finish}
	if c.Unique {
		j.Found = func() any { return convertJSON{c.repeated} }
	}
	return j
}

// convertJSON is the object convert in the file of --stats-json.
type convertJSON struct {
	LeftOut int64 `json:"left_out"` // puzzles that equal an earlier one
}

// options returns the options that the flags ask for.
func (c *convertCmd) options() convert.Options {
	return convert.Options{
		OnBad: onBad[c.OnBad], Canonical: c.Canonical, Unique: c.Unique, Sorted: c.Sorted,
		Memory: c.Comparing(c.Workers()), TempDir: c.TempDir,
	}
}

// pipe runs the inputs through the pipeline.
func (c *convertCmd) pipe(ctx context.Context, r *run.Run) (stats pipeline.Stats, err error) {
	cfg, opts := r.Config(), c.options()
	cfg.To = c.Kind(c.Output)
	if len(c.Add) > 0 {
		return label(ctx, cfg, &run.SolverFlags{}, onBad[c.OnBad], c.added)
	}
	if c.compares() {
		c.LimitMemory()
	}
	stats, c.repeated, err = convert.Run(ctx, cfg, opts)
	return stats, err
}

// pipePart converts a share, for a run that compares puzzles. Merge compares them later.
func (c *convertCmd) pipePart(ctx context.Context, r *run.Run) (pipeline.Stats, error) {
	cfg := r.Config()
	cfg.To = c.Kind(c.Output)
	return convert.RunPart(ctx, cfg, c.options())
}

// join merges all shares into the output that one run writes.
func (c *convertCmd) join(ctx context.Context, of parts.All, flags *mergeCmd) error {
	c.OutputFlags, c.MemoryFlags = flags.OutputFlags, flags.MemoryFlags
	j := c.job(func(ctx context.Context, r *run.Run) (stats pipeline.Stats, err error) {
		c.LimitMemory()
		var open []func() (io.ReadCloser, error)
		err = of.Each(func(p *parts.Manifest) error {
			open = append(open, p.Open)
			return nil
		})
		if err != nil {
			return stats, err
		}
		stats, head := r.BeginMerged(of)
		c.repeated, err = convert.Merge(ctx, pipeline.Config{Output: r.Answers, Progress: r.Progress}, c.options(), &stats, head, open)
		return stats, err
	})
	if err := c.Over(j, of); err != nil {
		return err
	}
	return c.Do(ctx, j)
}

// finish reports how many puzzles --unique dropped.
func (c *convertCmd) finish(*run.Run) error {
	if c.repeated > 0 {
		console.Say("%s repeated %s left out", humanize.Comma(c.repeated), console.Plural(c.repeated, "puzzle"))
	}
	return nil
}
