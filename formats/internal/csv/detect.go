package csv

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// bestTable tries separators and keeps the one that shows most puzzles. Where two have
// no fields to separate, the second would show what the first does; but around tables
// with bars stands what has none.
func bestTable(s *form.Sample, separators string) (best form.Reading) {
	idle := false
	for _, separator := range []byte(separators) {
		if bytes.IndexByte(s.Text, separator) < 0 && separator != ' ' && separator != '|' {
			if idle {
				continue
			}
			idle = true
		}
		if c := detectTable(s, separator, false); c.Beats(&best) {
			best = c
		}
		if best.Sure {
			break
		}
	}
	return best
}

// A tableSample is a file's beginning as rows of fields.
type tableSample struct {
	typed     bool // of a Parquet file
	separator byte
	rows      [][][]byte // their values, the header's first
	lengths   []int      // of the rows in the text
	columns   int
	hints     form.Hints
}

// unnamed are as many columns as there may be, without names. They stay so.
var unnamed [form.MaxColumns]form.Column

// rowsOf takes the sample apart at a separator.
func rowsOf(s *form.Sample, separator byte, typed bool) *tableSample {
	t := &tableSample{typed: typed, separator: separator, hints: s.Hints}
	layout := newLayout(9, separator)
	layout.typed, layout.info.Columns = typed, unnamed[:]
	rows := layout.records(s.Text)
	for rows.next() {
		if !s.All && (rows.at == len(s.Text) && s.Text[len(s.Text)-1] != '\n' || rows.quotes && rows.at == len(s.Text)) {
			break // it may go on
		}
		n := layout.count(rows.record)
		if layout.isList() {
			n = len(bytes.FieldsFunc(rows.record, func(r rune) bool { return byte(r) == separator || separator == ' ' && r == '\t' }))
			if separator != ' ' {
				n = 1 + bytes.Count(rows.record, []byte{separator})
			}
		}
		if n > form.MaxColumns {
			continue
		}
		layout.info.Columns = unnamed[:n]
		var fields form.Fields
		layout.Fields(&fields, rows.record)
		layout.info.Columns = unnamed[:]
		t.rows = append(t.rows, fields.Values)
		t.lengths = append(t.lengths, rows.span.To)
	}
	return t
}

// detectTable looks for a column of puzzles among fields with a separator.
func detectTable(s *form.Sample, separator byte, typed bool) form.Reading {
	t := rowsOf(s, separator, typed)
	if len(t.rows) == 0 {
		return form.Reading{}
	}
	before := t.dropRemarks(s)
	header := t.hasHeader()
	data := t.rows
	layout := newLayout(9, separator)
	layout.typed, layout.info.Unnamed = typed, !header
	if header {
		data = t.rows[1:]
		before = t.lengths[0]
		if len(data) > 0 && cells.IsRule(s.Text[before:t.lengths[1]]) { // as in Markdown
			data = data[1:]
			before = t.lengths[1]
		}
		data = slices.DeleteFunc(slices.Clone(data), t.isNames)
	}
	layout.info.Header = bytes.Clone(s.Text[:before])
	if layout.commented() {
		data = slices.DeleteFunc(slices.Clone(data), func(row [][]byte) bool { return len(row) > 0 && syntax.IsComment(row[0]) })
	}
	if header && len(t.rows[0]) > 0 {
		t.columns = len(t.rows[0])
	} else {
		t.columns = commonLength(data)
	}
	found, err := t.findGrids(header, data)
	if err != nil {
		return form.Reading{Err: err}
	}
	if found.order == 0 {
		return form.Reading{Err: cmp.Or(form.RoundedIn(data), table.SmallOrder(t.columnsOf(data)))}
	}
	layout.info.Puzzle, layout.info.Solution, layout.info.CellColumns = found.puzzle, found.solution, found.width
	layout.info.Columns = t.named(header, data, found)
	layout.info.Order = found.order
	c := form.Reading{Layout: layout, Puzzles: found.good}
	if found.puzzle < 0 {
		c.Err = &form.SolutionsError{Name: layout.info.Columns[found.solution].Name}
		c.Sure = 2*found.good > len(data)
		return c
	}
	if found.order > 16 {
		return form.Reading{Puzzles: found.good, Err: &cells.OrderError{Order: found.order}}
	}
	layout.cut = found.isCut(data)
	var glyphs cells.GlyphCount
	placed := false
	for _, row := range data {
		if value := table.Join(row, found.puzzle, found.width); value != nil && (found.width > 1 || cells.GridSize(value) == found.order) {
			glyphs.Add(value)
			placed = placed || isPlaced(value)
		}
	}
	layout.info.Cells, err = glyphs.Alphabet(found.order, s.Digits)
	if err != nil {
		c.Err = err
		return c
	}
	layout.info.Cells.Placed = placed
	layout.pairs = len(layout.info.Columns) == 2 && layout.info.Puzzle == 0 && layout.info.Solution == 1 && layout.info.Cells.Packed
	layout.info.Notes = t.notes(header)
	named := table.PuzzleRank(table.Words(layout.info.Columns[found.puzzle].Name)) < table.Unranked
	c.Sure = header && len(data) > 1 && (found.good == len(data) && named || t.isRegular(data, found.good))
	return c
}

