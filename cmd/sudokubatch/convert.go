package main

import (
	"context"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
)

// A convertCmd is the verb convert. The tags of the fields are its help.
type convertCmd struct {
	run.Flags
	run.TargetFlags

	OnBad string `default:"skip" enum:"mark,skip,stop" help:"Malformed records: skip = leave out, mark = a line that says so, or the row as it came, stop = end there."`
}

// Help is the part of the help that is longer than a flag's line.
func (convertCmd) Help() string {
	return `Any form that can be read goes to any that can be written, in order. A table keeps its columns; what the other form
cannot hold is named once. Puzzles are not solved.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Validate is kong's hook for what the flags must hold.
func (c *convertCmd) Validate() error {
	if err := c.Flags.Validate(); err != nil {
		return err
	}
	return c.CheckTarget()
}

// Run converts the inputs.
func (c *convertCmd) Run(ctx context.Context) error {
	return c.Do(ctx, &run.Job{Verb: "convert", Kind: c.Kind(c.Output), Solved: "written", Pipe: c.pipe})
}

// pipe runs the inputs through the pipeline.
func (c *convertCmd) pipe(ctx context.Context, r *run.Run) (pipeline.Stats, error) {
	cfg := r.Config()
	cfg.To = c.Kind(c.Output)
	cfg.NewWorker = convert.Workers(onBad[c.OnBad])
	return pipeline.Run(ctx, cfg)
}
