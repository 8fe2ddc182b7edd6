package formats

import (
	"bytes"
	"slices"
)

// detectNDJSON looks for lines that are values. If an array over several lines has
// as many puzzles it is that.
func detectNDJSON(s *sample) candidate {
	var records [][]byte
	for _, line := range s.lines() {
		if !isBlank(line, textMaxLine) {
			records = append(records, line)
		}
	}
	c := s.jsonTable(NDJSON, &Layout{Notes: []string{"a JSON value a line"}}, records)
	if array := s.bestArray(); array.puzzles > 0 && array.puzzles >= c.puzzles {
		return candidate{}
	}
	return c
}

// detectJSON looks for values one after the other, and for an array of them.
func detectJSON(s *sample) candidate {
	if bytes.HasPrefix(bytes.TrimLeft(s.text, " \t\r\n"), []byte("<")) {
		return candidate{} // XML, whose attributes are quoted as texts are here
	}
	values := &Layout{Notes: []string{"JSON values one after the other"}}
	best := s.jsonTable(JSON, values, s.elements(values))
	if array := s.bestArray(); array.puzzles > best.puzzles || best.puzzles == 0 && (array.form.Kind != 0 || best.err == nil) {
		best = array
	}
	return best
}

// The arrays that are tried: so many, within so many brackets.
const (
	maxArrays     = 20
	maxArrayDepth = 4
)

