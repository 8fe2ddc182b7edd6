package opensudoku

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// gameColumns are the attributes of games, the data first.
func gameColumns(s *form.Sample) []form.Column {
	columns := []form.Column{{Name: "puzzle"}}
	var values [][][]byte
	for _, span := range (&layout{}).Spans(nil, s.Text) {
		row := make([][]byte, len(columns))
		for a := newAttributes(s.Text[span.From:span.To]); a.next(); {
			i := slices.IndexFunc(columns, func(c form.Column) bool { return c.Name == string(a.name) })
			switch {
			case isGameData(a.name) || i == 0 || len(columns) == form.MaxColumns:
				continue
			case i < 0:
				i = len(columns)
				columns = append(columns, form.Column{Name: string(a.name)})
				row = append(row, nil)
			}
			row[i] = a.value
		}
		values = append(values, row)
	}
	for i := 1; i < len(columns); i++ {
		columns[i].Type = table.TypeOf(values, i)
	}
	return columns
}

// isGameData reports whether an attribute holds the cells, by its name in the first version
// of the program or in the second.
func isGameData(name []byte) bool { return string(name) == "data" || string(name) == "cells_data" }

// Decode implements form.Layout.
func (l *layout) Decode(dst *form.Records, text []byte) {
	dst.Spans = l.Spans(dst.Spans, text)
	dst.Lines = bytes.Count(text, []byte{'\n'})
	for _, span := range dst.Spans {
		dst.Cells = slices.Grow(dst.Cells, 81)
		cells := dst.Cells[len(dst.Cells) : len(dst.Cells)+81]
		if at, err := l.readGame(cells, text[span.From:span.To]); err.Err != nil {
			err.Line, err.Column = gamePosition(text, span, at)
			dst.Fault(err)
			continue
		}
		dst.Cells = dst.Cells[:len(dst.Cells)+81]
		dst.N++
	}
}

// gamePosition returns the line and column of a place in a game. Where the line's
// beginning is not known, the line is 0 and the column that of the game.
func gamePosition(text []byte, game form.Span, at int) (line, column int) {
	before := text[game.From : game.From+at]
	if newline := bytes.LastIndexByte(before, '\n'); newline >= 0 {
		return game.Line + bytes.Count(before, []byte{'\n'}), at - newline
	}
	if n := indent(text[:game.From]); n > 0 {
		return game.Line, n + at
	}
	return 0, at + 1
}

// readGame reads the tag of a game. What is wrong is at a place of the tag.
func (l *layout) readGame(grid []uint8, record []byte) (at int, err syntax.Error) {
	if e := l.elements; len(e) > 0 {
		return 0, l.info.Cells.Read(grid, e.grid(nil, record, l.info.Puzzle))
	}
	for a := newAttributes(record); a.next(); {
		if !isGameData(a.name) {
			continue
		}
		if bytes.HasPrefix(a.value, []byte("version:")) {
			return a.from, readPlayed(grid, a.value)
		}
		err = (*cells.Alphabet)(nil).Read(grid, a.value)
		return a.from + max(err.Column-1, 0), err
	}
	if record[len(record)-1] != '>' {
		return 0, syntax.Error{Err: errTag}
	}
	return 0, syntax.Error{Err: errNoData}
}

// readPlayed reads the cells of a game that somebody plays: behind the version and
// a line end, which may be written in several ways, as many fields of each cell,
// with a bar behind each: first its digit, last whether the player may change it.
// What the player may change is no clue.
func readPlayed(grid []uint8, value []byte) syntax.Error {
	bar := bytes.IndexByte(value, '|')
	fields := bytes.Count(value, []byte{'|'})
	if bar < 1 || fields%81 != 0 || fields < 2*81 {
		return syntax.Error{Err: cells.ErrCells}
	}
	value = value[bar-1:]
	for i := range grid {
		var first, last []byte
		for n := range fields / 81 {
			last, value, _ = bytes.Cut(value, []byte{'|'})
			if n == 0 {
				first = last
			}
		}
		switch {
		case len(first) != 1 || cells.Cells9[first[0]] == cells.BadCell || len(last) != 1:
			return syntax.Error{Err: cells.ErrCells}
		case last[0] == '0':
			grid[i] = cells.Cells9[first[0]]
		default:
			grid[i] = 0
		}
	}
	return syntax.Error{}
}

// Fields implements form.Layout.
func (l *layout) Fields(dst *form.Fields, record []byte) {
	for range l.info.Columns {
		dst.Values = append(dst.Values, nil)
	}
	dst.Buffer = slices.Grow(dst.Buffer, len(record))
	if e := l.elements; len(e) > 0 {
		for i := range e {
			from := len(dst.Buffer)
			dst.Buffer = e.grid(dst.Buffer, record, i)
			dst.Values[i] = dst.Buffer[from:]
		}
		return
	}
	for a := newAttributes(record); a.next(); {
		for i, c := range l.info.Columns {
			if c.Name == string(a.name) && i > 0 || i == 0 && isGameData(a.name) {
				dst.Values[i] = unescaped(dst, a.value)
			}
		}
	}
}
