// Package csv reads and writes delimited text: tables with or without column names, lists
// with the puzzle in one of several fields, lines with grids somewhere in them, and the
// text of Parquet files. It detects the separator and the columns from the beginning of a
// file.
package csv

import (
	"bytes"
	"errors"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
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
	Parquet table.Writer = newParquetForm()
)

// A tableForm holds the properties that all these forms have.
type tableForm struct {
	spec       *form.Spec
	separators string              // the separators to try; rows are written with the first
	plain      map[int]form.Layout // the layouts of written files, by order
}

func newTableForm(name, separators string) tableForm {
	f := tableForm{separators: separators, plain: map[int]form.Layout{}, spec: &form.Spec{
		Name: name, Endings: []string{"." + name}, Orders: geometry.Sides(), MaxLine: form.TextMaxLine, MaxRecord: form.TextMaxRecord,
		Divisible: true, Copied: true, OneSize: true,
		HeaderAlone: func(s *form.Sample) form.Proposal { return headerAlone(s, separators) },
		Writing:     form.Writing{Header: func(info *form.Info) []byte { return info.Header }, Noted: appendNoted},
	}}
	if separators[0] == ',' {
		f.spec.Family = "csv"
	}
	for _, order := range f.spec.Orders {
		info := form.NewInfo(order)
		info.Columns, info.Separator = []model.Column{{Name: "puzzle"}}, separators[0]
		l := Table(info).(*layout)
		l.parquet = name == "parquet"
		f.plain[order] = l
	}
	return f
}

func (f tableForm) Spec() *form.Spec { return f.spec }

// appendNoted makes the note one more field, the first one, so that it does not matter how many
// fields the record has.
func appendNoted(dst, record []byte, info *form.Info, _, note string) (noted, rest []byte) {
	return append(appendField(dst, []byte(note), info.Separator), info.Separator), record
}

func (f tableForm) Plain(order int) form.Layout { return f.plain[order] }

// Propose proposes each separator that the sample has. Of the separators that it lacks it
// tries only the first, because all give the same result.
func (f tableForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	return func(yield func(form.Proposal) bool) {
		absent := false
		for _, b := range []byte(f.separators) {
			if bytes.IndexByte(s.Text, b) < 0 && b != ' ' {
				if absent {
					continue
				}
				absent = true
			}
			t := readRows(s, separator(b), false)
			p := t.propose()
			p.Unlikely = t.hasOtherSeparator() || f.separators[0] != ' ' && isList(p.Layout, s.Text)
			if (p.Layout != nil || p.Err != nil) && !yield(p) {
				return
			}
		}
	}
}

// isList reports whether a table without separators, quotes and a header is rather a list.
func isList(l form.Layout, text []byte) bool {
	return l != nil && len(l.Info().Columns) == 1 && l.Info().Unnamed && bytes.IndexByte(text, '"') < 0
}

type info = form.Info

// A layout says how a table or a list is read.
type layout struct {
	info
	separator

	parquet bool // each line is a row, even an empty one, and rows have no line numbers
	pairs   bool // a record is a puzzle and its solution, one byte per cell, and nothing else
	padded  bool // rows of grids may lack their first zeros
	filled  bool // rows have a field for each column
	// commented: a line that begins like a comment and holds no grid is a comment
	commented bool
	names     []byte // the line of Header with the column names
}

// Resized implements form.Resizer.
func (l *layout) Resized(order int) form.Layout {
	r := *l
	r.Order, r.Cells = order, l.Cells.Resized(order)
	r.pairs = l.pairs && r.Cells.Packed
	return &r
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

type listForm struct{ tableForm }

// Propose proposes lists. Members of a JSON object that is cut off are not fields.
func (f listForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if s.HasMembers() {
		return form.None
	}
	return f.tableForm.Propose(s)
}

// ProposeRuns proposes a list whose fields are the grids in its lines.
func ProposeRuns(s *form.Sample) form.Proposal {
	p := readRows(s, Runs, false).propose()
	if p.Layout != nil {
		p.Layout.Info().Notes = []string{"grids in lines of something else"}
	}
	return p
}

// LinesWithFields returns a layout whose records are the lines of the form Line, with their
// fields, and the name of the form whose separator they have. The fields are the ones in which most
// lines have the puzzle first. It returns nil if there are none.
func LinesWithFields(s *form.Sample, plain form.Layout, forms []form.Form) (fields form.Layout, name string) {
	most, _ := s.Tally(plain)
	most = max(most, 1) - 1
	for _, f := range forms {
		for p := range f.Propose(s) {
			l, ok := p.Layout.(*layout)
			if ok && p.Err == nil && p.Puzzles > most && l.Puzzle == 0 && l.CellColumns == 1 && len(l.Columns) > 1 && l.Order == plain.Info().Order {
				most, fields, name = p.Puzzles, l, f.Spec().Name
				l.Plain = true
			}
		}
	}
	return fields, name
}

type parquetForm struct{ tableForm }

var errNotParquet = errors.New("not a Parquet file, which begins with PAR1")

func newParquetForm() parquetForm {
	f := newTableForm("parquet", ",")
	f.spec.Endings = append(f.spec.Endings, ".pq")
	f.spec.Copied, f.spec.Typed, f.spec.Foreign, f.spec.Answers = false, true, errNotParquet, "csv"
	f.spec.HeaderAlone = nil // see Propose
	f.spec.Header = func(info *form.Info) []byte { return appendNames(nil, info.Columns, ',') }
	return parquetForm{f}
}

// Propose finds the columns as in CSV. If there are no rows, the puzzle is in the column
// with a usual name, or else in the first column.
func (parquetForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	names, known := separator(',').recordSize(s.Text, s.All) // a name may have line ends
	types := bytes.IndexByte(s.Text[names:], '\n') + 1
	if !s.Typed || !known || types == 0 {
		return form.None
	}
	header, rows := s.Text[:names+types], s.Text[names+types:]
	untyped := &form.Sample{Text: slices.Concat(s.Text[:names], rows), All: s.All, Hints: s.Hints}
	t := readRows(untyped, ',', true)
	var p form.Proposal
	if s.All && len(rows) == 0 {
		p = t.withoutRows()
	} else {
		p = t.propose()
	}
	l, ok := p.Layout.(*layout)
	if !ok {
		return form.One(p)
	}
	l.Notes = []string{"the columns of a Parquet file"}
	l.setHeader(header)
	for i, name := range bytes.Split(bytes.TrimSpace(header[names:]), []byte{','}) {
		if i < len(l.Columns) {
			l.Columns[i].Type = model.TypeNamed(string(name))
		}
	}
	return form.One(p)
}