// isRegular reports whether all rows but a few per cent, or one, have as many fields as
// there are columns, of which there are several, and a grid. What can be read of the others
// in another form does not count.
func (t *tableSample) isRegular(data [][][]byte, good int) bool {
	whole := 0
	for _, row := range data {
		if len(row) == t.columns {
			whole++
		}
	}
	return t.columns > 1 && len(data) > 2 && min(whole, good) >= len(data)-max(1, len(data)/20)
}

// dropRemarks takes the lines before the first row away that are meant for programs or
// for people, or say how many rows follow, and returns their length.
func (t *tableSample) dropRemarks(s *form.Sample) (length int) {
	n := 0
	for ; n < len(t.rows)-1; n++ {
		line, left := bytes.TrimSpace(s.Text[length:t.lengths[n]]), len(t.rows)-n-1
		count, err := strconv.Atoi(string(line))
		isCount := err == nil && (count == left || count > left && !s.All)
		if !isCount && !isRemark(line) {
			break
		}
		length = t.lengths[n]
	}
	t.rows, t.lengths = t.rows[n:], t.lengths[n:]
	return length
}

// isRemark reports whether a line is a comment, though not one that names columns, or
// the line by which spreadsheets learn the separator.
func isRemark(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte{'"'})
	return bytes.HasPrefix(line, []byte("sep=")) || bytes.HasPrefix(line, []byte("# ")) || bytes.HasPrefix(line, []byte("//"))
}

// columnsOf returns the values of each column.
func (t *tableSample) columnsOf(data [][][]byte) [][][]byte {
	columns := make([][][]byte, t.columns)
	for _, row := range data {
		for i := range min(len(row), t.columns) {
			columns[i] = append(columns[i], row[i])
		}
	}
	return columns
}

// commonLength is the greatest number of fields that at least a tenth of the rows
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

// named returns the columns, with the types of their values.
func (t *tableSample) named(header bool, data [][][]byte, f found) []form.Column {
	columns := make([]form.Column, t.columns)
	for i := range columns {
		switch {
		case header:
			columns[i].Name = string(t.rows[0][i])
		case i == f.puzzle && f.width == 1:
			columns[i].Name = "puzzle"
		case i == f.solution && f.width == 1:
			columns[i].Name = "solution"
		default:
			columns[i].Name = fmt.Sprintf("column%d", i+1)
		}
		isText := f.width <= f.order && (form.Within(f.puzzle, i, f.width) || form.Within(f.solution, i, f.width))
		if !isText { // but a grid, or a row of one
			columns[i].Type = table.TypeOf(data, i)
		}
	}
	return columns
}

// notes say what was found.
func (t *tableSample) notes(header bool) []string {
	between := map[byte]string{',': "commas", '\t': "tabs", ';': "semicolons", '|': "bars", ':': "colons", '=': "equals signs", ' ': "blanks"}[t.separator]
	notes := []string{"fields with " + between + " between them"}
	if header {
		notes = append(notes, "the first line names the columns")
	}
	return notes
}

// isPlaced reports whether a grid has digits that a player placed, which are behind
// a plus.
func isPlaced(value []byte) bool {
	i := bytes.IndexByte(value, '+')
	return i >= 0 && i+1 < len(value) && syntax.IsDigit(value[i+1])
}
