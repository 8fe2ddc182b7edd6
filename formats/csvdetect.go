package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The names by which columns are found, in lower case, the likeliest first.
var (
	puzzleNames = []string{
		"puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "grid", "board", "starting_cells",
		"unsolved", "problem", "givens", "given", "start", "initial", "input", "inputs", "task", "clues", "cells", "x",
	}
	solutionNames = []string{
		"solution", "solutions", "answer", "answers", "solved", "solution_cells", "solved_cells", "output", "outputs",
		"target", "label", "labels", "result", "completed", "final", "y",
	}
)

func detectCSV(s *sample) candidate { return bestTable(s, CSV, []byte{',', ';', '|'}) }

func detectTSV(s *sample) candidate { return bestTable(s, TSV, []byte{'\t'}) }

// bestTable tries separators and keeps the one that shows most puzzles.
func bestTable(s *sample, kind Kind, separators []byte) (best candidate) {
	for _, separator := range separators {
		if c := detectTable(s, kind, separator); c.puzzles > best.puzzles || best.err == nil && best.puzzles == 0 {
			best = c
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

// maxColumns bounds what a header can ask for: cells of order 16 twice, and more.
const maxColumns = 1000

// rowsOf takes the sample apart at a separator.
func rowsOf(s *sample, kind Kind, separator byte) *tableSample {
	t := &tableSample{kind: kind, separator: separator, hints: s.Hints}
	layout := &Layout{separator: separator, Columns: make([]Column, maxColumns)}
	form := Form{Kind: kind, Order: 9, Layout: layout}
	rows := newCSVRows(form, s.text)
	for rows.next() {
		if !s.all && (rows.at == len(s.text) && s.text[len(s.text)-1] != '\n' || rows.quotes && rows.at == len(s.text)) {
			break // it may go on
		}
		n := layout.count(rows.record)
		if layout.isList() {
			n = len(bytes.FieldsFunc(rows.record, func(r rune) bool { return byte(r) == separator || separator == ' ' && r == '\t' }))
			if separator == ':' {
				n = 1 + bytes.Count(rows.record, []byte{':'})
			}
		}
		if n > maxColumns {
			continue
		}
		layout.Columns = layout.Columns[:n]
		var fields Fields
		csvFields(form, &fields, rows.record)
		layout.Columns = layout.Columns[:maxColumns]
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
	before := t.dropTitles(s)
	header := t.hasHeader()
	data := t.rows
	layout := &Layout{Solution: -1, CellColumns: 1, separator: separator, headless: !header}
	if header {
		data = t.rows[1:]
		before = t.lengths[0]
		if len(data) > 0 && isRule(s.text[before:t.lengths[1]]) { // as in Markdown
			data = data[1:]
			before = t.lengths[1]
		}
	}
	layout.Header = bytes.Clone(s.text[:before])
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
		return candidate{}
	}
	layout.Puzzle, layout.Solution, layout.CellColumns = found.puzzle, found.solution, found.width
	layout.Columns = t.named(header, data, found)
	c := candidate{form: Form{Kind: kind, Order: found.order, Layout: layout}, puzzles: found.good}
	if found.order > 16 {
		return candidate{puzzles: found.good, err: &OrderError{found.order}}
	}
	var seen [256]int
	for _, row := range data {
		if value := join(row, found.puzzle, found.width); value != nil && (found.width > 1 || gridSize(value) == found.order) {
			count(&seen, value)
			if separator == ':' && bytes.IndexByte(value, '+') >= 0 {
				layout.placed = true
			}
		}
	}
	layout.alphabet, err = chooseAlphabet(found.order, &seen, s.Digits)
	if err != nil {
		c.err = err
		return c
	}
	layout.alphabet.placed = layout.placed
	layout.pairs = len(layout.Columns) == 2 && layout.Puzzle == 0 && layout.Solution == 1 && layout.alphabet.packed
	layout.Notes = t.notes(header, layout)
	return c
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

// hasHeader reports whether the first row names the columns: none of its fields
// is a grid, or the beginning of one, and it has a usual name, or as many fields
// as the next row, of which one is a grid.
func (t *tableSample) hasHeader() bool {
	first := t.rows[0]
	names := false
	for _, value := range first {
		if gridSize(value) > 0 || isMeantAsGrid(value, 81, cells9) || isMeantAsGrid(value, 256, cells16) {
			return false
		}
		name := strings.ToLower(strings.TrimSpace(string(value)))
		names = names || len(name) > 1 && slices.Contains(puzzleNames, name) || slices.Contains(solutionNames, name) ||
			t.hints.Puzzle != "" && string(value) == t.hints.Puzzle
	}
	switch {
	case len(t.rows) < 2:
		return names && (len(first) > 1 || t.separator == ',')
	case names:
		return t.separator != ' ' && t.separator != ':' || len(first) == commonLength(t.rows[1:])
	}
	if t.separator == ' ' || t.separator == ':' || len(first) < 2 || len(first) != len(t.rows[1]) {
		return false
	}
	for _, value := range first {
		if len(value) > 0 && (value[0] < '0' || value[0] > '9') {
			return true
		}
	}
	return len(first) >= 81 && areDistinct(first) // names of cells may be their numbers
}

// areDistinct reports whether no two values are the same.
func areDistinct(values [][]byte) bool {
	met := map[string]bool{}
	for _, value := range values {
		met[string(value)] = true
	}
	return len(met) == len(values)
}

// found are the columns of a table that hold grids.
type found struct {
	order            int
	puzzle, solution int
	width            int // columns that a grid takes
	good             int // rows whose puzzle is a grid
}

// findGrids finds the columns of the puzzle and of its solution.
func (t *tableSample) findGrids(header bool, data [][][]byte) (found, error) {
	var names [][]byte
	if header {
		names = t.rows[0]
	}
	f := found{puzzle: -1, solution: -1, width: 1}
	sizes := make([]map[int]int, t.columns) // how many rows have a grid there, by its order
	for column := range sizes {
		sizes[column] = map[int]int{}
		for _, row := range data {
			if column < len(row) {
				if order := gridSize(row[column]); order > 0 {
					sizes[column][order]++
				}
			}
		}
	}
	isGrids := func(column int) bool { return len(sizes[column]) > 0 }
	if !slices.ContainsFunc(sizes, func(orders map[int]int) bool { return len(orders) > 0 }) {
		return t.cellPerColumn(data), nil // and no column is one that the user may mean
	}
	var err error
	if f.puzzle, err = pick(t.hints.Puzzle, names, puzzleNames, t.columns, isGrids, -1); err != nil {
		return f, err
	}
	if f.puzzle < 0 {
		return t.cellPerColumn(data), nil
	}
	for order, n := range sizes[f.puzzle] {
		if n > f.good || n == f.good && order < f.order {
			f.order, f.good = order, n
		}
	}
	if meant := meantPuzzle(t.hints, names, f.puzzle, t.columns, func(i int) bool { return areMeantAsGrids(data, i) }); meant >= 0 {
		f.puzzle, f.solution = meant, f.puzzle
		return f, nil
	}
	f.solution, err = pick(t.hints.Solution, names, solutionNames, t.columns, isGrids, f.puzzle)
	if f.solution >= 0 && !header && t.hints.Puzzle == "" && t.hints.Solution == "" && t.blanks(data, f.puzzle) == 0 && t.blanks(data, f.solution) > 0 {
		f.puzzle, f.solution = f.solution, f.puzzle
	}
	return f, err
}

// blanks counts the blank cells in a column.
func (t *tableSample) blanks(data [][][]byte, column int) (n int) {
	for _, row := range data {
		if column < len(row) && gridSize(row[column]) > 0 {
			n += bytes.Count(row[column], []byte{'.'}) + bytes.Count(row[column], []byte{'0'})
		}
	}
	return n
}

// pick returns the column that the user names, the one with the likeliest name, or
// the first that holds grids; -1: none.
func pick(hint string, header [][]byte, usual []string, columns int, isGrids func(int) bool, taken int) (int, error) {
	if hint != "" {
		for i, name := range header {
			if string(name) == hint {
				return i, nil
			}
		}
		if n, err := strconv.Atoi(hint); err == nil && n >= 1 && n <= columns {
			return n - 1, nil
		}
		return -1, &ColumnError{Name: hint, Have: namesOf(header, columns)}
	}
	for _, name := range usual {
		for i, value := range header {
			if i < columns && i != taken && isGrids(i) && strings.EqualFold(strings.TrimSpace(string(value)), name) {
				return i, nil
			}
		}
	}
	for _, anyName := range []bool{false, true} { // a solution is the puzzle only if nothing else is
		for i := range columns {
			if i > taken && isGrids(i) && (anyName || taken >= 0 || !isNamed(header, i, solutionNames)) {
				return i, nil
			}
		}
	}
	return -1, nil
}

// namesOf lists the columns that there are.
func namesOf(header [][]byte, columns int) []string {
	names := make([]string, columns)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
		if i < len(header) {
			names[i] = string(header[i])
		}
	}
	return names
}

// cellPerColumn finds 81 or 256 columns, one behind the other, each with a cell.
func (t *tableSample) cellPerColumn(data [][][]byte) found {
	f := found{puzzle: -1, solution: -1}
	for _, order := range []int{16, 9} {
		n := order * order
		for first := 0; first+n <= t.columns && first < 16; first++ {
			good := 0
			for _, row := range data {
				if isCells(row, first, n, order) {
					good++
				}
			}
			if good > f.good {
				f = found{order: order, puzzle: first, solution: -1, width: n, good: good}
			}
		}
		if f.good > 0 {
			if f.puzzle+2*n <= t.columns {
				f.solution = f.puzzle + n
			}
			return f
		}
	}
	return found{}
}

// isCells reports whether n fields from one on are cells of an order.
func isCells(row [][]byte, first, n, order int) bool {
	if len(row) < first+n {
		return false
	}
	for _, value := range row[first : first+n] {
		value = bytes.TrimSpace(value)
		if len(value) == 0 || len(value) == 1 && isCellByte(value[0]) {
			continue
		}
		if number, err := strconv.ParseFloat(string(value), 64); err != nil || number != float64(int(number)) || number < 0 || int(number) > order {
			return false
		}
	}
	return true
}

// join returns the text of the cells in a row, a blank between fields; nil where
// it has none.
func join(row [][]byte, first, width int) []byte {
	switch {
	case first >= len(row):
		return nil
	case width == 1:
		return row[first]
	}
	return bytes.Join(row[first:min(first+width, len(row))], []byte{' '})
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
		if f.width > 1 || i != f.puzzle && i != f.solution {
			columns[i].Type = typeOf(data, i)
		}
	}
	return columns
}

// notes say what was found.
func (t *tableSample) notes(header bool, l *Layout) []string {
	between := map[byte]string{',': "commas", '\t': "tabs", ';': "semicolons", '|': "bars", ':': "colons", ' ': "blanks"}[t.separator]
	notes := []string{"fields with " + between + " between them"}
	switch {
	case header:
		notes = append(notes, "the first line names the columns")
	case len(l.Header) > 0:
		notes = append(notes, "the first line is a title")
	}
	return notes
}
