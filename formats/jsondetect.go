package formats

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// detectNDJSON looks for lines that are values. If an array over several lines has
// more puzzles it is that, or as many where the first line is no value.
func detectNDJSON(s *sample) candidate {
	var records [][]byte
	for _, line := range s.lines() {
		if !syntax.IsBlank(line, form.TextMaxLine) {
			records = append(records, line)
		}
	}
	c := s.jsonTable(NDJSON, &Layout{Notes: []string{"a JSON value a line"}}, records)
	if c.sure = len(records) > 1 && c.puzzles == len(records) && records[0][0] == '{'; c.sure {
		return c
	}
	array := s.bestArray()
	if array.puzzles > c.puzzles || array.puzzles > 0 && array.puzzles == c.puzzles && (len(records) < 2 || !isJSON(records[0])) {
		return candidate{}
	}
	return c
}

// detectJSON looks for values one after the other, and for an array of them.
func detectJSON(s *sample) candidate {
	if form.IsLines(s.text) || isXML(s.text) {
		return candidate{}
	}
	values := &Layout{Notes: []string{"JSON values one after the other"}}
	best := s.jsonTable(JSON, values, nil)
	if array := s.bestArray(); array.puzzles > best.puzzles || array.puzzles > 0 && array.puzzles == best.puzzles && s.isListOfGrids(values) || best.puzzles == 0 && (array.form.Kind != 0 || best.err == nil) {
		best = array
	}
	return best
}

// isJSON reports whether a text is one value.
func isJSON(text []byte) bool {
	s := jsonScanner{text: bytes.Trim(text, " \t\r\n")}
	return len(s.text) > 0 && s.value(0) && s.at == len(s.text)
}

// isListOfGrids reports whether all that the sample has in a layout is one array, of what
// may be meant as grids and nothing else: these are records rather than columns.
func (s *sample) isListOfGrids(layout *Layout) bool {
	records := s.elements(layout)
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
func arrayLayout(header []byte, depth int) *Layout {
	l := &Layout{Notes: []string{"elements of a JSON array"}, Header: bytes.Clone(header), depth: depth}
	if header[len(header)-1] == '{' {
		l.members = true
		l.Notes = []string{"members of a JSON object"}
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
func (s *sample) elements(layout *Layout) (records [][]byte) {
	form := Form{Kind: JSON, Order: 9, Layout: layout}
	framer := form.NewFramer()
	for text := s.text; ; {
		from, to := framer.Cut(text, s.all)
		for _, span := range form.Spans(nil, text[from:to]) {
			records = append(records, text[from:to][span.From:span.To])
		}
		if to == 0 || to == len(text) {
			return records
		}
		text = text[to:]
	}
}

// candidate finds the columns of the puzzle and of its solution, and how their
// cells are written.
func (t *jsonTable) candidate(s *sample, kind Kind, layout *Layout) (c candidate) {
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
	if layout.Puzzle, layout.Solution, c.err = table.PickGrids(columns, &s.Hints); c.err != nil {
		return c
	}
	if layout.Puzzle < 0 {
		return onlySolutions(columns, layout.Solution)
	}
	if layout.listed && table.PuzzleColumns(columns) > 1 && s.Puzzle == "" {
		c.err = &SeveralError{}
		return c
	}
	order, puzzles := columns[layout.Puzzle].Order()
	if order == 0 && columns[layout.Puzzle].Meant > 0 && layout.Solution >= 0 {
		order, puzzles = columns[layout.Solution].Order() // all puzzles are malformed
	}
	c.puzzles = puzzles
	switch {
	case order == 0:
		return candidate{}
	case order > 16:
		c.err = &OrderError{Order: order}
		return c
	}
	layout.Columns = t.columns(layout)
	if layout.listed {
		layout.Columns[layout.Puzzle].Name = "puzzle"
		if layout.Solution >= 0 {
			layout.Columns[layout.Solution].Name = "solution"
		}
	}
	if !layout.bare && !layout.flat && !layout.listed {
		layout.leads = jsonLeads(layout.Columns)
	}
	layout.alphabet, c.err = jsonAlphabet(t.values[layout.Puzzle], order, s.Digits)
	c.form = Form{Kind: kind, Order: order, Layout: layout}
	return c
}

// onlySolutions is a candidate without puzzles: it counts the solutions, if there are
// some.
func onlySolutions(columns []table.GridColumn, solution int) (c candidate) {
	if solution < 0 {
		return c
	}
	if _, c.puzzles = columns[solution].Order(); c.puzzles > 0 {
		c.err = &SolutionsError{Name: columns[solution].Name}
	}
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
func (t *jsonTable) columns(layout *Layout) []Column {
	columns := make([]Column, len(t.names))
	for i, name := range t.names {
		columns[i] = Column{Name: string(name), Type: jsonType(t.values[i])}
	}
	columns[layout.Puzzle].Type = Text
	if slices.ContainsFunc(t.values[layout.Puzzle], func(value []byte) bool { return value[0] == '[' }) {
		layout.lists = layout.Puzzle + 1
	}
	return columns
}

// jsonType is the type of a column whose values are all of one, where that loses
// nothing; else they are left as JSON.
func jsonType(values [][]byte) Type {
	for _, t := range []Type{Text, Int, Float, Bool} {
		met := false
		is := func(value []byte) bool {
			if value[0] == 'n' {
				return true
			}
			met = true
			return t == Text && value[0] == '"' || t != Text && IsValue(t, string(value))
		}
		if !slices.ContainsFunc(values, func(value []byte) bool { return !is(value) }) && met {
			return t
		}
	}
	return Raw
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
