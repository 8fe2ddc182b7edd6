// Package csv is the forms of delimited fields: CSV, TSV, lists whose fields have blanks or
// colons between them, the text of Parquet files, and lists whose fields are the grids in
// lines of anything.
package csv

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// The forms of delimited text.
var (
	// CSV is fields with commas, semicolons or bars between them.
	CSV table.Writer = delimited{&csvSpec, ",;|", newLayouts(',')}
	// TSV is fields with tabs between them.
	TSV table.Writer = delimited{&tsvSpec, "\t", newLayouts('\t')}
	// List is lines of fields with blanks, colons or equals signs between them, one of which
	// is the puzzle.
	List form.Form = list{delimited{&listSpec, " :=", newLayouts(' ')}}
)

var (
	orders = []int{9, 16}

	csvSpec = form.Spec{
		Name: "csv", Orders: orders, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Divisible: true, Copied: true,
	}
	tsvSpec = form.Spec{
		Name: "tsv", Orders: orders, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Divisible: true, Copied: true,
	}
	listSpec = form.Spec{
		Name: "list", Orders: orders, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Divisible: true, Copied: true,
	}
)

// delimited is a form with one of several separators.
type delimited struct {
	spec       *form.Spec
	separators string
	plain      [2]*layout // of order 9 and 16
}

func (d delimited) Spec() form.Spec { return *d.spec }

func (d delimited) Plain(order int) form.Layout {
	if order == 16 {
		return d.plain[1]
	}
	return d.plain[0]
}

func (d delimited) Detect(s *form.Sample) form.Reading { return bestTable(s, d.separators) }

// list is a form whose tables are less likely than CSV and TSV.
type list struct{ delimited }

// Detect finds nothing if a table has as many puzzles, as commas and tabs are better
// evidence than blanks, or if there are members of JSON.
func (l list) Detect(s *form.Sample) form.Reading {
	if s.HasMembers() {
		return form.Reading{}
	}
	best := l.delimited.Detect(s)
	for _, other := range []form.Form{CSV, TSV} {
		r := s.Once(other.Spec().Name, other.Detect)
		if r.Layout != nil && len(r.Layout.Info().Columns) > 1 && r.Puzzles >= best.Puzzles {
			return form.Reading{}
		}
	}
	return best
}

// A layout is how the fields of a file lie.
type layout struct {
	info  form.Info
	typed bool // the text of a Parquet file: it has no lines, and each row is a record
	pairs bool // a puzzle and its solution are all there is
	cut   bool // rows of grids that are columns may lack their first zeros
}

func newLayout(order int, separator byte) *layout {
	l := &layout{info: form.NewInfo(order)}
	l.info.Separator = separator
	return l
}

// plainLayout returns the layout of a table with puzzles alone.
func plainLayout(order int, separator byte) *layout {
	l := newLayout(order, separator)
	l.info.Columns = []form.Column{{Name: "puzzle"}}
	return l
}

func newLayouts(separator byte) [2]*layout {
	return [2]*layout{plainLayout(9, separator), plainLayout(16, separator)}
}

func (l *layout) Info() *form.Info { return &l.info }

// Alike implements form.Comparer.
func (l *layout) Alike(other form.Layout) bool {
	o, ok := other.(*layout)
	return ok && l.cut == o.cut
}

// NewTable returns the layout of a table of which everything is known, as tests want it.
// Pairs allows the fast path; cut: rows of grids may lack their first zeros.
func NewTable(info form.Info, pairs, cut bool) form.Layout {
	return &layout{info: info, pairs: pairs, cut: cut}
}

// CountFields returns how many fields a record has, for tests.
func CountFields(record []byte, separator byte) int { return newLayout(9, separator).count(record) }
