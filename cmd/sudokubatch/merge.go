package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A mergeCmd is the verb merge. The tags of the fields are its help.
type mergeCmd struct {
	Dir    string `arg:"" name:"dir" complete:"folders" help:"Read the parts from this folder."`
	Verify bool   `group:"Input" help:"Read the inputs again, and compare them with what each share read."`

	run.OutputFlags
	run.MemoryFlags

	Report  string `group:"Output" placeholder:"FILE" help:"Write the page of check --report here. An existing file is replaced."`
	Rejects string `group:"Output" placeholder:"FILE" help:"Write the records of --rejects here."`
}

func (mergeCmd) Help() string {
	return `Merge writes the output of one run over all inputs, with the flags of the shares. If the shares had --report or --rejects,
merge needs the flag, too: it writes the file. Only times in the statistics differ.
All parts must be complete, undamaged, and from the same inputs, flags and version. Merge does not read the inputs: it compares
their names, sizes, samples of their bytes and, on one machine, their times. --verify compares every byte that the shares read.

--memory and --temp-dir only apply to runs that compare or sort puzzles.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or failed a check, or some inputs were
unreadable; 128 + signal interrupted.`
}

func (mergeCmd) Examples() string {
	return `sudokubatch solve --shard 1/2 puzzles.txt.zst -o parts/
sudokubatch solve --shard 2/2 puzzles.txt.zst -o parts/
sudokubatch merge parts -o solutions.txt.zst`
}

func (c *mergeCmd) Validate() error {
	return cmp.Or(c.OutputFlags.Validate(), run.CheckPaper(c.Output),
		run.CheckEnding(c.Output, bulk.Kind.CanWrite, "rename the file afterwards"), c.CheckMemory(c.Workers()))
}

// A joiner is a verb whose parts hold records instead of answers. The verb makes the answers.
type joiner interface {
	// join makes Run write the answers of all parts. The receiver has the flags of the shares, and --report
	// and --rejects of merge; flags replaces the other flags that merge has, too.
	join(of parts.All, flags *mergeCmd) error
	Run(ctx context.Context) error
}

// Run merges the parts.
func (c *mergeCmd) Run(ctx context.Context) error {
	of, err := parts.ReadAll(c.Dir, c.Verify)
	if err != nil {
		return err
	}
	parser := newParser(of[0].Verb)
	verb, err := verbOf(parser.Model.Node, of[0].Verb)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	args, err := of.Args(verb.Flags, c.Dir, map[string]string{"report": c.Report, "rejects": c.Rejects})
	if err != nil {
		return err
	}
	if !of[0].HoldsRecords {
		return run.Merge(ctx, of, c.OutputFlags)
	}
	// Workers and memory are merge's: the share's may not fit this machine.
	args = slices.Concat([]string{verb.Name, fmt.Sprintf("--jobs=%d", c.Jobs), fmt.Sprintf("--memory=%d", c.Memory)}, args)
	parsed, err := parser.Parse(args)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	joins, ok := parsed.Selected().Target.Addr().Interface().(joiner)
	if !ok {
		return fmt.Errorf("%s: parts of %s hold no records to join", c.Dir, verb.Name)
	}
	if err := joins.join(of, c); err != nil {
		return err
	}
	return joins.Run(ctx)
}
