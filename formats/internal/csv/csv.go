// Package csv reads and writes delimited text: tables with or without column names, lists
// with the puzzle in one of several fields, lines with grids somewhere in them, and the
// text of Parquet files. It detects the separator and the columns from the beginning of a
// file.
package csv

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// The forms of delimited text.
var (
	CSV table.Writer = newTableForm("csv", ",;|")
	TSV table.Writer = newTableForm("tsv", "\t")
	// List is lines of fields, separated by spaces, tabs, colons or equals signs.
	List form.Form = listForm{newTableForm("line", " :=")}
	// Parquet is the text that package corpus makes of a Parquet file, or turns into one.
	// It is CSV with a second line that holds the types of the columns. A missing value is
	// an empty field, and an empty text is "" in quotes.
	Parquet table.Writer = parquetForm{newTableForm("parquet", ",")}
)

// A tableForm holds the properties that all these forms have.
type tableForm struct {
	name       string
	separators string              // the separators to try; rows are written with the first
	plain      map[int]form.Layout // the layouts of written files, by order
}

func newTableForm(name, separators string) tableForm {
	f := tableForm{name: name, separators: separators, plain: map[int]form.Layout{}}
	for _, order := range f.Spec().Orders {
		info := form.NewInfo(order)
		info.Columns, info.Separator = []form.Column{{Name: "puzzle"}}, separators[0]
		l := Table(info).(*layout)
		l.parquet = name == "parquet"
		f.plain[order] = l
	}
	return f
}

var orders = []int{9, 16}

func (f tableForm) Spec() form.Spec {
	return form.Spec{
		Name: f.name, Orders: orders, MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Divisible: true, Copied: f.name != "parquet",
	}
}

func (f tableForm) Plain(order int) form.Layout { return f.plain[order] }

func (f tableForm) Detect(s *form.Sample) form.Reading {
	return s.Once(f.name, func(s *form.Sample) form.Reading { return bestTable(s, f.separators) })
}

type info = form.Info

// A layout says how a table or a list is read.
type layout struct {
	info
	separator

	parquet bool // each line is a row, even an empty one, and rows have no line numbers
	pairs   bool // a record is a puzzle and its solution, one byte per cell, and nothing else
	padded  bool // rows of grids may lack their first zeros
	// commented: a line that begins like a comment and holds no grid is a comment
	commented bool
	names     []byte // the line of Header with the column names
}

// Table returns the layout of a table that has only an Info.
func Table(i form.Info) form.Layout {
	l := &layout{info: i, separator: separator(i.Separator)}
	l.setHeader(i.Header)
	return l
}

func (l *layout) Info() *form.Info { return &l.info }

// setHeader sets Header and names. The column names are in its last line that is not a
// rule.
func (l *layout) setHeader(header []byte) {
	l.Header = bytes.Clone(header)
	for line := range bytes.Lines(l.Header) {
		if line = syntax.TrimCR(bytes.TrimSuffix(line, []byte{'\n'})); !cells.IsRule(line) {
			l.names = line
		}
	}
}

// Alike implements form.Comparer.
func (l *layout) Alike(other form.Layout) bool {
	o, ok := other.(*layout)
	return ok && l.padded == o.padded && l.commented == o.commented
}

// IsRuns reports whether the fields of a list are grids inside lines of other text.
func IsRuns(l form.Layout) bool { return l.Info().Separator == byte(Runs) }

type listForm struct{ tableForm }

// Detect finds lists unless the sample is a table with as many puzzles: commas and tabs are
// better evidence than blanks. Members of a JSON object that is cut off are not fields.
func (f listForm) Detect(s *form.Sample) form.Reading {
	if s.HasMembers() {
		return form.Reading{}
	}
	list := bestTable(s, f.separators)
	for _, other := range []form.Form{CSV, TSV} {
		if r := other.Detect(s); r.Layout != nil && len(r.Layout.Info().Columns) > 1 && r.Puzzles >= list.Puzzles {
			return form.Reading{}
		}
	}
	return list
}

// DetectRuns reads the sample as a list whose fields are the grids in its lines.
func DetectRuns(s *form.Sample) form.Reading {
	r := readRows(s, Runs, false).reading()
	if r.Layout != nil {
		r.Layout.Info().Notes = []string{"grids in lines of something else"}
	}
	return r
}

type parquetForm struct{ tableForm }

// Detect finds the columns as in CSV. If there are no rows, the puzzle is in the column
// with a usual name, or else in the first column.
func (parquetForm) Detect(s *form.Sample) form.Reading {
	names, known := separator(',').recordSize(s.Text, s.All) // a name may have line ends
	types := bytes.IndexByte(s.Text[names:], '\n') + 1
	if !s.Typed || !known || types == 0 {
		return form.Reading{}
	}
	header, rows := s.Text[:names+types], s.Text[names+types:]
	untyped := &form.Sample{Text: slices.Concat(s.Text[:names], rows), All: s.All, Hints: s.Hints}
	t := readRows(untyped, ',', true)
	var r form.Reading
	if s.All && len(rows) == 0 {
		r = t.withoutRows()
	} else {
		r = t.reading()
	}
	l, ok := r.Layout.(*layout)
	if !ok {
		return r
	}
	l.Notes = []string{"the columns of a Parquet file"}
	l.setHeader(header)
	for i, name := range bytes.Split(bytes.TrimSpace(header[names:]), []byte{','}) {
		if i < len(l.Columns) {
			l.Columns[i].Type = form.Type(max(0, slices.Index(form.TypeNames[:], string(name))))
		}
	}
	return r
}
