package json

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// Detect looks for lines that are values. If an array over several lines has
// more puzzles it is that, or as many where the first line is no value.
func (ndjsonForm) Detect(s *form.Sample) form.Reading {
	var records [][]byte
	for _, line := range s.Lines() {
		if !syntax.IsBlank(line, form.TextMaxLine) {
			records = append(records, line)
		}
	}
	c := findTable(s, lineLayout(), records)
	if c.Sure = len(records) > 1 && c.Puzzles == len(records) && records[0][0] == '{'; c.Sure {
		return c
	}
	array := bestArray(s)
	if array.Puzzles > c.Puzzles || array.Puzzles > 0 && array.Puzzles == c.Puzzles && (len(records) < 2 || !IsValue(records[0])) {
		return form.Reading{}
	}
	return c
}

// Detect looks for values one after the other, and for an array of them.
func (jsonForm) Detect(s *form.Sample) form.Reading {
	if form.IsLines(s.Text) || form.IsXML(s.Text) {
		return form.Reading{}
	}
	values := newLayout("JSON values one after the other")
	best := findTable(s, values, nil)
	if array := bestArray(s); array.Puzzles > best.Puzzles || array.Puzzles > 0 && array.Puzzles == best.Puzzles && isListOfGrids(s, values) || best.Puzzles == 0 && (array.Layout != nil || best.Err == nil) {
		best = array
	}
	return best
}

// IsValue reports whether a text is one value.
func IsValue(text []byte) bool {
	s := jsonScanner{text: bytes.Trim(text, " \t\r\n")}
	return len(s.text) > 0 && s.value(0) && s.at == len(s.text)
}

// isListOfGrids reports whether all that the sample has in a layout is one array, of what
// may be meant as grids and nothing else: these are records rather than columns.
func isListOfGrids(s *form.Sample, layout *layout) bool {
	records := sampleElements(s, layout)
	if len(records) != 1 || records[0][0] != '[' {
		return false
	}
	only := true
	(&jsonScanner{text: records[0]}).items(func(from, to int) {
		b := records[0][from]
		only = only && (b == '[' || b == 'n' || b == '"' && to-from >= cells.LeastRun)
	})
	return only
}

// The arrays that are tried: so many, within so many brackets.
const (
	maxArrays     = 20
	maxArrayDepth = 4
)

// arrayLayout is that of what follows a bracket, the last byte of the header.
func arrayLayout(header []byte, depth int) *layout {
	l := newLayout("elements of a JSON array")
	l.info.Header, l.depth = bytes.Clone(header), depth
	if header[len(header)-1] == '{' {
		l.info.Keyed = true
		l.info.Notes = []string{"members of a JSON object"}
	}
	return l
}

// isMap reports whether the object that text begins with may have puzzles as its
// members, under keys of any sort: values of one sort, and no name of a column.
func isMap(text []byte) bool {
	s := jsonScanner{text: text, at: 1}
	n, sort := 0, byte(0)
	for first := true; ; first = false {
		name, _, more, ok := s.key(first)
		if !ok || !more || s.at == len(text) {
			return n > 1 && bytes.IndexByte([]byte(`"[{`), sort) >= 0
		}
		if w := table.Words(string(name)); sort != 0 && text[s.at] != sort || len(w) == 1 && len(w[0]) == len(name) && table.IsUsual(string(name)) {
			return false
		}
		sort = text[s.at]
		n++
		if !s.value(1) {
			return n > 1 && bytes.IndexByte([]byte(`"[{`), sort) >= 0
		}
	}
}

// elements returns the records of the sample in a layout.
func sampleElements(s *form.Sample, layout *layout) (records [][]byte) {
	framer := layout.NewFramer()
	for text := s.Text; ; {
		from, to := framer.Cut(text, s.All)
		for _, span := range layout.Spans(nil, text[from:to]) {
			records = append(records, text[from:to][span.From:span.To])
		}
		if to == 0 || to == len(text) {
			return records
		}
		text = text[to:]
	}
}

