package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/cmd/internal/console"
	"github.com/sudokubatch/sudokubatch/cmd/internal/explainpage"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/process"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver/explain"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An explainCmd is the verb explain. The tags of the fields are its help.
type explainCmd struct {
	run.InputFlags
	run.ScaleFlag
	stateFlags

	Record int64  `brief:"" default:"1" placeholder:"N" help:"Explain record N of the inputs, from 1. Default: ${default}."`
	HTML   string `name:"html" brief:"" placeholder:"FILE" help:"Also write an HTML page that steps through the solution, with candidates and chains. An existing file is replaced."`
}

func (explainCmd) Help() string {
	return `Explain prints the steps that solve a puzzle, each with its technique and rating. The easiest step is always next. ER is the highest
rating of any step, EP the highest up to the first digit that is placed, and ED the rating of the first step, as Sudoku Explainer
defines them. SukakuExplainer, with its default techniques, gives the same ratings; --scale se121 gives the ratings of Sudoku Explainer 1.2.1.

With --state the steps begin at a player's grid, without its wrong entries, which are named first. See also hint.

9×9 puzzles with one solution only. To rate many puzzles, use label --add er,technique.

Exit codes: 0 done; 1 failed; 2 wrong usage; 3 the puzzle does not have exactly one solution, or its rating is only a lower bound.`
}

func (explainCmd) Examples() string {
	return `sudokubatch explain puzzles.txt
sudokubatch explain --record 3 puzzles.txt
sudokubatch explain --html steps.html puzzles.txt
sudokubatch explain --state state.txt puzzles.txt`
}

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
	var candidates []uint32
	s, err := c.read(ctx, &c.InputFlags, "explain", c.Record, &candidates)
	if err != nil {
		return err
	}
	e := explained{cells: s.Puzzle, scale: c.Of(), words: c.words}
	switch {
	case candidates != nil && (s.Cells != nil || s.Marks != nil):
		return errors.New("--state and --marks are for puzzles of clues, but this one is given as candidates")
	case candidates != nil:
		e.cells, e.candidates = explain.StartOf(candidates), candidates
	case s.Cells != nil || s.Marks != nil:
		h, why := hintFor(s, geometry.Box{}, c.Of())
		if why != "" {
			console.Say("the puzzle cannot be explained: %s", why)
			return process.ExitRecords
		}
		e.state = &h
	}
	rater := explain.New(explain.Options{Scale: c.Of(), MaxWork: explain.GenerousWork})
	if candidates != nil {
		e.rating, e.steps = rater.ExplainCandidates(candidates)
	} else {
		e.rating, e.steps = rater.ExplainFrom(e.start())
	}
	switch e.rating.Status {
	case explain.Rated, explain.AtLeast:
	default:
		console.Say("the puzzle cannot be explained: %s", e.rating.Status.Why())
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

// explained is a puzzle with its rating and steps.
type explained struct {
	cells  []uint8
	scale  explain.Scale
	rating explain.Rating
	steps  []explain.Step
	words  func(*explain.Step) string
	state  *explain.Hint // where the steps begin; nil: at the clues

	candidates []uint32 // of the puzzle; nil: it has clues
}

// start returns the cells and the marks at which the steps begin.
func (e *explained) start() ([]uint8, *explain.Marks) {
	if e.state == nil {
		return e.cells, nil
	}
	return e.state.Cells, e.state.Marks
}

// headline returns the ratings in one line, after the mistakes in the state.
func (e *explained) headline() string {
	switch {
	case e.state == nil:
		return e.ratings()
	case len(e.state.Wrong) > 0:
		return fmt.Sprintf("Wrong: %s. Without that: %s", e.state.Mistakes(), e.ratings())
	}
	return "From this state: " + e.ratings()
}

func (e *explained) ratings() string {
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
	cells, _ := e.start()
	grid := slices.Clone(cells)
	for i := range e.steps {
		if p := e.steps[i].Placed; p.Digit != 0 {
			grid[p.Cell] = p.Digit
		}
	}
	return grid
}

// write prints the ratings, the puzzle, the steps, and the grid after them.
func (e *explained) write(w io.Writer) error {
	var steps strings.Builder
	for i := range e.steps {
		fmt.Fprintf(&steps, "%4d %5v  %s\n", i+1, e.steps[i].Rating, e.words(&e.steps[i]))
	}
	cells, _ := e.start()
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%s\n%s", e.headline(), drawGrid(digits(cells)), steps.String(), drawGrid(digits(e.solved())))
	return err
}

// digits returns the texts of cells for drawGrid.
func digits(cells []uint8) (texts [81]string) {
	for i, digit := range cells {
		texts[i] = string(".123456789"[digit])
	}
	return texts
}

// drawGrid draws a grid of 9×9 with lines between boxes.
func drawGrid(cells [81]string) string {
	width := 0
	for _, text := range cells {
		width = max(width, len(text))
	}
	line := strings.Repeat("-", 3*width+3)
	var out strings.Builder
	for i, text := range cells {
		switch {
		case i%27 == 0 && i > 0:
			out.WriteString(line + "+-" + line + "+" + line + "\n")
		case i%3 == 0 && i%9 > 0:
			out.WriteString("| ")
		}
		if i%9 == 8 {
			out.WriteString(text + "\n")
		} else {
			fmt.Fprintf(&out, "%-*s ", width, text)
		}
	}
	return out.String()
}

func (c *explainCmd) writePage(e *explained) error {
	w, err := run.CreateOutput(c.HTML, corpus.CreateOptions{Force: true, Inputs: run.InputFiles(c.Inputs), Stdout: os.Stdout})
	if err != nil {
		return err
	}
	page := explainpage.Page{Title: fmt.Sprintf("Sudoku, ER %v", e.rating.ER), Lead: e.headline(), End: "The puzzle is solved.", Steps: e.steps}
	if e.rating.Status == explain.AtLeast {
		page.Title, page.End = fmt.Sprintf("Sudoku, ER at least %v", e.rating.ER), "The next step would take too much work."
	}
	switch {
	case e.candidates != nil:
		page.State, page.Marks = e.cells, (*explain.Marks)(e.candidates)
	case e.state != nil:
		page.State, page.Marks = e.start()
	}
	page.Puzzle = strings.ReplaceAll(formats.Format(e.cells), ".", "0")
	if err := page.Write(w); err != nil {
		_ = w.Abort() // the first error matters
		return err
	}
	return corpus.CommitAll(w)
}
