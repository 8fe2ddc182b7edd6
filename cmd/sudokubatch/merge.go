package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats"
)

// A mergeCmd is the verb merge. The tags of the fields are its help.
type mergeCmd struct {
	Dir string `arg:"" name:"dir" complete:"folders" help:"Read all parts and their manifests from this folder."`

	run.OutputFlags
	run.MemoryFlags
}

// Help is the part of the help that is longer than a flag's line.
func (mergeCmd) Help() string {
	return `Merge writes what one run over all inputs would have written, with the same flags and with this --output and --level. For check
it also writes the files that the shares were given with --report, --rejects and --keep. Statistics differ in times only.
Parts must be complete, undamaged, and from one run: the same inputs, options and version. The inputs are not needed.

--memory and --temp-dir only matter for parts in which puzzles are compared or sorted.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or not as asked, or some inputs
unreadable; 128 + signal interrupted.`
}

// Examples are commands that the help shows.
func (mergeCmd) Examples() string {
	return `sudokubatch solve --shard 1/2 puzzles.txt.zst -o parts/
sudokubatch solve --shard 2/2 puzzles.txt.zst -o parts/
sudokubatch merge parts -o solutions.txt.zst`
}

// Validate is kong's hook for what the flags must hold.
func (c *mergeCmd) Validate() error {
	if err := c.OutputFlags.Validate(); err != nil {
		return err
	}
	if err := run.CheckEnding(c.Output, formats.Kind.CanWrite, "rename the file afterwards"); err != nil {
		return err
	}
	return c.CheckMemory(c.Workers())
}

// A joiner is a verb whose parts are no answers, but what it makes answers of.
type joiner interface {
	// join makes the answers, with the verb's own flags but for those of merge.
	join(ctx context.Context, parts run.Parts, flags *mergeCmd) error
}

// Run merges the parts.
func (c *mergeCmd) Run(ctx context.Context) error {
	parts, err := run.ReadParts(c.Dir)
	if err != nil {
		return err
	}
	if !parts.HoldRecords() {
		return run.Merge(ctx, parts, c.OutputFlags)
	}
	args := c.instead(parts.Args())
	parsed, err := newParser(args[0]).Parse(args)
	if err != nil {
		return err
	}
	return parsed.Selected().Target.Addr().Interface().(joiner).join(ctx, parts, c) //nolint:forcetypeassert // it wrote such parts
}

// instead is a command line with this one's workers and memory in place of its own,
// which may be too little for this machine.
func (c *mergeCmd) instead(args []string) []string {
	end := slices.Index(args, "--")
	if end < 0 {
		end = len(args)
	}
	return slices.Insert(slices.Clone(args), end, fmt.Sprintf("--jobs=%d", c.Jobs), fmt.Sprintf("--memory=%d", c.Memory))
}
