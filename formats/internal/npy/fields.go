package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// findFields sets which fields of an array's records are what: of structures, or, if
// they are given, of pairs of grids.
func (l *layout) findFields(h *header, fields []field, s *form.Sample) (order int, err error) {
	pairs := len(fields) > 0
	if !pairs {
		if fields, err = structFields(h); err != nil {
			return 0, err
		}
	}
	columns := make([]table.GridColumn, len(fields))
	notes := make([]string, len(fields))
	alphabets := make([]*cells.Alphabet, len(fields))
	for i := range fields {
		f := &fields[i]
		columns[i].Name = f.name
		if alphabets[i], notes[i], err = f.look(&columns[i], s, h.size); err != nil {
			return 0, err
		}
	}
	if l.info.Puzzle, l.info.Solution, err = table.PickGrids(columns, &s.Hints); err != nil {
		return 0, err
	}
	if l.info.Puzzle < 0 && l.info.Solution >= 0 {
		l.info.Puzzle, l.info.Solution = l.info.Solution, -1 // solved ones
	}
	if l.info.Puzzle < 0 {
		return 0, &ArrayError{Type: "structured", Shape: h.shape, Reason: "none of its fields holds grids: " + strings.Join(table.NamesOf(columns), ", ")}
	}
	puzzle := &fields[l.info.Puzzle]
	l.array, l.info.Cells, l.fields = puzzle.array, alphabets[l.info.Puzzle], fields
	if l.info.Solution >= 0 && fields[l.info.Solution].order != puzzle.order {
		l.info.Solution = -1
	}
	if l.info.Solution >= 0 && !fields[l.info.Solution].chooseSolved(puzzle, s.Text[h.size:]) && pairs {
		return 0, &ArrayError{Type: h.descr, Shape: h.shape, Reason: severalGrids}
	}
	l.info.Columns = columnsOf(l, pairs)
	l.info.Notes = []string{fmt.Sprintf("a numpy array of structures and shape %s", shapeText(h.shape))}
	if pairs {
		l.info.Notes[0] = fmt.Sprintf("a numpy array of type %s and shape %s: two grids a record", h.descr, shapeText(h.shape))
	}
	if note := notes[l.info.Puzzle]; note != "" {
		l.info.Notes = append(l.info.Notes, note)
	}
	return puzzle.order, nil
}

// look finds out how the cells of a field are written, if it holds grids, and counts
// those of the sample, which begin at a byte of its text. Of an empty array it takes
// them to be grids.
func (f *field) look(column *table.GridColumn, s *form.Sample, from int) (letters *cells.Alphabet, note string, err error) {
	if !f.isGrid() {
		return nil, "", nil
	}
	values := f.whole(s.Text[from:])
	switch {
	case f.isText():
		f.order, letters, err = f.chooseAlphabet(f.order, values, s.Digits)
	case f.order > 16:
		err = &cells.OrderError{Order: f.order}
	default:
		note = f.chooseBlank(f.order, values)
	}
	if err != nil || f.order == 0 {
		f.elements = 1
		return nil, "", err
	}
	info := &form.Info{Order: f.order, Cells: letters}
	column.Sizes = map[int]int{}
	if len(values) == 0 {
		column.Sizes[f.order] = 1
	}
	var value []byte
	for ; len(values) > 0; values = values[f.stride:] {
		value = f.appendGrid(value[:0], info, values)
		column.Add(value)
	}
	return letters, note, nil
}

// chooseSolved sets which number stands for which digit in solutions: as in puzzles, or
// else as all cells of the first are digits. Often 0 is the first digit there, as the
// class that a model is to find. It reports whether they are.
func (f *field) chooseSolved(puzzle *field, values []byte) bool {
	f.blank, f.minus = puzzle.blank, puzzle.minus
	if values = f.whole(values); f.isText() || len(values) == 0 {
		return true
	}
	for _, as := range []array{{blank: f.blank, minus: f.minus}, {}, {blank: -1}, {blank: 1}} {
		g := *f
		g.blank, g.minus = as.blank, as.minus
		var cells [256]uint8
		n := f.order * f.order
		if fault := g.read(&form.Info{Order: f.order}, cells[:n], f.grid(values)); fault.Err == nil && bytes.IndexByte(cells[:n], 0) < 0 {
			*f = g
			return true
		}
	}
	return false
}

