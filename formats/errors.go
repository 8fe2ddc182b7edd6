package formats

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An OrderError says that puzzles are of an order that nothing here can solve.
type OrderError struct{ Order int }

func (e *OrderError) Error() string {
	return fmt.Sprintf("%d×%d: only 9×9 and 16×16", e.Order, e.Order)
}

// A ColumnError says that a file has no column of a name, or no puzzles in it.
type ColumnError struct {
	Name string
	Have []string // the columns that there are
	// Empty: there is such a column, but no puzzle in it.
	Empty bool
}

func (e *ColumnError) Error() string {
	var names []string
	for _, name := range e.Have[:min(len(e.Have), 20)] {
		names = append(names, strconv.Quote(name))
	}
	if e.Empty {
		return fmt.Sprintf("there is no puzzle in column %q (there are %s)", e.Name, strings.Join(names, ", "))
	}
	return fmt.Sprintf("there is no column %q (there are %s)", e.Name, strings.Join(names, ", "))
}

// ErrNoPuzzles is what a [SolutionsError] is, whatever the column.
var ErrNoPuzzles = errors.New("no puzzle could be read")

// What is read as a file of a kind that the user says, and begins as none does.
var (
	ErrNotNpy     = errors.New("not an array of numpy's: a .npy file begins with \\x93NUMPY")
	ErrNotParquet = errors.New("not a Parquet file, which begins with PAR1")
)

// A SolutionsError says that a column of solutions is all that could be read of a
// file.
type SolutionsError struct{ Name string }

func (e *SolutionsError) Error() string {
	return fmt.Sprintf("column %q holds solutions, and %v", e.Name, ErrNoPuzzles)
}

func (*SolutionsError) Unwrap() error { return ErrNoPuzzles }

// A SeveralError says that not all puzzles of a file would be read: it has several in
// a record, or in arrays of which only one can be the file's records.
type SeveralError struct {
	Arrays bool
	deep   bool // the arrays are in no list or object that is the file
}

// levelsToLines is a command that writes the elements of several arrays one a line, with the
// name of their array as a column.
const levelsToLines = "jq -c 'to_entries[]|{difficulty:.key}+(.value[]?|objects//{puzzle:.})' FILE"

func (e *SeveralError) Error() string {
	switch {
	case e.deep:
		return "puzzles in several arrays, of which one would be read: write them one a line"
	case e.Arrays:
		return "puzzles in several arrays, of which one would be read: write them one a line, as with " + levelsToLines
	}
	return "several puzzles in a record, of which one would be read: write one a line, as with tr ',' '\\n', or name a column"
}

// errInverse is why a file is not read whose puzzles stand where they cannot be.
var errInverse = errors.New("what can be read are solutions of puzzles that are beside them: write these alone, one a line")

// errMasks is why a file is not read whose grids say which cells of another are given.
var errMasks = errors.New("grids of ones and blanks say which cells of others are given: write the puzzles, in which the others are blank")

// A FromZeroError says that the digits of order 9 seem to be 0 to 8.
type FromZeroError struct{}

func (*FromZeroError) Error() string {
	return "cells are 0 to 8 and something else for a blank: add 1 to each digit"
}

// A RoundedError says that a spreadsheet took puzzles for numbers, and lost all but
// their first digits.
type RoundedError struct{ Text string }

func (e *RoundedError) Error() string {
	return fmt.Sprintf("%s was a puzzle: a spreadsheet took it for a number and rounded it; use the file that it was given, or import that as text", e.Text)
}

// roundedIn returns a [RoundedError] where rows have numbers as large as puzzles in
// scientific notation.
func roundedIn(rows [][][]byte) error {
	for _, row := range rows {
		for _, value := range row {
			if bytes.IndexByte(value, 'e') < 0 && bytes.IndexByte(value, 'E') < 0 {
				continue
			}
			text := string(bytes.TrimSpace(value))
			if n, err := strconv.ParseFloat(text, 64); err == nil && n >= 1e70 && n < 1e81 {
				return &RoundedError{text}
			}
		}
	}
	return nil
}

// errBinary is returned by [Detect] for a file of nothing but comments, one of which
// holds what is in no text.
var errBinary = errors.New("binary data, not text: what begins like a comment holds control characters")

// ErrHashed is returned by [Detect] for a file of nothing but comments, one of which
// has a puzzle in it.
var ErrHashed = errors.New("there are puzzles, but only in comments, which begin with #: take that away, as with sed 's/^#//' FILE, or tr '#' . where # stands for a blank cell")
