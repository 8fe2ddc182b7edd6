package json

// This file finds the columns of records, and their types.

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A valueTable holds the raw values of records by column.
type valueTable struct {
	places map[string]int // column indexes by name
	names  []string
	values [][][]byte
	orders []int // of grids that are parts of texts; nil: texts are grids
}

// add adds a value to the column with the given name.
func (t *valueTable) add(name string, value []byte) {
	i, ok := t.places[name]
	if !ok {
		if i = len(t.names); i == form.MaxColumns {
			return
		}
		if t.places == nil {
			t.places = map[string]int{}
		}
		t.places[name] = i
		t.names = append(t.names, name)
		t.values = append(t.values, nil)
	}
	t.values[i] = append(t.values[i], value)
}

// addRecord adds a record to the table of each shape that it may have, if it is valid JSON.
func addRecord(tables *[shapes]valueTable, record []byte) {
	record = bytes.Trim(record, " \t\r\n")
	if !IsValid(record) {
		return
	}
	if record[0] != '{' {
		tables[grids].add("puzzle", record)
		n := 0
		walk(record, func(_ []byte, from, to int) {
			n++
			tables[lists].add(fmt.Sprintf("column%d", n), record[from:to])
		})
		return
	}
	walkTexts(record, func(outer, name []byte, from, to int) {
		if len(outer) > 0 {
			name = slices.Concat(outer, []byte{'.'}, name)
		}
		tables[texts].add(string(name), record[from:to])
	})
	walk(record, func(name []byte, from, to int) {
		value := record[from:to]
		tables[objects].add(string(name), value)
		if value[0] != '{' {
			tables[nested].add(string(name), value)
			return
		}
		walk(value, func(inner []byte, from, to int) {
			tables[nested].add(string(name)+"."+string(inner), value[from:to])
		})
	})
}

// readSample finds the columns of records, and the shape with most puzzles. Objects win
// unless another shape has more puzzles or is the only one that can be read.
func readSample(s *form.Sample, l *layout, records [][]byte) form.Proposal {
	if s.All && len(records) == 0 && len(l.Header) > 0 {
		l.Columns, l.Objects = plains[l.lines][9].Columns, true
		return form.Proposal{Layout: l}
	}
	var tables [shapes]valueTable
	for _, record := range records {
		addRecord(&tables, record)
	}
	read := func(shape shape, hints *model.Hints) form.Proposal {
		shaped := *l
		shaped.shape, shaped.open, shaped.Objects, shaped.Nested = shape, shape != objects, shape <= texts, shape == nested
		return tables[shape].read(&shaped, hints)
	}
	best := read(objects, &s.Hints)
	if r := read(nested, &s.Hints); r.Puzzles > best.Puzzles || r.Puzzles > 0 && r.Err == nil && best.Err != nil || form.ColumnCount(r.Err) > form.ColumnCount(best.Err) {
		best = r
	}
	best = tables[texts].orTexts(s, l, best)
	if r := read(grids, &model.Hints{Digits: s.Digits, Sizes: s.Sizes, PadZeros: s.PadZeros}); r.Puzzles > best.Puzzles {
		best = r
	}
	for _, shape := range []shape{grids, objects, texts} {
		if best.Err == nil && best.Puzzles == 0 {
			best.Err = table.SmallOrder(tables[shape].texts())
		}
	}
	if r := read(lists, &s.Hints); r.Puzzles > best.Puzzles {
		best = r
	}
	return best
}

// read finds the columns with the puzzle and the solution, and how their cells are written.
// The Proposal contains l, which read completes.
func (t *valueTable) read(l *layout, hints *model.Hints) (r form.Proposal) {
	if len(t.names) == 0 {
		return r
	}
	texts := t.texts()
	columns := t.count(texts, hints)
	if l.Puzzle, l.Solution, r.Err = table.PickGrids(columns, hints); r.Err != nil {
		if errors.Is(r.Err, model.ErrAnswers) {
			r.Puzzles = len(t.values[0])
		}
		return r
	}
	if l.Puzzle < 0 {
		return table.OnlySolutions(columns, l.Solution)
	}
	if l.shape == lists && table.PuzzleColumns(columns) > 1 && hints.Puzzle == "" {
		return form.Proposal{Err: form.ErrSeveral}
	}
	l.Others = table.OtherPuzzles(columns, l.Puzzle, l.Solution, hints)
	l.Order, r.Puzzles = columns[l.Puzzle].Order()
	if hints.Puzzle == "" && l.shape <= nested {
		if r.Err = cmp.Or(t.smaller(l.Puzzle, texts), t.variant(l.Puzzle)); r.Err != nil {
			return r
		}
	}
	if l.Order == 0 && columns[l.Puzzle].Meant > 0 && l.Solution >= 0 {
		l.Order, r.Puzzles = columns[l.Solution].Order() // all puzzles are malformed
	}
	switch {
	case l.Order == 0:
		return form.Proposal{}
	case !slices.Contains(hints.Orders(), l.Order):
		r.Err = cells.OrderError(l.Order)
		return r
	}
	t.describe(l)
	var glyphs cells.GlyphCount
	for i, value := range t.values[l.Puzzle] {
		if text := texts[l.Puzzle][i]; cells.GridSize(text, l.Order) == l.Order {
			glyphs.Add(text)
		}
		if value[0] == '[' {
			l.Lists = l.Puzzle + 1
		}
	}
	if l.Cells, r.Err = glyphs.Alphabet(l.Order, hints.Digits); r.Err == nil {
		l.Cells.PadZeros = hints.PadZeros
	}
	r.Layout = l
	return r
}

