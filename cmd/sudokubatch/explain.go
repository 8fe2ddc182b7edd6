package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// An explainCmd is the verb explain. The tags of the fields are its help.
type explainCmd struct {
	run.InputFlags
	run.ScaleFlag

	Record int64  `brief:"" default:"1" placeholder:"N" help:"Explain record N of the inputs, from 1. Default: ${default}."`
	HTML   string `name:"html" brief:"" placeholder:"FILE" help:"Also write an HTML page that steps through the solution, with candidates and chains. An existing file is replaced."`
}

// Help returns the text that follows the summary in the long help.
func (explainCmd) Help() string {
	return `Explain prints the steps that solve a puzzle, each with its technique and rating. The easiest step is always next. ER is the highest
rating of any step, EP the highest up to the first digit that is placed, and ED the rating of the first step, as Sudoku Explainer
defines them. SukakuExplainer, with its default techniques, gives the same ratings; --scale se121 gives the ratings of Sudoku Explainer 1.2.1.

9×9 puzzles with one solution only. To rate many puzzles, use label --add er,technique.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 the puzzle does not have exactly one solution, or its rating is only a lower bound.`
}

// Examples returns the commands that the help shows, one per line.
func (explainCmd) Examples() string {
	return `sudokubatch explain puzzles.txt
sudokubatch explain --record 3 puzzles.txt
sudokubatch explain --html steps.html puzzles.txt`
}

// Validate returns an error if the flags contradict each other; kong calls it.
func (c *explainCmd) Validate() error {
	if err := c.InputFlags.Validate(); err != nil {
		return err
	}
	if c.Record < 1 {
		return fmt.Errorf("--record %d: want 1 or more", c.Record)
	}
	return run.CheckReport("--html", c.HTML)
}

// Run explains one puzzle.
func (c *explainCmd) Run(ctx context.Context) error {
	cells, err := c.read(ctx)
	if err != nil {
		return err
	}
	e := explained{cells: cells, scale: c.Of()}
	e.rating, e.steps = explain.New(explain.Options{Scale: c.Of(), MaxWork: explain.GenerousWork}).Explain(cells)
	switch e.rating.Status {
	case explain.Rated, explain.AtLeast:
	default:
		console.Say("the puzzle cannot be explained: %s", e.why())
		return process.ExitRecords
	}
	if c.HTML != "" {
		if err := c.writePage(&e); err != nil {
			return err
		}
	}
	if err := e.write(os.Stdout); err != nil {
		return err
	}
	if e.rating.Status == explain.AtLeast {
		console.Say("the steps end before the puzzle is solved: the next would take too much work")
		return process.ExitRecords
	}
	return nil
}

// read returns the cells of the chosen record.
func (c *explainCmd) read(ctx context.Context) (cells []uint8, err error) {
	if len(c.Inputs) == 0 {
		c.Inputs = []string{"-"}
	}
	var fault error
	stats, err := pipeline.Each(ctx, pipeline.Config{
		Inputs: c.Sources("explain"), From: c.From.Kind, Hints: c.Hints(), PuzzlesOnly: true,
		Range: pipeline.Range{First: c.Record, Last: c.Record},
		Hooks: pipeline.Hooks{
			OnFault:      func(f *model.SyntaxError) { fault = errors.New(f.Error()) },
			OnUnreadable: func(err error) { fault = err },
		},
	}, func(b *pipeline.Batch, _ pipeline.Place) error {
		if n := b.Records.Order * b.Records.Order; n > 0 && len(b.Records.Cells) >= n {
			cells = slices.Clone(b.Records.Cells[:n])
			return pipeline.ErrEnough
		}
		return nil
	})
	switch {
	case cells != nil && (err == nil || errors.Is(err, pipeline.ErrEnough)):
		return cells, nil
	case err != nil && !errors.Is(err, pipeline.ErrEnough):
		return nil, err
	case fault != nil:
		return nil, fault
	}
	return nil, fmt.Errorf("--record %d: the input has only %s", c.Record, humanize.Comma(stats.Counted))
}

// explained is a puzzle with its rating and steps.
type explained struct {
	cells  []uint8
	scale  explain.Scale
	rating explain.Rating
	steps  []explain.Step
}

// why says why a puzzle has no rating.
func (e *explained) why() string {
	switch e.rating.Status {
	case explain.Multiple:
		return "it has several solutions"
	case explain.NoSolution:
		return "it has no solution"
	}
	return "only 9×9 puzzles are supported"
}

// headline returns the ratings in one line.
func (e *explained) headline() string {
	r := &e.rating
	least := ""
	if r.Status == explain.AtLeast {
		least = "at least "
	}
	if r.Steps == 0 {
		if least == "" {
			return "The puzzle is solved already."
		}
		return fmt.Sprintf("ER %s%v. The first step would take too much work.", least, r.ER)
	}
	upTo := ""
	if r.EP > 0 {
		upTo = fmt.Sprintf(", EP %v", r.EP)
	}
	scale := ""
	if e.scale != explain.Sukaku {
		scale = fmt.Sprintf(" (scale %v)", e.scale)
	}
	return fmt.Sprintf("ER %s%v%s, ED %v%s. %d %s; the hardest technique is %v.", least, r.ER, upTo, r.ED, scale, r.Steps, console.Plural(int64(r.Steps), "step"), r.Hardest)
}

// solved returns the grid after the last step.
func (e *explained) solved() []uint8 {
	grid := slices.Clone(e.cells)
	for i := range e.steps {
		if p := e.steps[i].Placed; p.Digit != 0 {
			grid[p.Cell] = p.Digit
		}
	}
	return grid
}

// write prints the ratings, the puzzle, the steps, and the grid after them.
func (e *explained) write(w io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", e.headline())
	writeGrid(&text, e.cells)
	text.WriteByte('\n')
	for i := range e.steps {
		fmt.Fprintf(&text, "%4d %5v  %s\n", i+1, e.steps[i].Rating, e.steps[i].String())
	}
	text.WriteByte('\n')
	writeGrid(&text, e.solved())
	_, err := io.WriteString(w, text.String())
	return err
}

// writeGrid draws a grid of 9×9 with lines between boxes.
func writeGrid(text *strings.Builder, cells []uint8) {
	for i, digit := range cells {
		switch {
		case i%27 == 0 && i > 0:
			text.WriteString("------+-------+------\n")
		case i%3 == 0 && i%9 > 0:
			text.WriteString("| ")
		}
		text.WriteByte(".123456789"[digit])
		text.WriteByte(" \n"[i%9/8])
	}
}

// writePage writes the HTML page.
func (c *explainCmd) writePage(e *explained) error {
	w, err := run.CreateOutput(c.HTML, corpus.CreateOptions{Force: true, Inputs: run.InputFiles(c.Inputs), Stdout: os.Stdout})
	if err != nil {
		return err
	}
	page := explainpage.Page{Title: fmt.Sprintf("Sudoku, ER %v", e.rating.ER), Lead: e.headline(), End: "The puzzle is solved.", Steps: e.steps}
	if e.rating.Status == explain.AtLeast {
		page.Title, page.End = fmt.Sprintf("Sudoku, ER at least %v", e.rating.ER), "The next step would take too much work."
	}
	page.Puzzle = strings.ReplaceAll(formats.Format(e.cells), ".", "0")
	if err := page.Write(w); err != nil {
		_ = w.Abort() // the first error matters
		return err
	}
	return corpus.CommitAll(w)
}
