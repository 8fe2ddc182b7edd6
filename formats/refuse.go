package formats

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Why some files that hold no puzzles are not read.
var (
	errNoGrids  = errors.New("JSON without a puzzle: no text or list of 81 or 256 cells was found, nor a list of givens with row, column and value")
	errARC      = errors.New("a task of ARC, whose grids are no Sudoku")
	errCNF      = errors.New("DIMACS CNF, clauses for a SAT solver: give the puzzle alone")
	errNotebook = errors.New("a Jupyter notebook: give the puzzle alone")
	errRegions  = errors.New("a map of the regions of a puzzle, nine cells of each number: it holds no puzzles")
	errInverse  = errors.New("found only solutions; their puzzles are in other fields: write the puzzles alone, one a line")
	errMasks    = errors.New("grids of ones and blanks, which say which cells of others are given: write the puzzles, in which the others are blank")
)

// notPuzzles returns an error for text of a known kind that holds no puzzles, although some
// of its numbers may look like grids.
func notPuzzles(s *form.Sample) error {
	for _, line := range s.Lines() {
		if bytes.HasPrefix(line, []byte("p cnf ")) {
			return errCNF
		}
		if len(line) > 0 && line[0] != 'c' {
			break
		}
	}
	line, _, _ := bytes.Cut(s.Text, []byte{'\n'})
	label, vector, labelled := bytes.Cut(line, []byte(": "))
	if n := syntax.Integers(syntax.TrimCR(vector)); labelled && n > 256 && n != 25*25 && len(bytes.Fields(label)) == 1 {
		return fmt.Errorf("%d numbers behind a label on a line: no puzzle has so many cells", n)
	}
	start := bytes.Join(bytes.Fields(s.Text[:min(len(s.Text), 512)]), nil)
	switch {
	case bytes.HasPrefix(start, []byte(`{"train":[{"input":[[`)), bytes.HasPrefix(start, []byte(`{"test":[{"input":[[`)):
		return errARC
	case s.HasMembers() && bytes.Contains(start, []byte(`{"cell_type":"`)):
		return errNotebook
	}
	return nil
}
