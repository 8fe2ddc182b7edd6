package csv

// This file detects the separator, the header and the columns of a table.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A sample is the beginning of a table.
type sample struct {
	*form.Sample
	separator

	parquet bool
	rows    [][][]byte   // the values of the records
	spans   []model.Span // the places of the records in the text
	columns int
	// Set by splitHeader:
	header []byte     // the text before the first record
	names  [][]byte   // column names; nil: the header has none
	data   [][][]byte // the rows after the header
	// commented: comments stand before the first record, so others may follow
	commented bool
}

// readRows splits the sample into records and fields.
func readRows(s *form.Sample, by separator, parquet bool) *sample {
	t := &sample{Sample: s, separator: by, parquet: parquet}
	r := reader{layout: &layout{separator: by, parquet: parquet}, text: s.Text}
	for r.next() {
		if !s.All && r.at == len(s.Text) && (r.quoted || s.Text[len(s.Text)-1] != '\n') {
			break // more of the record may follow
		}
		n := by.count(r.record)
		if n > form.MaxColumns {
			continue
		}
		var fields model.Fields
		by.split(&fields, r.record, n)
		for i, value := range fields.Values {
			if s.PadZeros {
				fields.Values[i] = cells.PadZeros(value)
			}
		}
		t.rows = append(t.rows, fields.Values)
		t.spans = append(t.spans, r.span)
	}
	return t
}

// propose finds the columns with the puzzles and the solutions, and how cells are written.
func (t *sample) propose() form.Proposal {
	if len(t.rows) == 0 {
		return form.Proposal{}
	}
	t.splitHeader()
	g, err := t.findGrids()
	switch {
	case errors.Is(err, model.ErrAnswers):
		return form.Proposal{Puzzles: len(t.data), Err: err}
	case err != nil:
		return form.Proposal{Err: err}
	case g.order == 0:
		return form.Proposal{Err: cmp.Or(form.NumbersIn(t.data), table.SmallOrder(t.values()), t.smallCells())}
	case !slices.Contains(t.Orders(), g.order) && g.puzzle >= 0:
		return form.Proposal{Puzzles: g.good, Err: cells.OrderError(g.order)}
	}
	l := t.layout(g)
	p := form.Proposal{Layout: l, Puzzles: g.good}
	if g.puzzle < 0 {
		p.Err = form.OnlySolutions(l.Columns[g.solution].Name)
		return p
	}
	if l.Cells, p.Err = t.alphabet(g); p.Err != nil {
		return p
	}
	l.padded = g.isPadded(t.data)
	l.filled = t.columns <= commonLength(t.data)
	l.pairs = len(l.Columns) == 2 && l.Puzzle == 0 && l.Solution == 1 && l.Cells.Packed
	return p
}

// splitHeader sets the header, the names, the number of columns, and the data.
func (t *sample) splitHeader() {
	remarks := t.skipRemarks()
	t.header, t.data = t.Text[:remarks], t.rows
	if t.hasHeader() {
		size := 1
		if len(t.rows) > 1 && cells.IsRule(t.Text[t.spans[0].To:t.spans[1].To]) { // as in Markdown
			size = 2
		}
		t.names, t.columns = t.rows[0], len(t.rows[0])
		t.header, t.data = t.Text[:t.spans[size-1].To], slices.DeleteFunc(slices.Clone(t.rows[size:]), t.isNames)
		t.commented = len(t.data) > 0 && t.isRemarkRow(t.data[0]) && (len(t.data[0]) != t.columns || isRemark(t.data[0][0]))
	} else {
		t.commented = syntax.IsComment(t.header)
		t.columns = commonLength(t.data)
	}
	if t.commented && !t.isList() {
		t.data = slices.DeleteFunc(slices.Clone(t.data), t.isRemarkRow)
	}
}

// isRemarkRow reports whether a row is a comment without a grid.
func (t *sample) isRemarkRow(row [][]byte) bool { return syntax.IsComment(row[0]) && !t.hasGrid(row) }

