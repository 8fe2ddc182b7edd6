package opensudoku

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A gameElements names the elements of XML that hold the grids of a record, in the order
// of the columns: text of 81 cells, nine elements of rows, or 81 of cells. Without names a
// record is a game of OpenSudoku's.
type gameElements []string

// begins reports whether a tag begins a record.
func (e gameElements) begins(tag []byte) bool {
	if len(e) == 0 {
		return isGameTag(tag)
	}
	return isTag(tag, e[0])
}

// longestTag is how much text shows whether it begins a record.
func (e gameElements) longestTag() int {
	if len(e) == 0 {
		return len(gameTag)
	}
	return len("<>") + len(e[0])
}

// end is tagEnd for a record: the length of it, 0 if it does not end. A record without its
// last element ends where the next one begins.
func (e gameElements) end(record []byte, quote byte) (size int, open byte) {
	if len(e) == 0 {
		return tagEnd(record, quote)
	}
	last := []byte("</" + e[len(e)-1] + ">")
	if at := bytes.Index(record, last); at >= 0 {
		size = at + len(last)
	}
	for at := 1; ; at++ {
		next := bytes.Index(record[min(at, len(record)):], []byte("<"+e[0]))
		if next < 0 || size > 0 && at+next >= size {
			return size, 0
		}
		if at += next; isTag(record[at:], e[0]) {
			return at, 0
		}
	}
}

// isTag reports whether text begins an element of a name.
func isTag(text []byte, name string) bool {
	n := 1 + len(name)
	return len(text) > n && text[0] == '<' && string(text[1:n]) == name && (text[n] <= ' ' || text[n] == '/' || text[n] == '>')
}

// grid appends the cells of the element of a column: what is in it, without tags and
// blanks. An element without text is a blank cell.
func (e gameElements) grid(dst, record []byte, column int) []byte {
	for at := range record {
		if !isTag(record[at:], e[column]) {
			continue
		}
		size, _ := tagEnd(record[at:], 0)
		content, _, closed := bytes.Cut(record[at+size:], []byte("</"+e[column]+">"))
		if size == 0 || !closed {
			return dst
		}
		return appendElement(dst, content)
	}
	return dst
}

// appendElement appends the cells of what is in an element.
func appendElement(dst, content []byte) []byte {
	opened := false // by the tag before
	for len(content) > 0 {
		b := content[0]
		switch size, _ := tagEnd(content, 0); {
		case b <= ' ':
		case b != '<' || size == 0:
			dst = append(dst, b)
			opened = false
		default:
			closing, empty := content[1] == '/', content[size-2] == '/'
			if closing && opened || empty {
				dst = append(dst, '.')
			}
			opened = !closing && !empty
			content = content[size-1:]
		}
		content = content[1:]
	}
	return dst
}

// detectElements finds the elements of a sample that hold grids of order 9. It takes none
// if not all grids that the sample has in them are read.
func detectElements(s *form.Sample) form.Reading {
	columns := gridElements(s.Text)
	puzzle, solution, err := table.PickGrids(columns, &s.Hints)
	switch {
	case err != nil:
		return form.Reading{Err: err}
	case puzzle < 0 && solution < 0:
		return form.Reading{Err: ErrNoGames}
	case puzzle < 0:
		return table.OnlySolutions(columns, solution)
	case s.Puzzle == "" && table.SolutionRank(table.Words(columns[puzzle].Name)) < table.Unranked:
		return table.OnlySolutions(columns, puzzle)
	case table.PuzzleColumns(columns) > 1 && s.Puzzle == "":
		return form.Reading{Err: &form.SeveralError{}}
	}
	l := &layout{info: form.NewInfo(9)}
	l.info.Cells, l.info.Notes = cells.Standard9, []string{"grids in elements of XML"}
	for i, c := range columns {
		if i != puzzle && i != solution {
			continue
		}
		if i == solution {
			l.info.Solution = len(l.info.Columns)
		} else {
			l.info.Puzzle = len(l.info.Columns)
		}
		l.info.Columns = append(l.info.Columns, form.Column{Name: c.Name})
		l.elements = append(l.elements, c.Name)
	}
	puzzles, _ := s.Tally(l)
	if _, grids := columns[puzzle].Order(); puzzles != grids {
		return form.Reading{Err: ErrNoGames}
	}
	return form.Reading{Layout: l, Puzzles: puzzles}
}

// mostElement bounds the text of an element that holds a grid, and its tags.
const mostElement = 16 << 10

// gridElements returns the elements of a text, by their names, whose contents are grids of
// order 9 with a digit. It takes the innermost ones.
func gridElements(text []byte) (columns []table.GridColumn) {
	type element struct {
		from  int
		outer bool // a grid is in it
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	open := []element{{}}
	for {
		before := int(d.InputOffset())
		token, err := d.Token()
		if err != nil {
			return columns // the end, or that of the sample
		}
		switch token := token.(type) {
		case xml.StartElement:
			open = append(open, element{from: int(d.InputOffset())})
		case xml.EndElement:
			e := open[len(open)-1]
			open = open[:len(open)-1]
			if !e.outer && before-e.from <= mostElement {
				grid := appendElement(nil, text[min(e.from, before):before])
				if e.outer = len(grid) == 81 && cells.GridSize(grid) == 9 && bytes.ContainsAny(grid, "123456789"); e.outer {
					columns = addGrid(columns, token.Name.Local, grid)
				}
			}
			open[len(open)-1].outer = open[len(open)-1].outer || e.outer
		}
	}
}

// addGrid adds a grid to the column of a name.
func addGrid(columns []table.GridColumn, name string, grid []byte) []table.GridColumn {
	i := slices.IndexFunc(columns, func(c table.GridColumn) bool { return c.Name == name })
	if i < 0 {
		i = len(columns)
		columns = append(columns, table.GridColumn{Name: name})
	}
	columns[i].Add(grid)
	return columns
}
