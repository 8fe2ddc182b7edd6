package bench

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// What was checked of a contender's answers, beside that there are as many as
// puzzles and in their order.
const (
	checkedAll       = "statuses and solutions"
	checkedSolutions = "solutions"            // it only prints grids: it is not known whether it looks for a second one
	checkedCounts    = "counts"               // it only prints counts
	checkedBoth      = "counts and solutions" // it prints both
)

// A textJudge judges answers that are text, one line for each puzzle:
//
//	grid                   the solution
//	multiple grid          the first of multiple solutions
//	multiple count grid    and how many; count+ where there may be more
//	puzzle:count:grid      as tdoku writes it; the grid may be missing
//	anything else          where there is no solution
type textJudge struct {
	key    *key
	form   formats.Form
	strict bool // "multiple" must stand where it is due, and the count with it
	grid   formats.Records
	counts int // lines with a count
	grids  int // lines with a grid
}

// judgeText judges all answers to a key's corpus. It returns what was checked.
func judgeText(k *key, text []byte, strict bool) (checked string, err error) {
	form, err := formats.Line.Form(k.corpus.Order)
	if err != nil {
		return "", err
	}
	j := textJudge{key: k, form: form, strict: strict}
	n := 0
	for line := range bytes.Lines(text) {
		if n == k.corpus.N {
			return "", fmt.Errorf("%s: more answers than the %d puzzles", k.corpus.Name, n)
		}
		if err := j.line(n, bytes.TrimRight(line, "\r\n")); err != nil {
			return "", fmt.Errorf("%s, puzzle %d: %w", k.corpus.Name, n+1, err)
		}
		n++
	}
	switch {
	case n < k.corpus.N:
		return "", fmt.Errorf("%s: %d answers to %d puzzles", k.corpus.Name, n, k.corpus.N)
	case strict:
		return checkedAll, nil
	case j.counts == 0:
		return checkedSolutions, nil
	case j.grids == 0:
		return checkedCounts, nil
	}
	return checkedBoth, nil
}

// line judges the answer to the i-th puzzle.
func (j *textJudge) line(i int, line []byte) error {
	want := &j.key.results[i]
	counted := false
	if fields := bytes.SplitN(line, []byte(":"), 3); len(fields) == 3 {
		counted = true
		j.counts++
		if err := j.counted(i, fields[0], fields[1]); err != nil {
			return err
		}
		line = fields[2]
	}
	rest, multiple := bytes.CutPrefix(line, []byte("multiple "))
	if multiple != (want.Status == solver.Multiple) && (multiple || j.strict) {
		return fmt.Errorf("%q, want %v", line, want.Status)
	}
	if multiple {
		count, grid := j.cutCount(rest)
		if err := j.checkCount(want, count); err != nil {
			return err
		}
		rest = grid
	}
	j.form.Decode(&j.grid, rest)
	cells := j.grid.Cells
	if len(cells) != j.form.Order*j.form.Order || bytes.IndexByte(cells, 0) >= 0 {
		if want.Solutions > 0 && !counted {
			return fmt.Errorf("%.90q where there is a solution", line)
		}
		return nil
	}
	j.grids++
	if want.Solutions == 0 {
		return errors.New("a grid where there is no solution")
	}
	if err := solver.Verify(j.key.corpus.puzzle(i), cells); err != nil {
		if other := j.owner(cells); other >= 0 {
			return fmt.Errorf("out of order: the answer to puzzle %d", other+1)
		}
		return fmt.Errorf("wrong solution: %w", err)
	}
	return nil
}

// cutCount takes the count from what stands after "multiple": what is too short
// for a grid. There may be none.
func (j *textJudge) cutCount(text []byte) (count, grid []byte) {
	first, rest, _ := bytes.Cut(text, []byte(" "))
	if len(first) < j.form.Order*j.form.Order {
		return first, rest
	}
	return nil, text
}

// checkCount judges the count of an answer "multiple". It is due where more than
// a second solution was looked for.
func (j *textJudge) checkCount(want *solver.Result, count []byte) error {
	due := j.strict && j.key.limit > 2
	if len(count) == 0 && !due {
		return nil
	}
	text := strconv.Itoa(want.Solutions)
	if !want.Complete {
		text += "+"
	}
	if string(count) != text {
		return fmt.Errorf("multiple %.20q, want %s", count, text)
	}
	return nil
}

// counted judges the puzzle and the number of its solutions.
func (j *textJudge) counted(i int, puzzle, count []byte) error {
	j.form.Decode(&j.grid, puzzle)
	if !bytes.Equal(j.grid.Cells, j.key.corpus.puzzle(i)) {
		return fmt.Errorf("out of order: an answer to %.90q", puzzle)
	}
	n, err := strconv.Atoi(string(count))
	if want := j.key.results[i].Solutions; err != nil || n != want {
		return fmt.Errorf("%.20q solutions, want %d", count, want)
	}
	return nil
}

// owner returns the first puzzle that a grid solves, or -1.
func (j *textJudge) owner(cells []uint8) int {
	for i := range j.key.corpus.N {
		if solver.Verify(j.key.corpus.puzzle(i), cells) == nil {
			return i
		}
	}
	return -1
}
