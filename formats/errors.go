package formats

// This file holds the errors of detection, and recognises files that are known to hold no
// puzzles.

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Errors for files that do not begin as the kind requires that the user chose.
var (
	errNotNpy     = errors.New("not an array of numpy's: a .npy file begins with \\x93NUMPY")
	errNotParquet = errors.New("not a Parquet file, which begins with PAR1")
)

// errUTF16 is returned by [Detect] for UTF-16 text.
var errUTF16 = errors.New("UTF-16 text: convert it to UTF-8, as with iconv -f UTF-16LE -t UTF-8 FILE")

// errUTF32 is returned by [Detect] for text with the byte order mark of UTF-32.
var errUTF32 = errors.New("UTF-32 text: convert it to UTF-8, as with iconv -f UTF-32 -t UTF-8 FILE")

// errCarriageReturns is returned by [Detect] if lines end with a carriage return alone.
var errCarriageReturns = errors.New("its lines end with carriage returns alone: make newlines of them, as with tr '\\r' '\\n'")

// ErrNeedMore is returned by [Detect] if a longer prefix may change the result. It is never
// returned for a whole file, nor for DetectBytes of text with lines up to 4 KiB.
var ErrNeedMore = errors.New("too little text to recognise the form")

// An unknownFormError is returned by [Detect] if nothing in the file looks like a record.
type unknownFormError struct {
	// Line and Column are where the first record stops looking like cells. Line is 0 if the
	// file holds only comments and blank lines.
	Line, Column int
	// Text is the beginning of the first record.
	Text string
}

func (e *unknownFormError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("unknown form: no record in the first %d bytes (known forms: %s)",
			DetectBytes, listKinds(", "))
	}
	return fmt.Sprintf("unknown form: line %d, column %d: %s is not a record of a known form (%s)",
		e.Line, e.Column, strconv.QuoteToASCII(e.Text), listKinds(", "))
}

// errBinary is returned by [Detect] for a file of comments with control characters.
var errBinary = errors.New("binary data, not text: what begins like a comment holds control characters")

// errHashed is returned by [Detect] for a file of comments that hold puzzles.
var errHashed = errors.New("there are puzzles, but only in comments, which begin with #: take that away, as with sed 's/^#//' FILE, or tr '#' . where # stands for a blank cell")

// Errors for files that hold no puzzles, or hold them where they cannot be read.
var (
	errNoGrids  = errors.New("JSON without a puzzle: no text or list of 81 or 256 cells was found, nor a list of givens with row, column and value")
	errARC      = errors.New("a task of ARC, whose grids are no Sudoku")
	errCNF      = errors.New("DIMACS CNF, clauses for a SAT solver: give the puzzle alone")
	errNotebook = errors.New("a Jupyter notebook: give the puzzle alone")
	errRegions  = errors.New("a map of the regions of a puzzle, nine cells of each number: it holds no puzzles")
	errInverse  = errors.New("found only solutions; their puzzles are in other fields: write the puzzles alone, one a line")
	errMasks    = errors.New("grids of ones and blanks, which say which cells of others are given: write the puzzles, in which the others are blank")
)

// notPuzzles returns an error for well-known text that holds no puzzles although its
// numbers may look like grids, or nil.
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