// bestArray returns the array with most puzzles among those that the text begins
// with, or has a little deeper.
func (s *sample) bestArray() (best candidate) {
	depth, tried := 0, 0
	for at := 0; at < len(s.text) && depth < maxArrayDepth && tried < maxArrays; at++ {
		switch b := s.text[at]; b {
		case '"':
			scan := jsonScanner{s.text, at}
			scan.str()
			at = max(at, scan.at-1)
		case '{', '[':
			depth++
			if b == '{' {
				break
			}
			tried++
			array := &Layout{Notes: []string{"elements of a JSON array"}, Header: bytes.Clone(s.text[:at+1]), depth: depth}
			if c := s.jsonTable(JSON, array, s.elements(array)); c.puzzles > best.puzzles || best.err == nil && best.puzzles == 0 {
				best = c
			}
		case '}', ']':
			depth--
		}
	}
	return best
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

// A jsonTable is what records have, as columns.
type jsonTable struct {
	places map[string]int // of names
	names  [][]byte
	values [][][]byte // of each column, as they are in the records
}

// add adds a value to the column of a name.
func (t *jsonTable) add(name, value []byte) {
	i, ok := t.places[string(name)]
	if !ok {
		if i = len(t.names); i == maxColumns {
			return
		}
		if t.places == nil {
			t.places = map[string]int{}
		}
		t.places[string(name)] = i
		t.names = append(t.names, name)
		t.values = append(t.values, nil)
	}
	t.values[i] = append(t.values[i], value)
}

// A jsonSample is what records are, read as grids, as objects, and as objects with
// objects in them.
type jsonSample struct{ bare, objects, flat jsonTable }

// add adds a record, if it is JSON.
func (j *jsonSample) add(record []byte) {
	record = bytes.TrimSpace(record)
	s := jsonScanner{text: record}
	switch {
	case !s.value(0) || s.at < len(record):
	case record[0] != '{':
		j.bare.add([]byte("puzzle"), record)
	default:
		eachMember(record, func(name, value []byte) {
			j.objects.add(name, value)
			if value[0] != '{' {
				j.flat.add(name, value)
				return
			}
			eachMember(value, func(inner, value []byte) {
				j.flat.add(slices.Concat(name, []byte{'.'}, inner), value)
			})
		})
	}
}

// eachMember visits the members of an object.
func eachMember(object []byte, visit func(name, value []byte)) {
	s := jsonScanner{text: object, at: 1}
	for first := true; ; first = false {
		name, _, more, _ := s.key(first)
		if !more {
			return
		}
		from := s.at
		s.value(1)
		visit(unescape(nil, name), object[from:s.at])
	}
}

// jsonTable finds the columns of records. Grids and objects in objects are right
// only where there are more puzzles so.
func (s *sample) jsonTable(kind Kind, layout *Layout, records [][]byte) candidate {
	layout.Solution, layout.CellColumns = -1, 1
	if s.all && len(records) == 0 && len(layout.Header) > 0 {
		layout.Columns = plainTable.Columns
		return candidate{form: Form{Kind: kind, Order: 9, Layout: layout}}
	}
	var all jsonSample
	for _, record := range records {
		all.add(record)
	}
	bare, flat := *layout, *layout
	bare.bare, flat.flat = true, true
	c := all.objects.candidate(s, kind, layout)
	if other := all.flat.candidate(s, kind, &flat); other.puzzles > c.puzzles {
		c = other
	}
	unnamed := sample{Hints: Hints{Digits: s.Digits}}
	if other := all.bare.candidate(&unnamed, kind, &bare); other.puzzles > c.puzzles {
		c = other
	}
	return c
}

// candidate finds the columns of the puzzle and of its solution, and how their
// cells are written.
func (t *jsonTable) candidate(s *sample, kind Kind, layout *Layout) (c candidate) {
	sizes := make([]map[int]int, len(t.names)) // how many values are a grid, by its order
	for i, values := range t.values {
		sizes[i] = map[int]int{}
		for _, value := range values {
			if order := gridSize(gridText(value)); order > 0 {
				sizes[i][order]++
			}
		}
	}
	if len(t.names) == 0 {
		return c
	}
	isGrids := func(column int) bool { return len(sizes[column]) > 0 }
	if layout.Puzzle, c.err = pick(s.Puzzle, t.names, puzzleNames, len(t.names), isGrids, -1); c.err != nil || layout.Puzzle < 0 {
		return c
	}
	if layout.Solution, c.err = pick(s.Solution, t.names, solutionNames, len(t.names), isGrids, layout.Puzzle); c.err != nil {
		return c
	}
	order := 0
	for o, n := range sizes[layout.Puzzle] {
		if n > c.puzzles || n == c.puzzles && o < order {
			order, c.puzzles = o, n
		}
	}
	switch {
	case order == 0:
		return candidate{}
	case order > 16:
		c.err = &OrderError{order}
		return c
	}
	layout.Columns = t.columns(layout)
	if !layout.bare && !layout.flat {
		layout.keys = jsonKeys(layout.Columns)
	}
	layout.alphabet, c.err = jsonAlphabet(t.values[layout.Puzzle], order, s.Digits)
	c.form = Form{Kind: kind, Order: order, Layout: layout}
	return c
}

// gridText is what may be a grid of a value: what is in a string, or an array.
func gridText(value []byte) []byte {
	switch value[0] {
	case '"':
		return unescape(nil, value[1:len(value)-1])
	case '[':
		return blankNulls(nil, value)
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

// jsonAlphabet decides how the cells of values are written. Among numbers with two
// digits there are no letters, and 0 is the first digit only if null is a blank.
func jsonAlphabet(values [][]byte, order int, digits string) (*alphabet, error) {
	var seen [256]int
	numbers, zero, blank, sixteen := false, false, false, false
	for _, value := range values {
		text := gridText(value)
		if gridSize(text) != order {
			continue
		}
		count(&seen, text)
		for _, token := range bytes.FieldsFunc(text, func(r rune) bool { return between(byte(r)) }) {
			numbers = numbers || len(token) == 2 && isDigit(token[0]) && isDigit(token[1])
			sixteen = sixteen || string(token) == "16"
			zero = zero || string(token) == "0"
			blank = blank || string(token) == "."
		}
	}
	switch {
	case !numbers || digits != "":
	case zero && blank && !sixteen:
		digits = digits0F
	default:
		digits = digits1G
	}
	return chooseAlphabet(order, &seen, digits)
}
