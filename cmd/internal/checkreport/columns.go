package checkreport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A column is one that rows of records can have.
type column struct {
	formats.Column
	value func(r *check.Record) []byte // nil: what does not apply to the record
	asks  check.Labels                 // what must be found out for it
}

// usual is how many columns rows have where none are chosen.
const usual = 14

// all are the columns that there are. Names, once published, stay; new ones
// follow.
var all = []column{
	{int64Column("id"), func(r *check.Record) []byte { return number(r.Number, true) }, none},
	{textColumn("file"), func(r *check.Record) []byte { return []byte(r.File) }, none},
	{int64Column("record"), func(r *check.Record) []byte { return number(r.Record, true) }, none},
	{int64Column("line"), func(r *check.Record) []byte { return number(lineOf(r), lineOf(r) > 0) }, none},
	{int64Column("column"), func(r *check.Record) []byte { return number(int64(r.Column), r.Column > 0) }, none},
	{textColumn("status"), func(r *check.Record) []byte { return []byte(statusNames[r.Verdict]) }, none},
	{int64Column("clues"), func(r *check.Record) []byte { return number(int64(r.Clues), isPuzzle(r)) }, none},
	{int64Column("guesses"), func(r *check.Record) []byte { return number(int64(r.Guesses), isPuzzle(r)) }, none},
	{int64Column("automorphisms"), func(r *check.Record) []byte { return number(int64(r.Automorphisms), r.Automorphisms > 0) }, none},
	{textColumn("solution"), func(r *check.Record) []byte { return appendSolution(nil, r) }, none},
	{textColumn("flags"), func(r *check.Record) []byte { return reasonText(r, " ", func(why reason) string { return why.flag }) }, none},
	{textColumn("detail"), func(r *check.Record) []byte { return reasonText(r, "; ", func(why reason) string { return why.words }) }, none},
	{int64Column("solutions"), func(r *check.Record) []byte { return number(int64(r.Solutions), isPuzzle(r)) }, none},
	{formats.Column{Name: "complete", Type: formats.Bool}, func(r *check.Record) []byte { return flag(r.Complete, isPuzzle(r)) }, none},
	{textColumn("puzzle"), nil, none}, // see rows
	{textColumn("tier"), tierOf, check.Labels{Tier: true}},
	{int64Column("rating"), func(r *check.Record) []byte { return number(int64(r.Rating), r.Rating != solver.Unrated) }, check.Labels{Rating: true}},
	{textColumn("canonical"), canonicalOf, check.Labels{Canonical: true}},
	{
		formats.Column{Name: "minimal", Type: formats.Bool},
		func(r *check.Record) []byte { return flag(len(r.Redundant) == 0, r.Verdict == formats.Solved) },
		check.Labels{Redundant: true},
	},
	{textColumn("redundant"), redundantOf, check.Labels{Redundant: true}},
	{textColumn("duplicate_of"), func(r *check.Record) []byte { return placeText(&r.Duplicate) }, none},
	{textColumn("isomorph_of"), func(r *check.Record) []byte { return placeText(&r.Isomorph) }, none},
}

var none check.Labels

func textColumn(name string) formats.Column { return formats.Column{Name: name} }

func int64Column(name string) formats.Column { return formats.Column{Name: name, Type: formats.Int} }

// ColumnNames are the names of the columns that there are.
func ColumnNames() []string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// Columns are those that rows of records are to have.
type Columns struct {
	chosen []column // nil: the usual ones, and all that came with records
	others bool     // ahead of them, all that came with records
}

// others is the name that stands for the columns that came with records.
const others = "*"

// ParseColumns returns the columns of these names; none are the usual ones.
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
		i := slices.IndexFunc(all, func(c column) bool { return c.Name == name })
		if i < 0 {
			return c, fmt.Errorf("unknown column %q (known: %s)", name, strings.Join(ColumnNames(), ", "))
		}
		c.chosen = append(c.chosen, all[i])
	}
	if c.others && c.chosen == nil {
		c.chosen = []column{}
	}
	return c, nil
}

// Others reports whether those that came with records are among them.
func (c Columns) Others() bool { return c.others || c.chosen == nil }

// Labels are what must be found out for the columns.
func (c Columns) Labels() (l check.Labels) {
	for _, column := range c.chosen {
		l.Tier = l.Tier || column.asks.Tier
		l.Rating = l.Rating || column.asks.Rating
		l.Canonical = l.Canonical || column.asks.Canonical || column.Name == "automorphisms"
		l.Redundant = l.Redundant || column.asks.Redundant
	}
	return l
}

// Compared reports whether a column says what records are equal or isomorphic to.
func (c Columns) Compared() (duplicates, isomorphs bool) {
	has := func(name string) bool {
		return slices.ContainsFunc(c.chosen, func(c column) bool { return c.Name == name })
	}
	return has("duplicate_of"), has("isomorph_of")
}

// isPuzzle reports whether there is a puzzle.
func isPuzzle(r *check.Record) bool { return r.Verdict != formats.Malformed }

// lineOf is the line that what is wrong in a record is on, or that it begins on.
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

// reasonText joins why a record failed.
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

func tierOf(r *check.Record) []byte {
	if r.Tier == solver.TierUnknown {
		return nil
	}
	return []byte(r.Tier.String())
}

func canonicalOf(r *check.Record) []byte {
	if r.Canonical == nil {
		return nil
	}
	return []byte(formats.Format(r.Canonical))
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
