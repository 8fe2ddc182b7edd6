package main

import (
	"context"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
)

// A mergeCmd is the verb merge. The tags of the fields are its help.
type mergeCmd struct {
	Dir string `arg:"" name:"dir" help:"The folder with all parts, and their manifests."`

	run.OutputFlags
}

// Help is the part of the help that is longer than a flag's line.
func (mergeCmd) Help() string {
	return `What is written, and the statistics but for times, are those of one run over all inputs with the same flags and that
--output and --level. Parts must be complete, undamaged, and all of one run: of the same inputs, options and version.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Examples are commands that the help shows.
func (mergeCmd) Examples() string {
	return `sudokubatch solve --shard 1/2 puzzles.txt.zst -o parts/
sudokubatch solve --shard 2/2 puzzles.txt.zst -o parts/
sudokubatch merge parts -o solutions.txt.zst`
}

// Run merges the parts.
func (c *mergeCmd) Run(ctx context.Context) error { return run.Merge(ctx, c.Dir, c.OutputFlags) }