// skipRemarks returns where the records begin after initial rows for programs or people,
// such as comments or the number of rows. It removes these rows from the sample.
func (t *sample) skipRemarks() (at int) {
	n := 0
	for ; n < len(t.rows)-1 && t.separator != Runs; n++ {
		span, left := t.spans[n], len(t.rows)-n-1
		line := bytes.TrimSpace(t.Text[span.From:span.To])
		count, err := strconv.Atoi(string(line))
		isCount := err == nil && (count == left || count > left && !t.All)
		if !isCount && !isRemark(line) {
			break
		}
		at = span.To
	}
	t.rows, t.spans = t.rows[n:], t.spans[n:]
	return at
}

// isRemark reports whether a line is a comment that does not name columns, or tells a
// spreadsheet the separator.
func isRemark(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte{'"'})
	return bytes.HasPrefix(line, []byte("sep=")) || bytes.HasPrefix(line, []byte("# ")) || bytes.HasPrefix(line, []byte("//"))
}

// commonLength returns the greatest number of fields that at least a tenth of the rows
// have.
func commonLength(rows [][][]byte) int {
	counts := map[int]int{}
	for _, row := range rows {
		counts[len(row)]++
	}
	most := 1
	for n, times := range counts {
		if 10*times >= len(rows) {
			most = max(most, n)
		}
	}
	return most
}

// values returns the values of each column.
func (t *sample) values() [][][]byte {
	columns := make([][][]byte, t.columns)
	for _, row := range t.data {
		for i := range min(len(row), t.columns) {
			columns[i] = append(columns[i], row[i])
		}
	}
	return columns
}

// alphabet finds out how the puzzles' cells are written.
func (t *sample) alphabet(g grids) (*cells.Alphabet, error) {
	var glyphs cells.GlyphCount
	placed := false
	for _, row := range t.data {
		value := table.Join(row, g.puzzle, g.width)
		if value == nil || g.width == 1 && cells.GridSize(value, g.order) != g.order {
			continue
		}
		glyphs.Add(value)
		i := bytes.IndexByte(value, '+') // before a digit that a player placed
		placed = placed || i >= 0 && i+1 < len(value) && syntax.IsDigit(value[i+1])
	}
	a, err := glyphs.Alphabet(g.order, t.Digits)
	if err == nil {
		a.Placed, a.PadZeros = placed, t.PadZeros
	}
	return a, err
}

// layout returns the layout of a table from its columns with grids.
func (t *sample) layout(g grids) *layout {
	i := form.NewInfo(g.order)
	i.Puzzle, i.Solution, i.CellColumns, i.Others = g.puzzle, g.solution, g.width, g.others
	i.LoneSolution = g.lone
	i.Separator, i.Unnamed, i.Header = byte(t.separator), t.names == nil, t.header
	i.Columns = make([]model.Column, t.columns)
	values := t.values()
	for c := range i.Columns {
		column := &i.Columns[c]
		switch {
		case t.names != nil:
			column.Name = string(t.names[c])
		case c == g.puzzle && g.width == 1:
			column.Name = "puzzle"
		case c == g.solution && g.width == 1:
			column.Name = "solution"
		default:
			column.Name = fmt.Sprintf("column%d", c+1)
		}
		isText := g.width <= g.order && (form.Within(g.puzzle, c, g.width) || form.Within(g.solution, c, i.Width(g.solution))) || g.lone && c == g.solution
		if !isText { // a grid, or a row of one
			column.Type = table.TypeOf(values[c])
		}
	}
	i.Notes = []string{"fields with " + separatorNames[t.separator] + " between them"}
	if t.names != nil {
		i.Notes = append(i.Notes, "the first line names the columns")
	}
	l := Table(i).(*layout)
	l.parquet, l.commented = t.parquet, t.commented && !t.parquet
	return l
}

var separatorNames = map[separator]string{
	',': "commas", '\t': "tabs", ';': "semicolons", '|': "bars", ':': "colons", '=': "equals signs", ' ': "blanks",
}
