package main

import (
	"context"
	"io"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
)

// A convertCmd is the verb convert. The tags of the fields are its help.
type convertCmd struct {
	run.Flags
	run.TargetFlags
	run.MemoryFlags
	run.PartFlags

	Canonical bool   `brief:"" help:"Replace puzzles by their canonical forms. The canonical form is the least of all isomorphs (minlex; 9×9 only). Solutions in a table are permuted alike."`
	Unique    bool   `brief:"" help:"Write equal puzzles once. The first one stays. With --canonical one of each class of isomorphs stays."`
	Sorted    bool   `brief:"" help:"Write puzzles in ascending order. A blank counts as 0."`
	OnBad     string `brief:"" default:"skip" enum:"mark,skip,stop" placeholder:"mark|skip|stop" help:"Mark or skip malformed records, or stop. mark writes a line that says why, or the row unchanged; skip leaves the record out; stop ends the run there. Default: ${default}."`

	repeated int64 // that --unique left out
}

// Help is the part of the help that is longer than a flag's line.
func (convertCmd) Help() string {
	return `Convert reads any form and writes any form that can be written, in input order. A table keeps its columns; a message names
those that the new form cannot hold. Puzzles are not solved.

--canonical replaces the puzzle and the solution of a row, both by the same symmetry; all other columns stay.
--memory and --temp-dir only matter for --unique and --sorted.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Examples are commands that the help shows.
func (convertCmd) Examples() string {
	return `sudokubatch convert sudoku.csv --to line > puzzles.txt
sudokubatch convert train.csv -o train.parquet
sudokubatch convert --canonical --unique puzzles.csv -o classes.csv`
}

// Validate is kong's hook for what the flags must hold.
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
	return c.ValidateParts(&c.PartFlags, false)
}

// compares reports whether puzzles are compared with others.
func (c *convertCmd) compares() bool { return c.Unique || c.Sorted }

// Run converts the inputs.
func (c *convertCmd) Run(ctx context.Context) error {
	j := c.job(c.pipe)
	j.Kind, j.Part, j.Logs = c.Kind(c.Output), &c.PartFlags, c.compares()
	if c.compares() && c.Shard.Set() {
		j.Kind, j.HoldsRecords, j.Pipe, j.Finish, j.Found = 0, true, c.pipePart, nil, nil
	}
	return c.Do(ctx, j)
}

// job is a conversion, by a function.
func (c *convertCmd) job(by func(context.Context, *run.Run) (pipeline.Stats, error)) *run.Job {
	j := &run.Job{Verb: "convert", Solved: "written", Pipe: by, Finish: c.finish}
	if c.Unique {
		j.Found = func() any { return convertJSON{c.repeated} }
	}
	return j
}

// convertJSON is what --stats-json says of a conversion beside what it says of every run.
type convertJSON struct {
	LeftOut int64 `json:"left_out"` // puzzles that were there before
}

// options say what becomes of the records.
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
	if c.compares() {
		c.LimitMemory()
	}
	stats, c.repeated, err = convert.Run(ctx, cfg, opts)
	return stats, err
}

// pipePart converts a share whose puzzles are to be compared with all others.
func (c *convertCmd) pipePart(ctx context.Context, r *run.Run) (pipeline.Stats, error) {
	cfg := r.Config()
	cfg.To = c.Kind(c.Output)
	return convert.RunPart(ctx, cfg, c.options())
}

// join makes of all shares what one run writes.
func (c *convertCmd) join(ctx context.Context, parts run.Parts, flags *mergeCmd) error {
	c.OutputFlags, c.MemoryFlags = flags.OutputFlags, flags.MemoryFlags
	j := c.job(func(ctx context.Context, r *run.Run) (stats pipeline.Stats, err error) {
		c.LimitMemory()
		var open []func() (io.ReadCloser, error)
		err = parts.Each(func(p *run.Manifest) error {
			open = append(open, p.Open)
			return nil
		})
		if err != nil {
			return stats, err
		}
		stats, head := r.BeginMerged(parts)
		c.repeated, err = convert.Merge(ctx, pipeline.Config{Output: r.Answers, Progress: r.Progress}, c.options(), &stats, head, open)
		return stats, err
	})
	if err := c.Over(j, parts); err != nil {
		return err
	}
	return c.Do(ctx, j)
}

// finish says how many puzzles were left out.
func (c *convertCmd) finish(*run.Run) error {
	if c.repeated > 0 {
		console.Say("%s %s left out, which were there before", humanize.Comma(c.repeated), console.Plural(c.repeated, "puzzle"))
	}
	return nil
}
