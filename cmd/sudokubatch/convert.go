package main

import (
	"cmp"
	"context"
	"errors"

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
	run.RangeFlags
	run.WhereFlag
	run.RepairFlags

	Canonical bool   `brief:"" help:"Replace puzzles by their canonical forms. The canonical form is the smallest of all isomorphs, read as a number (minlex). Solutions in a table get the same symmetry. 9×9 only."`
	Unique    bool   `brief:"" help:"Drop puzzles that equal an earlier one. With --canonical this leaves one puzzle of each class of isomorphs."`
	Sorted    bool   `brief:"" help:"Write puzzles in ascending order. A blank counts as 0."`
	Prompt    string `brief:"" placeholder:"TEXT" help:"Write this before each solution, with --to chat. {puzzle} is the puzzle in one line, {grid} the puzzle in rows, and then the solution has rows, too. {number} counts the chats, and {NAME} is the value of a column. Default: 'Solve this Sudoku: {puzzle}'."`
	OnBad     string `brief:"" default:"skip" enum:"mark,skip,stop" placeholder:"mark|skip|stop" help:"Mark or skip malformed records, or stop. mark writes a line that says why, or the row unchanged; skip leaves the record out; stop ends the run there. Default: ${default}."`

	repeated int64 // puzzles that --unique dropped
	unsolved int64 // rows that are no chats, as they have no solution
}

func (convertCmd) Help() string {
	return `Convert reads any form and writes records in input order. It solves nothing. A table keeps its columns. If the new form
cannot hold a column, a message names it.

--to chat makes training data for language models: a line {"messages":[...]} for each row, with a prompt and the solution of the row. Convert
reads such lines, too, and lines with a prompt and a completion. Each text holds one grid.

--canonical changes the puzzle and the solution of a row by the same symmetry. Other columns stay.
--memory only applies to --unique and --sorted, and --temp-dir to these and --to chat.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable;
128 + signal interrupted.`
}

func (convertCmd) Examples() string {
	return `sudokubatch convert sudoku.csv --to line > puzzles.txt
sudokubatch convert train.csv -o train.parquet
sudokubatch convert --canonical --unique puzzles.csv -o classes.csv
sudokubatch convert train.csv --to chat -o chat.jsonl`
}

func (c *convertCmd) Validate() error {
	c.Choose(c.RangeFlags, c.WhereFlag)
	c.Repair = c.RepairFlags
	switch {
	case c.Prompt != "" && !c.To.Chat:
		return errors.New("--prompt is for --to chat")
	case c.OnBad == "mark" && c.To.Chat:
		return errors.New("--on-bad mark: a chat has no place for a malformed record: use skip or stop")
	}
	if err := c.CheckMemory(c.Workers()); err != nil && c.compares() {
		return cmp.Or(c.Flags.Validate(), err)
	}
	return cmp.Or(c.Flags.Validate(), c.CheckTarget(c.Output))
}

// compares reports whether the run compares puzzles.
func (c *convertCmd) compares() bool { return c.Unique || c.Sorted }

// Run converts the inputs.
func (c *convertCmd) Run(ctx context.Context) error {
	return c.Do(ctx, &run.Job{
		Verb: "convert", Answers: c.Answers(c.Output, false),
		Pipe: func(ctx context.Context, r *run.Run) (found run.Outcome, err error) {
			found.Solved = "written"
			r.Renews(c.Canonical, c.Canonical)
			found.Stats, err = c.convert(ctx, r)
			if c.Unique || c.To.Chat {
				found.Found = convertJSON{c.repeated, c.unsolved}
			}
			found.Bad = c.unsolved > 0
			found.Finish = func() error {
				if c.repeated > 0 {
					console.Say("%s repeated %s left out", humanize.Comma(c.repeated), console.Plural(c.repeated, "puzzle"))
				}
				if c.unsolved > 0 {
					console.Say("%s %s without a solution left out: a chat needs one (clean --fix solution fills it in)", humanize.Comma(c.unsolved), console.Plural(c.unsolved, "row"))
				}
				return nil
			}
			return found, err
		},
	})
}

// convertJSON is the object convert in the file of --stats-json.
type convertJSON struct {
	LeftOut  int64 `json:"left_out"`                   // puzzles that equal an earlier one
	Unsolved int64 `json:"without_solution,omitempty"` // rows that are no chats
}

// options returns the options that the flags ask for.
func (c *convertCmd) options() convert.Options {
	return convert.Options{
		OnBad: onBad[c.OnBad], Canonical: c.Canonical, Unique: c.Unique, Sorted: c.Sorted,
		Memory: c.Comparing(c.Workers()), TempDir: c.TempDir,
	}
}

func (c *convertCmd) convert(ctx context.Context, r *run.Run) (stats pipeline.Stats, err error) {
	if c.compares() {
		c.LimitMemory()
	}
	if c.To.Chat {
		return c.writeChats(ctx, r)
	}
	stats, c.repeated, err = convert.Run(ctx, r.Config(), c.options())
	return stats, err
}
