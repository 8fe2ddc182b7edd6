package form

// This file holds the errors that several forms return.

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// OnlySolutions returns the error for a file with a column of solutions and no puzzles.
func OnlySolutions(column string) error {
	return fmt.Errorf("column %q holds solutions, and %w", column, model.ErrNoPuzzles)
}

// Errors for files in which only some puzzles could be read. A record has several puzzles,
// or several arrays have puzzles and only one array can be the records. ErrDeepArrays is
// for files to which the command in ErrArrays does not apply. ErrApart is for tables in columns.
var (
	ErrSeveral    = errors.New("several puzzles in a record, but only one can be read: name its column, or write one puzzle per line, for example with tr ',' '\\n'")
	ErrArrays     = errors.New("puzzles in several arrays, but only one array can be read: write one puzzle per line, for example with " + syntax.LevelsToLines)
	ErrApart      = errors.New("solutions in a list before the list of puzzles, but only one list can be read: " + model.ListsToRows)
	ErrDeepArrays = errors.New("puzzles in several arrays, but only one array can be read: write one puzzle per line")
)

// NumbersIn returns an error if rows have puzzles that a spreadsheet read as numbers. It kept
// only their first digits (see [Rounded]), or dropped their first zeros.
func NumbersIn(rows [][][]byte) error {
	for _, row := range rows {
		for _, value := range row {
			if Rounded(value) > 0 {
				return fmt.Errorf("%s was a puzzle, but a spreadsheet rounded it to this number: use the original file, or import it as text", bytes.TrimSpace(value))
			}
			if fault := cells.ZerosFault(value); fault.Err != nil {
				return fmt.Errorf("puzzles of %d digits: %w", fault.Have, fault.Err)
			}
		}
	}
	return nil
}

// Rounded returns the number in a value that was a grid of order 9 before a program read it as
// a number, or 0 for any other value.
func Rounded(value []byte) float64 {
	const longest = 40
	if len(value) > longest || bytes.IndexByte(value, 'e') < 0 && bytes.IndexByte(value, 'E') < 0 {
		return 0
	}
	text := strings.ReplaceAll(string(bytes.Trim(value, "\" \t")), ",", ".") // 8,64E+80 in German
	if n, err := strconv.ParseFloat(text, 64); err == nil && n >= 1e70 && n < 1e81 {
		return n
	}
	return 0
}

// ColumnCount returns how many columns a [model.ColumnError] lists, or 0 for other errors. Of
// several such errors about one file, the one with most columns is right.
func ColumnCount(err error) int {
	if e, ok := errors.AsType[*model.ColumnError](err); ok {
		return len(e.Have)
	}
	return 0
}