// reading finds the columns of the puzzle and of its solution, and how their
// cells are written.
func (t *jsonTable) reading(s *form.Sample, layout *layout) (c form.Reading) {
	if len(t.names) == 0 {
		return c
	}
	columns := make([]table.GridColumn, len(t.names))
	for i, values := range t.values {
		columns[i].Name = string(t.names[i])
		for _, value := range values {
			columns[i].Add(gridText(value))
		}
	}
	if layout.info.Puzzle, layout.info.Solution, c.Err = table.PickGrids(columns, &s.Hints); c.Err != nil {
		return c
	}
	if layout.info.Puzzle < 0 {
		return table.OnlySolutions(columns, layout.info.Solution)
	}
	if layout.listed && table.PuzzleColumns(columns) > 1 && s.Puzzle == "" {
		c.Err = &form.SeveralError{}
		return c
	}
	order, puzzles := columns[layout.info.Puzzle].Order()
	if order == 0 && columns[layout.info.Puzzle].Meant > 0 && layout.info.Solution >= 0 {
		order, puzzles = columns[layout.info.Solution].Order() // all puzzles are malformed
	}
	c.Puzzles = puzzles
	switch {
	case order == 0:
		return form.Reading{}
	case order > 16:
		c.Err = &cells.OrderError{Order: order}
		return c
	}
	layout.info.Columns = t.columns(layout)
	if layout.listed {
		layout.info.Columns[layout.info.Puzzle].Name = "puzzle"
		if layout.info.Solution >= 0 {
			layout.info.Columns[layout.info.Solution].Name = "solution"
		}
	}
	if !layout.bare && !layout.flat && !layout.listed {
		layout.leads = jsonLeads(layout.info.Columns)
	}
	layout.info.Cells, c.Err = jsonAlphabet(t.values[layout.info.Puzzle], order, s.Digits)
	layout.info.Order = order
	layout.info.Objects = !layout.bare && !layout.listed
	layout.info.Unnamed = !layout.info.Objects
	c.Layout = layout
	return c
}

// gridText is what may be a grid of a value: what is in a string, or an array.
func gridText(value []byte) []byte {
	switch value[0] {
	case '"':
		return unescape(nil, value[1:len(value)-1])
	case '[':
		return elements(nil, value)
	}
	if syntax.IsDigit(value[0]) {
		return value // a puzzle that was taken for a number
	}
	return nil
}

// columns are those that were met, with the types of their values.
func (t *jsonTable) columns(layout *layout) []form.Column {
	columns := make([]form.Column, len(t.names))
	for i, name := range t.names {
		columns[i] = form.Column{Name: string(name), Type: jsonType(t.values[i])}
	}
	columns[layout.info.Puzzle].Type = form.Text
	if slices.ContainsFunc(t.values[layout.info.Puzzle], func(value []byte) bool { return value[0] == '[' }) {
		layout.info.Lists = layout.info.Puzzle + 1
	}
	return columns
}

// jsonType is the type of a column whose values are all of one, where that loses
// nothing; else they are left as JSON.
func jsonType(values [][]byte) form.Type {
	for _, t := range []form.Type{form.Text, form.Int, form.Float, form.Bool} {
		met := false
		is := func(value []byte) bool {
			if value[0] == 'n' {
				return true
			}
			met = true
			return t == form.Text && value[0] == '"' || t != form.Text && table.IsValue(t, string(value))
		}
		if !slices.ContainsFunc(values, func(value []byte) bool { return !is(value) }) && met {
			return t
		}
	}
	return form.Raw
}

// jsonAlphabet decides how the cells of values are written.
func jsonAlphabet(values [][]byte, order int, digits string) (*cells.Alphabet, error) {
	var glyphs cells.GlyphCount
	for _, value := range values {
		if text := gridText(value); cells.GridSize(text) == order {
			glyphs.Add(text)
		}
	}
	return glyphs.Alphabet(order, digits)
}
