package checkreport

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/check"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/explain"
)

// A column is a column that check can write for each record.
type column struct {
	formats.Column
	value func(r *check.Record) []byte // nil: an empty field, because the column does not apply to the record
	asks  check.Labels                 // what the check must compute for it
}

// usual is the number of columns, from the start of all, that a report has by default.
const usual = 14

// all lists every column, in order. Published names stay. Add new columns at the end.
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
	{textColumn("puzzle"), nil, none}, // rows.append writes it
	{textColumn("tier"), tierOf, check.Labels{Tier: true}},
	{int64Column("rating"), func(r *check.Record) []byte { return number(int64(r.Rating), r.Rating != solver.Unrated) }, check.Labels{Rating: true}},
	{textColumn("canonical"), canonicalOf, check.Labels{Canonical: true}},
	{
		formats.Column{Name: "minimal", Type: formats.Bool},
		func(r *check.Record) []byte { return flag(len(r.Redundant) == 0, r.Verdict == formats.Solved) },
		check.Labels{Redundant: true},
	},
	{textColumn("redundant"), redundantOf, check.Labels{Redundant: true}},
	{decimalColumn("er"), func(r *check.Record) []byte { return score(r.Difficulty.ER, r.Difficulty.Status == explain.Rated) }, check.Labels{Explained: true}},
	{decimalColumn("ep"), func(r *check.Record) []byte { return score(r.Difficulty.EP, true) }, check.Labels{Explained: true}},
	{decimalColumn("ed"), func(r *check.Record) []byte { return score(r.Difficulty.ED, true) }, check.Labels{Explained: true}},
	{textColumn("technique"), techniqueOf, check.Labels{Explained: true}},
	{int64Column("steps"), func(r *check.Record) []byte {
		return number(int64(r.Difficulty.Steps), r.Difficulty.Status == explain.Rated)
	}, check.Labels{Explained: true}},
	{textColumn("duplicate_of"), func(r *check.Record) []byte { return placeText(&r.Duplicate) }, none},
	{textColumn("isomorph_of"), func(r *check.Record) []byte { return placeText(&r.Isomorph) }, none},
}

var none check.Labels

func textColumn(name string) formats.Column { return formats.Column{Name: name} }

func decimalColumn(name string) formats.Column {
	return formats.Column{Name: name, Type: formats.Float}
}

func int64Column(name string) formats.Column { return formats.Column{Name: name, Type: formats.Int} }

// ColumnNames returns the names of all columns, in order.
func ColumnNames() []string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// Columns is the choice of columns for a report.
type Columns struct {
	chosen []column // nil: the default columns, followed by the columns of the input
	others bool     // the columns of the input come first
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

// Others reports whether the columns of the input are included.
func (c Columns) Others() bool { return c.others || c.chosen == nil }

// Labels returns what the check must compute for the columns.
func (c Columns) Labels() (l check.Labels) {
	for _, column := range c.chosen {
		l.Tier = l.Tier || column.asks.Tier
		l.Explained = l.Explained || column.asks.Explained
		l.Rating = l.Rating || column.asks.Rating
		l.Canonical = l.Canonical || column.asks.Canonical || column.Name == "automorphisms"
		l.Redundant = l.Redundant || column.asks.Redundant
	}
	return l
}

// Compared reports whether the columns include duplicate_of and isomorph_of.
func (c Columns) Compared() (duplicates, isomorphs bool) {
	has := func(name string) bool {
		return slices.ContainsFunc(c.chosen, func(c column) bool { return c.Name == name })
	}
	return has("duplicate_of"), has("isomorph_of")
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

func tierOf(r *check.Record) []byte {
	if r.Difficulty.Tier == explain.NoTier {
		return nil
	}
	return []byte(r.Difficulty.Tier.String())
}

// score writes a rating.
func score(s explain.Score, known bool) []byte {
	if s == 0 || !known {
		return nil
	}
	return []byte(s.String())
}

// techniqueOf returns the hardest technique, or why there is no er.
func techniqueOf(r *check.Record) []byte {
	if !isPuzzle(r) {
		return nil
	}
	rating := explain.Rating{Status: r.Difficulty.Status, ER: r.Difficulty.ER, Hardest: r.Difficulty.Technique, Steps: r.Difficulty.Steps}
	return rating.AppendTechnique(nil)
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