// columnsOf returns a column for each field. Those of pairs have the usual names.
func columnsOf(l *layout, pairs bool) (columns []form.Column) {
	for i, f := range l.fields {
		c := form.Column{Name: f.name}
		switch {
		case f.order > 0:
		case f.kind == 'i', f.kind == 'u':
			c.Type = form.Int
		case f.kind == 'f':
			c.Type = form.Float
		case f.kind == 'b':
			c.Type = form.Bool
		}
		switch {
		case pairs && i == l.info.Puzzle:
			c.Name = "puzzle"
		case pairs && i == l.info.Solution:
			c.Name = "solution"
		}
		columns = append(columns, c)
	}
	return columns
}

// Fields takes a record of fields apart. Grids are written with a byte a cell. Zeros
// in a solution's place stand for none.
func (l *layout) Fields(dst *form.Fields, record []byte) {
	for i := range l.fields {
		field, from := &l.fields[i], len(dst.Buffer)
		if field.order == 0 {
			dst.Buffer = field.appendValue(dst.Buffer, field.grid(record))
		} else {
			dst.Buffer = field.appendGrid(dst.Buffer, &l.info, record)
		}
		value := dst.Buffer[from:len(dst.Buffer):len(dst.Buffer)]
		if i == l.info.Solution && len(bytes.Trim(value, ".")) == 0 || len(value) == 0 && !field.isText() {
			value = nil
		}
		dst.Values = append(dst.Values, value)
	}
}

// appendGrid appends the grid of a record as a value. A number that is no cell becomes a
// question mark, and texts that are no grids stay as they are.
func (f *field) appendGrid(dst []byte, info *form.Info, record []byte) []byte {
	cells := f.order * f.order
	from := len(dst)
	dst = slices.Grow(dst, 3*cells+f.textSize())
	room := dst[from+2*cells : from+2*cells : cap(dst)][:cells] // what is appended is written ahead of it
	fault := f.read(info, room, f.grid(record))
	switch {
	case fault.Err == nil:
		return info.AppendCells(dst, room)
	case f.isText():
		return f.text(dst, f.grid(record))
	}
	var bad []int
	for i := range room {
		var ok bool
		if room[i], ok = f.cell(f.grid(record)[i*f.size:], info.Order); !ok {
			bad = append(bad, i)
		}
	}
	dst = info.AppendCells(dst, room)
	for _, i := range bad {
		dst[from+i] = '?'
	}
	return dst
}

// appendValue appends a single value: a number as JSON writes it, nothing for one that
// it cannot, or a text.
func (f *field) appendValue(dst, element []byte) []byte {
	switch f.kind {
	case 'b':
		return strconv.AppendBool(dst, element[0] != 0)
	case 'S':
		return append(dst, bytes.TrimRight(element, "\x00")...)
	case 'U':
		return f.appendUnicode(dst, element)
	case 'f':
		number, bits := f.number(element), 8*max(f.size, 4)
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return dst
		}
		return strconv.AppendFloat(dst, number, 'g', -1, bits)
	}
	word := f.word(element)
	if f.kind == 'i' {
		return strconv.AppendInt(dst, f.signed(word), 10)
	}
	return strconv.AppendUint(dst, word, 10)
}

// appendUnicode appends characters of four bytes each, without the zeros that fill the
// element, in UTF-8.
func (f *field) appendUnicode(dst, element []byte) []byte {
	from := len(dst)
	for ; len(element) > 0; element = element[4:] {
		r := binary.LittleEndian.Uint32(element)
		if f.big {
			r = binary.BigEndian.Uint32(element)
		}
		dst = utf8.AppendRune(dst, rune(min(r, utf8.MaxRune+1)))
	}
	return dst[:from+len(bytes.TrimRight(dst[from:], "\x00"))]
}
