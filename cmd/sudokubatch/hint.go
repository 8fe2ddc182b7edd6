package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/program"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/parts"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// A hintCmd is the verb hint. The tags of the fields are its help.
type hintCmd struct {
	run.Flags
	run.RangeFlags
	run.WhereFlag
	run.SolverFlags
	run.TargetFlags
	parts.PartFlags
	run.ReplaceFlag
	run.ScaleFlag
	stateFlags

	StateColumn string   `group:"Input" brief:"" placeholder:"NAME|N" help:"Take states from this column. Give its name or number. Default: the column state, or the grid after the puzzle if columns have no names."`
	Record      *int64   `brief:"" placeholder:"N" help:"Print the hint for record N of the inputs, from 1, in words."`
	Add         []string `placeholder:"COLUMN" brief:"" help:"Add these columns only. Any of ${hints}."`
	OnBad       string   `brief:"" default:"mark" enum:"mark,skip,stop" placeholder:"mark|skip|stop" help:"Mark or skip malformed records, or stop. mark keeps the row, without values; skip leaves the record out; stop ends the run. Default: ${default}."`

	added []columns.Column
}

func (hintCmd) Help() string {
	text := `Hint compares a player's state of each puzzle, the clues with the player's entries, with the solution. It names the wrong cells, and
then the easiest next step without them. A record without a state is answered from its clues. A column marks may hold the player's
candidates, as for --marks: a cell is wrong if its marks lack its digit.

With --state, or with --record, hint prints the answer for one puzzle in words, with the candidates after the step. Otherwise it writes
the rows as they came with these columns:

`
	for _, c := range columns.Hints() {
		text += fmt.Sprintf("  %-10s %s\n", c.Name, c.Doc)
	}
	return text + `
Puzzles without exactly one solution have no hint. Steps are for 4×4, 6×6 and 9×9, and
have ratings in 9×9; other sizes have their wrong cells named.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 done, but some records were malformed or some inputs unreadable, or the one puzzle
has no hint; 128 + signal interrupted.`
}

func (hintCmd) Examples() string {
	return `sudokubatch hint puzzle.txt --state state.txt
sudokubatch hint book.csv -o hints.csv
sudokubatch hint book.csv --record 7`
}

func (c *hintCmd) Validate() (err error) {
	c.Choose(c.RangeFlags, c.WhereFlag)
	kind := c.Kind(c.Output)
	switch {
	case c.Record != nil && *c.Record < 1:
		return fmt.Errorf("--record %d: want 1 or more", *c.Record)
	case c.one() && (!corpus.IsStdout(c.Output) || c.Given()):
		return errors.New("--state, --marks and --record print the hint for one puzzle: leave out --output, --resume and --shard")
	case c.Full && !c.one():
		return errors.New("--full prints the hint for one puzzle: add --record or --state")
	case kind != 0 && !kind.IsTable():
		return fmt.Errorf("hint writes a table such as --to csv, not %v", kind)
	}
	if c.State == "" {
		c.States = &c.StateColumn
	}
	if err := cmp.Or(c.Flags.Validate(), program.CheckEngine(c.Engine), c.CheckTarget(c.Output)); err != nil {
		return err
	}
	c.added = columns.Hints()
	if len(c.Add) > 0 {
		if c.added, err = columns.Choose(c.added, c.Add); err != nil {
			return fmt.Errorf("--add: %w", err)
		}
	}
	taken := model.Refused
	if c.Replace {
		taken = model.Replaced
	}
	c.added = c.OnScale(&c.Flags, columns.Taking(c.added, taken))
	return c.ValidateParts(&c.PartFlags)
}

// Run writes hints.
func (c *hintCmd) Run(ctx context.Context) error {
	if c.one() {
		return c.runOne(ctx)
	}
	return c.Do(ctx, &run.Job{
		Verb: "hint", Answers: c.Answers(c.Output, true), Parts: parts.Work{Flags: &c.PartFlags},
		Pipe: func(ctx context.Context, r *run.Run) (run.Outcome, error) {
			cfg := r.Config()
			cfg.Use = pipeline.UseColumns
			cfg.NewWorker = solve.Hinters(c.Options(2), c.Of(), onBad[c.OnBad], c.added...)
			stats, err := pipeline.Run(ctx, cfg)
			return run.Outcome{Stats: stats, Goal: parts.Goal{Engine: c.Engine, Limit: 2, Solved: run.SolvedUniquely}}, err
		},
	})
}

// one reports whether the answer is for one puzzle, in words.
func (c *hintCmd) one() bool { return c.Record != nil || c.State != "" || c.Marks != "" }

// runOne prints the hint for one puzzle.
func (c *hintCmd) runOne(ctx context.Context) error {
	record := int64(1)
	if c.Record != nil {
		record = *c.Record
	}
	s, err := c.read(ctx, &c.InputFlags, c.Box, "hint", record, nil)
	if err != nil {
		return err
	}
	h, why := hintFor(s, c.Of())
	if why != "" {
		console.Say("there is no hint: %s", why)
		return process.ExitRecords
	}
	text := h.String()
	if step := h.Step; step.Technique != explain.NoTechnique {
		after := make([]string, len(h.Cells))
		for i, digit := range bulk.AppendCandidatesValue(nil, h.Candidates()[:len(h.Cells)]) {
			after[i/9] += strings.Trim(string(digit), ".")
		}
		text = strings.TrimSuffix(text, step.Short()) + c.words(&step)
		if step.Rating > 0 {
			text += fmt.Sprintf(" (%v)", step.Rating)
		}
		text += "\n\n" + strings.TrimSuffix(drawGrid(s.Board, after), "\n")
	}
	_, err = fmt.Println(text)
	return err
}
