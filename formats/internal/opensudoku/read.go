package opensudoku

// This file decodes games and elements.

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

var (
	errNoData = errors.New("a game without data")
	errXML    = errors.New("not well-formed XML")
)

func (l *layout) Decode(dst *model.Records, text []byte) {
	dst.Spans = l.Spans(dst.Spans, text)
	dst.Lines = bytes.Count(text, []byte{'\n'})
	for _, span := range dst.Spans {
		dst.Cells = slices.Grow(dst.Cells, 81)
		grid := dst.Cells[len(dst.Cells) : len(dst.Cells)+81]
		if at, err := l.readRecord(grid, text[span.From:span.To]); err.Err != nil {
			err.Line, err.Column = position(text, span, at)
			dst.Fault(err)
			continue
		}
		dst.Cells = dst.Cells[:len(dst.Cells)+81]
		dst.N++
	}
}

// position returns the line and column of a place in a record. If the record's line has
// other text before the record, the line is 0 and the column counts from the record.
func position(text []byte, record model.Span, at int) (line, column int) {
	before := text[:record.From+at]
	newline := bytes.LastIndexByte(before, '\n')
	if newline < record.From && indent(text[:record.From]) == 0 {
		return 0, at + 1
	}
	return record.Line + bytes.Count(before[record.From:], []byte{'\n'}), len(before) - newline
}

// readRecord reads the puzzle of a record into grid. It returns the fault, and the byte of
// the record at which it is.
func (l *layout) readRecord(grid []uint8, record []byte) (at int, fault model.SyntaxError) {
	values, err := l.readValues(record)
	if err != nil {
		return 0, model.SyntaxError{Err: err}
	}
	v := values[l.info.Puzzle]
	if bytes.HasPrefix(v.written, []byte("version:")) {
		return v.from, readPlayed(grid, v.written)
	}
	fault = l.info.Cells.Read(grid, v.written)
	switch n := v.from + max(fault.Column-1, 0); {
	case l.games:
		at = n
	case fault.Err != nil:
		if at = placeOf(record, n); fault.Got != 0 && record[at] != fault.Got { // it is a reference
			at, fault = 0, model.SyntaxError{Err: cells.ErrCells}
		}
	}
	return at, fault
}

// placeOf returns the byte of a record at which a cell of its elements is, by the number of cells before it, or 0.
func placeOf(record []byte, cell int) (at int) {
	_ = readElements(record, func(string, int, []byte) {}, func(before, from, to int) {
		for i, b := range record[min(from, len(record)):min(to, len(record))] {
			if strings.IndexByte(" \t\r\n", b) >= 0 {
				continue
			}
			if before == cell {
				at = from + i
			}
			before++
		}
	})
	return at
}

// readPlayed reads a game in progress: its version, a line end or a reference to one, and
// an equal number of fields for each cell, with a bar after each field. The first field of
// a cell is its digit. The last says whether the player may change it. Only digits that the
// player may not change are clues.
func readPlayed(grid []uint8, data []byte) model.SyntaxError {
	begin := bytes.IndexByte(data, '|') - 1
	fields := bytes.Split(data[max(begin, 0):], []byte{'|'})
	each := len(fields) / 81
	if begin < 0 || each < 2 || len(fields) != 81*each+1 {
		return model.SyntaxError{Err: cells.ErrCells}
	}
	for i := range grid {
		digit, changes := fields[i*each], fields[i*each+each-1]
		if len(digit) != 1 || cells.Cells9[digit[0]] == cells.BadCell || len(changes) != 1 {
			return model.SyntaxError{Err: cells.ErrCells}
		}
		grid[i] = 0
		if changes[0] == '0' {
			grid[i] = cells.Cells9[digit[0]]
		}
	}
	return model.SyntaxError{}
}

