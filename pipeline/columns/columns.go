// Package columns lists the columns that verbs can add to the rows of tables, each with a name,
// a type and a value, and writes the rows.
package columns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
)

// Found holds what a verb found out about a record.
type Found struct {
	Verdict   formats.Verdict
	Solution  []uint8 // the first solution (Solved, Multiple); borrowed
	Text      []byte  // the solution as AppendCells writes it, or nil; borrowed
	Guesses   uint64
	Solutions int  // number of solutions found
	Complete  bool // there are no other solutions
}

// A Column is a column that a verb can add.
type Column struct {
	formats.Column
	Doc string // description in one line
	// append appends the value to dst; to is the form of the row. It returns nil if there is no
	// value.
	append func(dst []byte, to formats.Form, found *Found) []byte
}

// all lists the columns.
var all = []Column{
	{formats.Column{Name: "solution"}, "the first solution", appendSolution},
	{formats.Column{Name: "status"}, "solved, multiple, no_solution, contradiction, gave_up or malformed", appendStatus},
	{formats.Column{Name: "guesses", Type: formats.Int}, "how many guesses the search took", appendGuesses},
	{formats.Column{Name: "solutions", Type: formats.Int}, "how many solutions were found, up to the limit", appendSolutions},
	{formats.Column{Name: "complete", Type: formats.Bool}, "whether there are no other solutions; if not, their number is a lower bound", appendComplete},
}

// All returns all columns. The slice is the caller's.
func All() []Column { return append([]Column(nil), all...) }

// Parse returns the columns with these names, in this order. The error for an unknown name
// lists the known ones. Each name may appear once.
func Parse(names []string) ([]Column, error) {
	var columns []Column
	for n, name := range names {
		i := slices.IndexFunc(all, func(c Column) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown column %q (known: %s)", name, strings.Join(Names(all), ", "))
		}
		if slices.Contains(names[:n], name) {
			return nil, fmt.Errorf("column %q is there twice", name)
		}
		columns = append(columns, all[i])
	}
	return columns, nil
}

// Names returns the names of columns.
func Names(columns []Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

func appendSolution(dst []byte, to formats.Form, found *Found) []byte {
	if found.Verdict != formats.Solved && found.Verdict != formats.Multiple {
		return nil
	}
	if found.Text != nil {
		return append(dst, found.Text...)
	}
	return to.AppendCells(dst, found.Solution)
}

func appendStatus(dst []byte, _ formats.Form, found *Found) []byte {
	return append(dst, statusNames[found.Verdict]...)
}

// statusNames are the values of the column status, by verdict.
var statusNames = [...]string{
	formats.Unknown:       "unknown",
	formats.Solved:        "solved",
	formats.Multiple:      "multiple",
	formats.NoSolution:    "no_solution",
	formats.Contradiction: "contradiction",
	formats.GaveUp:        "gave_up",
	formats.Malformed:     "malformed",
}

func appendGuesses(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Verdict == formats.Malformed {
		return nil
	}
	return strconv.AppendUint(dst, found.Guesses, 10)
}

func appendSolutions(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Verdict == formats.Malformed {
		return nil
	}
	return strconv.AppendInt(dst, int64(found.Solutions), 10)
}

func appendComplete(dst []byte, _ formats.Form, found *Found) []byte {
	if found.Verdict == formats.Malformed {
		return nil
	}
	return strconv.AppendBool(dst, found.Complete)
}
