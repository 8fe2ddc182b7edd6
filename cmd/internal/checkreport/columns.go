package checkreport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// A column is a column that check can write for each record.
type column struct {
	formats.Column
	value func(r *check.Record) []byte // nil: an empty field, because the column does not apply to the record
}

// own has the functions of the columns whose values a check has in any case, and of the columns of
// check alone. The values of other columns are labels.
var own = map[string]func(r *check.Record) []byte{
	"id":           func(r *check.Record) []byte { return number(r.Number, true) },
	"file":         func(r *check.Record) []byte { return []byte(r.File) },
	"record":       func(r *check.Record) []byte { return number(r.Record, true) },
	"line":         func(r *check.Record) []byte { return number(lineOf(r), lineOf(r) > 0) },
	"column":       func(r *check.Record) []byte { return number(int64(r.Column), r.Column > 0) },
	"status":       func(r *check.Record) []byte { return []byte(statusNames[r.Verdict]) },
	"clues":        func(r *check.Record) []byte { return number(int64(r.Clues), isPuzzle(r)) },
	"guesses":      func(r *check.Record) []byte { return number(int64(r.Guesses), isPuzzle(r)) },
	automorphisms:  func(r *check.Record) []byte { return number(int64(r.Automorphisms), r.Automorphisms > 0) },
	"solution":     func(r *check.Record) []byte { return appendSolution(nil, r) },
	"flags":        func(r *check.Record) []byte { return reasonText(r, " ", func(why reason) string { return why.flag }) },
	"detail":       func(r *check.Record) []byte { return reasonText(r, "; ", func(why reason) string { return why.words }) },
	"answer":       func(r *check.Record) []byte { return answerNames[r.Given] },
	"solutions":    func(r *check.Record) []byte { return number(int64(r.Solutions), isPuzzle(r)) },
	"complete":     func(r *check.Record) []byte { return flag(r.Complete, isPuzzle(r)) },
	"puzzle":       nil, // rows.append writes it
	minimal:        func(r *check.Record) []byte { return flag(len(r.Redundant) == 0, r.Verdict == formats.Solved) },
	redundant:      redundantOf,
	"duplicate_of": func(r *check.Record) []byte { return placeText(&r.Duplicate) },
	"isomorph_of":  func(r *check.Record) []byte { return placeText(&r.Isomorph) },
}

// Columns that the check computes if they are asked for.
const automorphisms, minimal, redundant = "automorphisms", "minimal", "redundant"

// usual are the names of the columns that a report has by default, in order.
var usual = []string{
	"id", "file", "record", "line", "column", "status", "clues", "guesses", automorphisms, "solution", "flags", "detail", "solutions", "complete",
}

// ColumnNames returns the names of all columns: the usual ones, and the others of the registry.
func ColumnNames() []string {
	names := slices.Clone(usual)
	for _, name := range columns.Names(columns.All()) {
		if !slices.Contains(usual, name) {
			names = append(names, name)
		}
	}
	return names
}

// usualColumns returns the columns that a report has by default.
func usualColumns() (all []column) {
	for _, name := range usual {
		all = append(all, column{columnNamed(name).Column, own[name]})
	}
	return all
}

// columnNamed returns a column of the registry.
func columnNamed(name string) columns.Column {
	found, err := columns.Choose(columns.All(), []string{name})
	if err != nil {
		panic(err) // all names are in the registry
	}
	return found[0]
}

// Columns is the choice of columns for a report.
type Columns struct {
	chosen []column         // nil: the default columns, followed by the columns of the input
	others bool             // the columns of the input come first
	labels []columns.Column // the chosen columns that are labels
}

// others is the name that stands for all columns of the input.
const others = "*"

// ParseColumns returns the columns with the given names, or the default columns if there are no
// names.
func ParseColumns(names []string) (Columns, error) {
	var c Columns
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return c, fmt.Errorf("column %q is there twice", name)
		}
		if name == others {
			c.others = true
			continue
		}
		if !slices.Contains(ColumnNames(), name) {
			return c, fmt.Errorf("unknown column %q (known: %s)", name, strings.Join(ColumnNames(), ", "))
		}
		known := columnNamed(name)
		value, isOwn := own[name]
		if !isOwn || name == automorphisms { // a check counts automorphisms only to find isomorphs
			label := len(c.labels)
			c.labels = append(c.labels, known)
			value = func(r *check.Record) []byte { return r.Label(label) }
		}
		c.chosen = append(c.chosen, column{known.Column, value})
	}
	if c.others && c.chosen == nil {
		c.chosen = []column{}
	}
	return c, nil
}

// Others reports whether the columns of the input are included.
func (c Columns) Others() bool { return c.others || c.chosen == nil }

// Labels returns the columns that the check must compute.
func (c Columns) Labels() []columns.Column { return c.labels }

// has reports whether a column is chosen.
func (c Columns) has(name string) bool {
	return slices.ContainsFunc(c.chosen, func(c column) bool { return c.Name == name })
}

// Redundant reports whether the check must find redundant clues.
func (c Columns) Redundant() bool { return c.has(minimal) || c.has(redundant) }

// Compared reports whether the columns include duplicate_of and isomorph_of.
func (c Columns) Compared() (duplicates, isomorphs bool) {
	return c.has("duplicate_of"), c.has("isomorph_of")
}

// isPuzzle reports whether the record is well-formed.
func isPuzzle(r *check.Record) bool { return r.Verdict != formats.Malformed }

// lineOf returns the line of the fault in a record, or the first line of a record without one.
func lineOf(r *check.Record) int64 {
	if isPuzzle(r) && r.Given != check.GivenMalformed {
		return r.Line
	}
	return r.FaultLine
}

func number(n int64, known bool) []byte {
	if !known {
		return nil
	}
	return strconv.AppendInt(nil, n, 10)
}

func flag(value, known bool) []byte {
	if !known {
		return nil
	}
	return strconv.AppendBool(nil, value)
}

// reasonText joins the reasons why a record failed, or returns nil if it passed.
func reasonText(r *check.Record, separator string, text func(reason) string) []byte {
	if !r.Failed() {
		return nil
	}
	var texts []string
	for _, why := range reasonsOf(r, false) {
		texts = append(texts, text(why))
	}
	return []byte(strings.Join(texts, separator))
}

func redundantOf(r *check.Record) []byte {
	if len(r.Redundant) == 0 {
		return nil
	}
	return []byte(strings.Join(redundantNames(r), " "))
}

func placeText(w *check.Where) []byte {
	if w.None() {
		return nil
	}
	return []byte(placeOf(w, true))
}
