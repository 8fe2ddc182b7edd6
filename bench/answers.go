package bench

// This file judges the answers that programs and the pipeline write as text.

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver"
)

// What was checked of a contender's answers.
const (
	checkedAll       = "statuses and solutions"
	checkedSolutions = "solutions" // no counts are printed: the program may not look for a second solution
	checkedCounts    = "counts"
	checkedBoth      = "counts and solutions"
)

// A textJudge judges answers that are text, a line for each puzzle:
//
//	grid                   the solution
//	multiple grid          the first of multiple solutions
//	multiple count grid    and how many; count+ where there may be more
//	puzzle:count:grid      as tdoku writes it; the grid may be missing
//	anything else          where there is no solution
type textJudge struct {
	key    *key
	form   bulk.Form
	strict bool // "multiple" and the count must stand where they are due
	grid   model.Records
}

// A shown is what an answer shows of a puzzle, once it was judged right.
type shown struct{ grid, count, several bool }

func newTextJudge(k *key, strict bool) *textJudge {
	return &textJudge{key: k, form: lineForm(k.corpus), strict: strict}
}

// lineForm returns the form of a corpus as text, one puzzle a line.
func lineForm(c *Corpus) bulk.Form { return bulk.Form{Kind: bulk.Line, Order: c.Order} }

// judgeText judges all answers. It returns what they show, or an error for the first wrong
// answer.
func judgeText(k *key, text []byte, strict bool) (*evidence, error) {
	j, e := newTextJudge(k, strict), new(evidence)
	n := 0
	for line := range bytes.Lines(text) {
		if n == k.corpus.N {
			return nil, fmt.Errorf("more answers than the %d puzzles", n)
		}
		show, err := j.line(n, bytes.TrimRight(line, "\r\n"))
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", n+1, err)
		}
		e.add(show)
		n++
	}
	switch {
	case n < k.corpus.N:
		return nil, fmt.Errorf("%d answers to %d puzzles", n, k.corpus.N)
	case strict:
		e.checked = checkedAll
	case e.counts == 0:
		e.checked = checkedSolutions
	case e.grids == 0:
		e.checked = checkedCounts
	default:
		e.checked = checkedBoth
	}
	return e, nil
}

// line judges the answer to a puzzle.
func (j *textJudge) line(i int, line []byte) (show shown, err error) {
	want := &j.key.results[i]
	puzzle := j.key.corpus.puzzle(i)
	if fields := bytes.SplitN(line, []byte(":"), 3); len(fields) == 3 {
		if j.form.Decode(&j.grid, fields[0]); !bytes.Equal(j.grid.Cells, puzzle) {
			return show, fmt.Errorf("out of order: an answer to %.90q", fields[0])
		}
		if n, err := strconv.Atoi(string(fields[1])); err != nil || n != want.Solutions {
			return show, fmt.Errorf("%.20q solutions, want %d", fields[1], want.Solutions)
		}
		show.count, line = true, fields[2]
	}
	rest, multiple := bytes.CutPrefix(line, []byte("multiple "))
	if multiple != (want.Status == solver.Multiple) && (multiple || j.strict) {
		return show, fmt.Errorf("%q, want %v", line, want.Status)
	}
	if multiple {
		if rest, err = j.cutCount(rest, want); err != nil {
			return show, err
		}
	}
	show.several = want.Solutions > 1 && (multiple || show.count)
	j.form.Decode(&j.grid, rest)
	cells := j.grid.Cells
	if show.grid = len(cells) == len(puzzle) && bytes.IndexByte(cells, 0) < 0; !show.grid {
		if want.Solutions > 0 && !show.count {
			return show, fmt.Errorf("%.90q where there is a solution", line)
		}
		return show, nil
	}
	if want.Solutions == 0 {
		return show, errors.New("a grid where there is no solution")
	}
	if err := solver.Verify(puzzle, cells); err != nil {
		return show, fmt.Errorf("wrong solution: %w", err)
	}
	return show, nil
}

// cutCount judges the count at the beginning of what follows "multiple ", and returns the rest.
// The count is due if more than two solutions were looked for.
func (j *textJudge) cutCount(text []byte, want *solver.Result) (grid []byte, err error) {
	count, rest, _ := bytes.Cut(text, []byte(" "))
	if len(count) >= j.form.Order*j.form.Order { // it is the grid
		count, rest = nil, text
	}
	due := strconv.Itoa(want.Solutions)
	if !want.Complete {
		due += "+"
	}
	if string(count) != due && (len(count) > 0 || j.strict && j.key.limit > 2) {
		return nil, fmt.Errorf("multiple %.20q, want %s", count, due)
	}
	return rest, nil
}
