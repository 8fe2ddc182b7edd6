package form

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

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
	Deep   bool // the arrays are in no list or object that is the file
}

func (e *SeveralError) Error() string {
	switch {
	case e.Deep:
		return "puzzles in several arrays, of which one would be read: write them one a line"
	case e.Arrays:
		return "puzzles in several arrays, of which one would be read: write them one a line, as with " + syntax.LevelsToLines
	}
	return "several puzzles in a record, of which one would be read: write one a line, as with tr ',' '\\n', or name a column"
}

// A RoundedError says that a spreadsheet took puzzles for numbers, and lost all but
// their first digits.
type RoundedError struct{ Text string }

func (e *RoundedError) Error() string {
	return fmt.Sprintf("%s was a puzzle: a spreadsheet took it for a number and rounded it; use the file that it was given, or import that as text", e.Text)
}

// RoundedIn returns a [RoundedError] where rows have numbers as large as puzzles in
// scientific notation.
func RoundedIn(rows [][][]byte) error {
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

// ColumnCount is how many columns a [ColumnError] lists: of several about one file
// the one with most is right.
func ColumnCount(err error) int {
	if e, ok := errors.AsType[*ColumnError](err); ok {
		return len(e.Have)
	}
	return 0
}
