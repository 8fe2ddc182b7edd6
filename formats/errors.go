package formats

import (
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

// A SeveralError says that not all puzzles of a file would be read: it has several in
// a record, or in arrays of which only one can be the file's records.
type SeveralError struct {
	Arrays bool
}

func (e *SeveralError) Error() string {
	if e.Arrays {
		return "puzzles in several arrays, of which one would be read: write them one a line, as with jq -c '.[][]' FILE"
	}
	return "several puzzles in a record, of which one would be read: write one a line, as with tr ',' '\\n', or name a column"
}
