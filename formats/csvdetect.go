package formats

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

func detectCSV(s *sample) candidate { return bestTable(s, CSV, []byte{',', ';', '|'}) }

func detectTSV(s *sample) candidate { return bestTable(s, TSV, []byte{'\t'}) }

// bestTable tries separators and keeps the one that shows most puzzles. Where two have
// no fields to separate, the second would show what the first does; but around tables
// with bars stands what has none.
func bestTable(s *sample, kind Kind, separators []byte) (best candidate) {
	idle := false
	for _, separator := range separators {
		if bytes.IndexByte(s.text, separator) < 0 && separator != ' ' && separator != '|' {
			if idle {
				continue
			}
			idle = true
		}
		if c := detectTable(s, kind, separator); c.beats(&best) {
			best = c
		}
		if best.sure {
			break
		}
	}
	return best
}

// A tableSample is a file's beginning as rows of fields.
type tableSample struct {
	kind      Kind
	separator byte
	rows      [][][]byte // their values, the header's first
	lengths   []int      // of the rows in the text
	columns   int
	hints     Hints
}

// unnamed are as many columns as there may be, without names. They stay so.
var unnamed [form.MaxColumns]Column

// rowsOf takes the sample apart at a separator.
func rowsOf(s *sample, kind Kind, separator byte) *tableSample {
	t := &tableSample{kind: kind, separator: separator, hints: s.Hints}
	layout := &Layout{separator: separator, Columns: unnamed[:]}
	grid := Form{Kind: kind, Order: 9, Layout: layout}
	rows := newCSVRows(grid, s.text)
	for rows.next() {
		if !s.all && (rows.at == len(s.text) && s.text[len(s.text)-1] != '\n' || rows.quotes && rows.at == len(s.text)) {
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
		layout.Columns = unnamed[:n]
		var fields Fields
		csvFields(grid, &fields, rows.record)
		layout.Columns = unnamed[:]
		t.rows = append(t.rows, fields.Values)
		t.lengths = append(t.lengths, rows.span.To)
	}
	return t
}

// detectTable looks for a column of puzzles among fields with a separator.
func detectTable(s *sample, kind Kind, separator byte) candidate {
	t := rowsOf(s, kind, separator)
	if len(t.rows) == 0 {
		return candidate{}
	}
	before := t.dropRemarks(s)
	header := t.hasHeader()
	data := t.rows
	layout := &Layout{Solution: -1, CellColumns: 1, separator: separator, headless: !header}
	if header {
		data = t.rows[1:]
		before = t.lengths[0]
		if len(data) > 0 && cells.IsRule(s.text[before:t.lengths[1]]) { // as in Markdown
			data = data[1:]
			before = t.lengths[1]
		}
		data = slices.DeleteFunc(slices.Clone(data), t.isNames)
	}
	layout.Header = bytes.Clone(s.text[:before])
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
		return candidate{err: err}
	}
	if found.order == 0 {
		return candidate{err: cmp.Or(form.RoundedIn(data), table.SmallOrder(t.columnsOf(data)))}
	}
	layout.Puzzle, layout.Solution, layout.CellColumns = found.puzzle, found.solution, found.width
	layout.Columns = t.named(header, data, found)
	c := candidate{form: Form{Kind: kind, Order: found.order, Layout: layout}, puzzles: found.good}
	if found.puzzle < 0 {
		c.err = &SolutionsError{Name: layout.Columns[found.solution].Name}
		c.sure = 2*found.good > len(data)
		return c
	}
	if found.order > 16 {
		return candidate{puzzles: found.good, err: &OrderError{Order: found.order}}
	}
	layout.cut = found.isCut(data)
	var glyphs cells.GlyphCount
	for _, row := range data {
		if value := table.Join(row, found.puzzle, found.width); value != nil && (found.width > 1 || cells.GridSize(value) == found.order) {
			glyphs.Add(value)
			layout.placed = layout.placed || isPlaced(value)
		}
	}
	layout.alphabet, err = glyphs.Alphabet(found.order, s.Digits)
	if err != nil {
		c.err = err
		return c
	}
	layout.alphabet.Placed = layout.placed
	layout.pairs = len(layout.Columns) == 2 && layout.Puzzle == 0 && layout.Solution == 1 && layout.alphabet.Packed
	layout.Notes = t.notes(header)
	named := table.PuzzleRank(table.Words(layout.Columns[found.puzzle].Name)) < table.Unranked
	c.sure = header && len(data) > 1 && (found.good == len(data) && named || t.isRegular(data, found.good))
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
func (t *tableSample) dropRemarks(s *sample) (length int) {
	n := 0
	for ; n < len(t.rows)-1; n++ {
		line, left := bytes.TrimSpace(s.text[length:t.lengths[n]]), len(t.rows)-n-1
		count, err := strconv.Atoi(string(line))
		isCount := err == nil && (count == left || count > left && !s.all)
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
func (t *tableSample) named(header bool, data [][][]byte, f found) []Column {
	columns := make([]Column, t.columns)
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
