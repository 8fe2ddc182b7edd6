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

	Box    run.Box `group:"Input" placeholder:"RxC" help:"Boxes of 6×6 have R rows and C columns. 3x2 or 2x3. Default: 2x3."`
	Record int64   `brief:"" default:"1" placeholder:"N" help:"Explain record N of the inputs, from 1. Default: ${default}."`
	HTML   string  `name:"html" brief:"" placeholder:"FILE" help:"Also write an HTML page that steps through the solution, with candidates and chains. An existing file is replaced."`
}

func (explainCmd) Help() string {
	return `Explain prints the steps that solve a puzzle, each with its technique and rating. The easiest step is always next. ER is the highest
rating of any step, EP the highest up to the first digit that is placed, and ED the rating of the first step, as Sudoku Explainer
defines them. SukakuExplainer, with its default techniques, gives the same ratings; --scale se121 gives the ratings of Sudoku Explainer 1.2.1.

With --state the steps begin at a player's grid, without its wrong entries, which are named first. See also hint.

Puzzles of 4×4, 6×6 and 9×9 with one solution only. The smaller ones have no ratings. To rate many puzzles, use label --add er,technique.

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
	if err := c.Box.Check(c.Size); err != nil {
		return fmt.Errorf("--box: %w", err)
	}
	if c.Record < 1 {
		return fmt.Errorf("--record %d: want 1 or more", c.Record)
	}
	return run.CheckReport("--html", c.HTML)
}

// Run explains one puzzle.
func (c *explainCmd) Run(ctx context.Context) error {
	var candidates []uint32
	s, err := c.read(ctx, &c.InputFlags, c.Box, "explain", c.Record, &candidates)
	if err != nil {
		return err
	}
	e := explained{board: s.Board, cells: s.Puzzle, scale: c.Of(), words: c.words}
	switch {
	case candidates != nil && (s.Cells != nil || s.Marks != nil):
		return errors.New("--state and --marks are for puzzles of clues, but this one is given as candidates")
	case candidates != nil:
		e.cells, e.candidates = explain.StartOf(candidates), candidates
	case s.Cells != nil || s.Marks != nil:
		h, why := hintFor(s, c.Of())
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
		cells, marks := e.start()
		e.rating, e.steps = rater.ExplainFrom(e.board, cells, marks)
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
	board  geometry.Box
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
	steps := fmt.Sprintf("%d %s; the hardest technique is %v.", r.Steps, console.Plural(int64(r.Steps), "step"), r.Hardest)
	switch {
	case r.Steps == 0 && r.Status == explain.Rated:
		return "The puzzle is solved already."
	case r.Steps == 0:
		steps = "The first step would take too much work."
	}
	text := e.er()
	if r.EP > 0 {
		text += fmt.Sprintf(", EP %v", r.EP)
	}
	if r.ED > 0 {
		text += fmt.Sprintf(", ED %v", r.ED)
	}
	if e.scale != explain.Sukaku && text != "" {
		text += fmt.Sprintf(" (scale %v)", e.scale)
	}
	return strings.TrimPrefix(text+". "+steps, ". ")
}

// er returns ER in words, "" if the puzzle has none.
func (e *explained) er() string {
	switch r := &e.rating; {
	case r.ER == 0:
		return ""
	case r.Status == explain.AtLeast:
		return fmt.Sprintf("ER at least %v", r.ER)
	default:
		return fmt.Sprintf("ER %v", r.ER)
	}
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
	_, err := fmt.Fprintf(w, "%s\n\n%s\n%s\n%s", e.headline(), drawGrid(e.board, digits(cells)), steps.String(), drawGrid(e.board, digits(e.solved())))
	return err
}

// digits returns the texts of cells for drawGrid.
func digits(cells []uint8) (texts []string) {
	for _, digit := range cells {
		texts = append(texts, string(".123456789"[digit]))
	}
	return texts
}

// drawGrid draws a grid with lines between boxes.
func drawGrid(board geometry.Box, cells []string) string {
	width, side := 0, board.Side()
	for _, text := range cells {
		width = max(width, len(text))
	}
	line := strings.Repeat("-", board.Columns*(width+1))
	rule := line + strings.Repeat("+-"+line, board.Rows-1)
	var out strings.Builder
	for i, text := range cells {
		switch {
		case i%(side*board.Rows) == 0 && i > 0:
			out.WriteString(rule[:len(rule)-1] + "\n")
		case i%board.Columns == 0 && i%side > 0:
			out.WriteString("| ")
		}
		if i%side == side-1 {
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
	page := explainpage.Page{Title: strings.TrimSuffix("Sudoku, "+e.er(), ", "), Lead: e.headline(), End: "The puzzle is solved.", Steps: e.steps, Board: e.board}
	if e.rating.Status == explain.AtLeast {
		page.End = "The next step would take too much work."
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