func (l *layout) Fields(dst *model.Fields, record []byte) {
	values, _ := l.readValues(record)
	for _, v := range values {
		from := len(dst.Buffer)
		dst.Buffer = append(dst.Buffer, v.text...)
		if v.text == nil {
			dst.Values = append(dst.Values, nil)
		} else {
			dst.Values = append(dst.Values, dst.Buffer[from:])
		}
	}
}

// A value is the value of one column in a record.
type value struct {
	name    string
	text    []byte
	written []byte // as in the record
	from    int    // where it begins in a game, or the number of cells before it in elements
}

// readValues returns a value for each column.
func (l *layout) readValues(record []byte) (values []value, err error) {
	values = make([]value, len(l.info.Columns))
	if !l.games {
		for i := range values {
			values[i].text = []byte{}
		}
		return values, readElements(record, func(name string, from int, grid []byte) {
			if i := l.columnOf(name); i >= 0 && len(values[i].text) == 0 {
				grid = bytes.Clone(grid)
				values[i] = value{text: grid, written: grid, from: from}
			}
		}, nil)
	}
	attributes, err := readTag(record)
	for _, a := range attributes {
		if i := l.columnOf(a.name); i >= 0 {
			values[i] = a
		}
	}
	if err == nil && values[0].text == nil {
		err = errNoData
	}
	return values, err
}

// columnOf returns the column for an attribute of a game or for an element, or -1.
// OpenSudoku 2 calls the data of a game cells_data.
func (l *layout) columnOf(name string) int {
	if l.games && (name == "data" || name == "cells_data") {
		return 0
	}
	i := slices.IndexFunc(l.info.Columns, func(c model.Column) bool { return c.Name == name })
	if l.games && i == 0 {
		return -1
	}
	return i
}

// readTag returns the attributes of a start tag.
func readTag(tag []byte) (attributes []value, err error) {
	token, err := newDecoder(tag).RawToken()
	start, ok := token.(xml.StartElement)
	if err != nil || !ok {
		return nil, errXML
	}
	at := 0
	for _, a := range start.Attr {
		at += bytes.IndexAny(tag[at:], `"'`) + 1
		size := bytes.IndexByte(tag[at:], tag[at-1])
		attributes = append(attributes, value{a.Name.Local, []byte(a.Value), tag[at : at+size], at})
		at += size + 1
	}
	return attributes, nil
}

// readElements calls found at the end of each element that begins in text. grid is the
// element's text without blanks, with "." for each element in it that has no cells. from is
// the number of cells before it. Elements that begin before the text may end in it, and an
// element without cells may end after it. piece may be nil; it is called for each text within
// elements, with the number of cells before it.
func readElements(text []byte, found func(name string, from int, grid []byte), piece func(before, from, to int)) error {
	type element struct {
		name xml.Name
		from int
	}
	var open []element
	var grid []byte
	for d := newDecoder(text); ; {
		from := int(d.InputOffset())
		token, err := d.RawToken()
		switch token := token.(type) {
		case nil:
			if !errors.Is(err, io.EOF) || len(open) > 0 && open[0].from < len(grid) {
				return errXML
			}
			return nil
		case xml.StartElement:
			open = append(open, element{token.Name, len(grid)})
		case xml.CharData:
			if piece != nil {
				piece(len(grid), from, int(d.InputOffset()))
			}
			grid = append(grid, bytes.Join(bytes.Fields(token), nil)...)
		case xml.EndElement:
			if len(open) == 0 {
				continue
			}
			e := open[len(open)-1]
			open = open[:len(open)-1]
			if e.name != token.Name {
				return errXML
			}
			found(e.name.Local, e.from, grid[e.from:])
			if len(grid) == e.from {
				grid = append(grid, '.')
			}
		}
	}
}

// newDecoder returns a decoder for text in UTF-8, or in Latin-1 if it is not valid UTF-8.
func newDecoder(text []byte) *xml.Decoder {
	if !utf8.Valid(text) {
		var latin []byte
		for _, b := range text {
			latin = utf8.AppendRune(latin, rune(b))
		}
		text = latin
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	return d
}