// smaller returns an error if a column with a likelier name than the puzzle's holds only small grids.
func (t *valueTable) smaller(puzzle int, texts [][][]byte) error {
	rank := func(i int) int { return table.PuzzleRank(table.Words(t.names[i])) }
	for i := range t.names {
		var c table.GridColumn
		for _, text := range texts[i] {
			c.Add(text, &model.Hints{Sizes: []int{4, 6, 8}})
		}
		if order, n := c.Order(); n == len(texts[i]) && rank(i) < rank(puzzle) {
			return cells.OrderError(order)
		}
	}
	return nil
}

// count counts the grids in each column. It fills up texts that lost zeros, if hints say so. What grids answer in a
// chat is meant as a grid.
func (t *valueTable) count(texts [][][]byte, hints *model.Hints) []table.GridColumn {
	columns := make([]table.GridColumn, len(t.names))
	for i := range columns {
		columns[i].Name = t.names[i]
		for j, text := range texts[i] {
			if hints.PadZeros {
				text = cells.PadZeros(text)
				texts[i][j] = text
			}
			if columns[i].Add(text, hints); text == nil && t.values[i][j][0] != 'n' && t.values[i][j][0] != '"' {
				columns[i].Others++
			}
		}
	}
	asked, answer := slices.Index(t.names, hints.Puzzle), slices.Index(t.names, hints.Solution)
	if t.orders != nil && min(asked, answer) >= 0 && len(columns[answer].Sizes) > 0 && strings.Contains(hints.Puzzle, ".") {
		columns[asked].Meant++
	}
	return columns
}

// describe sets the names and types of a layout's columns.
func (t *valueTable) describe(l *layout) {
	l.Columns = make([]model.Column, len(t.names))
	for i, name := range t.names {
		l.Columns[i] = model.Column{Name: name, Type: typeOf(t.values[i])}
		if i == l.Solution && l.Columns[i].Type != model.Text {
			l.Columns[i].Type = model.Raw // lists, or numbers that were solutions
		}
	}
	puzzle := &l.Columns[l.Puzzle]
	puzzle.Type = model.Text
	switch l.shape {
	case objects:
		l.leads = leadsOf(l.Columns)
	case texts:
		if l.Solution >= 0 {
			l.Columns[l.Solution].Type = model.Text
		}
	case lists:
		puzzle.Name = "puzzle"
		if l.Solution >= 0 {
			l.Columns[l.Solution].Name = "solution"
		}
	case nested, grids, shapes:
	}
}

// typeOf returns the common type of all values in a column, or Raw if there is none or if
// it would lose information.
func typeOf(values [][]byte) model.Type {
	values = slices.DeleteFunc(slices.Clone(values), func(value []byte) bool { return value[0] == 'n' })
	if t := table.TypeOf(values); t != model.Text {
		return t
	}
	if len(values) == 0 || slices.ContainsFunc(values, func(value []byte) bool { return value[0] != '"' }) {
		return model.Raw
	}
	return model.Text
}

// texts returns the values of each column that may be grids.
func (t *valueTable) texts() [][][]byte {
	texts := make([][][]byte, len(t.values))
	for i, values := range t.values {
		for _, value := range values {
			text := gridText(value)
			if t.orders != nil && value[0] == '"' {
				if grid, _ := find(text, t.orders...); grid != nil {
					text = grid
				}
			}
			texts[i] = append(texts[i], text)
		}
	}
	return texts
}

// gridText returns the part of a value that may be a grid: the text of a string, an array,
// or a puzzle that was written as a number. It returns nil if there is none.
func gridText(value []byte) []byte {
	switch {
	case value[0] == '"':
		return unquote(nil, value)
	case value[0] == '[':
		return appendList(nil, value)
	case syntax.IsDigit(value[0]):
		return value
	}
	return nil
}
