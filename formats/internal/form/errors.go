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

// ErrNoPuzzles is wrapped by the errors of files that hold solutions alone.
var ErrNoPuzzles = errors.New("no puzzle could be read")

// OnlySolutions returns the error for a file of which a column of solutions is all that
// could be read.
func OnlySolutions(column string) error {
	return fmt.Errorf("column %q holds solutions, and %w", column, ErrNoPuzzles)
}

// Why not all puzzles of a file would be read: it has several in a record, or in arrays of
// which only one can be the file's records, perhaps in no list or object that is the file.
var (
	ErrSeveral    = errors.New("several puzzles in a record, of which one would be read: write one a line, as with tr ',' '\\n', or name a column")
	ErrArrays     = errors.New("puzzles in several arrays, of which one would be read: write them one a line, as with " + syntax.LevelsToLines)
	ErrDeepArrays = errors.New("puzzles in several arrays, of which one would be read: write them one a line")
)

// RoundedIn returns an error if rows have numbers as large as puzzles in scientific
// notation: a spreadsheet took puzzles for numbers, and lost all but their first digits.
func RoundedIn(rows [][][]byte) error {
	for _, row := range rows {
		for _, value := range row {
			if bytes.IndexByte(value, 'e') < 0 && bytes.IndexByte(value, 'E') < 0 {
				continue
			}
			text := string(bytes.TrimSpace(value))
			if n, err := strconv.ParseFloat(text, 64); err == nil && n >= 1e70 && n < 1e81 {
				return fmt.Errorf("%s was a puzzle: a spreadsheet took it for a number and rounded it; use the file that it was given, or import that as text", text)
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
