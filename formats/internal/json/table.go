package json

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

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
		if i = len(t.names); i == form.MaxColumns {
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
// objects in them, and as arrays of columns.
type jsonSample struct{ bare, listed, objects, flat jsonTable }

// add adds a record, if it is JSON.
func (j *jsonSample) add(record []byte) {
	record = bytes.Trim(record, " \t\r\n")
	s := jsonScanner{text: record}
	switch {
	case !s.value(0) || s.at < len(record):
	case record[0] != '{':
		j.bare.add([]byte("puzzle"), record)
		n := 0
		(&jsonScanner{text: record}).items(func(from, to int) {
			n++
			j.listed.add(fmt.Appendf(nil, "column%d", n), record[from:to])
		})
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

// findTable finds the columns of records. Grids and objects in objects are right
// only where there are more puzzles so, or where nothing else can be read. Without
// records, they are the elements.
func findTable(s *form.Sample, layout *layout, records [][]byte) form.Reading {
	if !layout.lines {
		records = sampleElements(s, layout)
	}
	if s.All && len(records) == 0 && len(layout.info.Header) > 0 {
		layout.info.Columns = plain9.info.Columns
		return form.Reading{Layout: layout}
	}
	var all jsonSample
	for _, record := range records {
		all.add(record)
	}
	bare, flat, listed := *layout, *layout, *layout
	bare.bare, flat.flat, listed.listed = true, true, true
	c := all.objects.reading(s, layout)
	if other := all.flat.reading(s, &flat); other.Puzzles > c.Puzzles || other.Rescues(&c) || form.ColumnCount(other.Err) > form.ColumnCount(c.Err) {
		c = other
	}
	unnamed := form.Sample{Hints: form.Hints{Digits: s.Digits}}
	if other := all.bare.reading(&unnamed, &bare); other.Puzzles > c.Puzzles {
		c = other
	}
	if c.Err == nil && c.Puzzles == 0 {
		c.Err = table.SmallOrder(all.bare.texts())
	}
	if c.Err == nil && c.Puzzles == 0 {
		c.Err = table.SmallOrder(all.objects.texts())
	}
	if other := all.listed.reading(s, &listed); other.Puzzles > c.Puzzles {
		c = other
	}
	return c
}

// texts returns the values of each column that may be grids.
func (t *jsonTable) texts() [][][]byte {
	texts := make([][][]byte, len(t.values))
	for i, values := range t.values {
		for _, value := range values {
			texts[i] = append(texts[i], gridText(value))
		}
	}
	return texts
}
