package main

import (
	"cmp"
	"context"

	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/convert"
)

// A printCmd is the verb print. The tags of the fields are its help.
type printCmd struct {
	run.InputFlags
	run.RangeFlags
	run.WhereFlag
	run.BookFlags

	Box    run.Box `group:"Input" placeholder:"RxC" help:"Boxes of 6×6, 8×8 and 12×12 have R rows and C columns, such as 3x2. Boxes of the other sizes then lie the same way. Default: 2x3, 2x4 and 3x4."`
	Output string  `group:"Output" brief:"" short:"o" default:"-" placeholder:"FILE" help:"Write to this file, which appears only when complete. FILE.html is a page, FILE.pdf needs Chromium, FILE.svg is one drawing, and DIR/ gets a drawing of each puzzle. Default: a page on standard output."`
	Force  bool    `group:"Output" brief:"" short:"f" aliases:"overwrite" help:"Replace an existing output file."`
	Quiet  bool    `group:"Messages" brief:"" short:"q" aliases:"silent" help:"Show warnings and errors only."`
}

// Help returns the text that follows the summary in the long help.
func (printCmd) Help() string {
	return `Print makes a book: the puzzles in the order of the inputs, then their solutions. It solves each puzzle. A puzzle without exactly one
solution is printed, and its solution says why there is none. Columns of a table can stand in the heading of a puzzle.

To print new puzzles, pipe them in: sudokubatch gen --tier easy --count 40 --add tier --to csv | sudokubatch print -o book.pdf

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

// Examples returns the commands that the help shows, one per line.
func (printCmd) Examples() string {
	return `sudokubatch print puzzles.txt -o book.html
sudokubatch print train.csv --heading 'No. {number}' -o named.html
sudokubatch print puzzles.txt --take 20 -o drawings/`
}

// flags returns the flags as verbs with rows have them.
func (c *printCmd) flags() *run.Flags {
	f := &run.Flags{InputFlags: c.InputFlags, Box: c.Box, OutputFlags: run.OutputFlags{
		Output: c.Output, Force: c.Force, MessageFlags: run.MessageFlags{Progress: "auto", Quiet: c.Quiet},
	}}
	f.Choose(c.RangeFlags, c.WhereFlag)
	return f
}

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *printCmd) Validate() error { return cmp.Or(c.flags().Validate(), c.Check(c.Output)) }

// Run prints the inputs.
func (c *printCmd) Run(ctx context.Context) error {
	f := c.flags()
	if err := f.Validate(); err != nil {
		return err
	}
	return f.Do(ctx, &run.Job{
		Verb: "print", Answers: c.Answers(c.Output),
		Pipe: func(ctx context.Context, r *run.Run) (found run.Outcome, err error) {
			found.Solved = "printed"
			found.Stats, _, err = convert.Run(ctx, r.Config(), convert.Options{OnBad: pipeline.Skip, Box: c.Box.Box})
			return found, err
		},
	})
}
