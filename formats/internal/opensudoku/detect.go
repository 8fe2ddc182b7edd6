// Package opensudoku reads XML: the games of the Android program OpenSudoku, each in the
// attributes of a tag <game>, and files of other programs that hold grids of order 9 as the
// text of elements.
package opensudoku

import (
	"bytes"
	"errors"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Form is XML with games or grids.
var Form form.Form = xmlForm{}

// ErrNoGames is the error for XML without puzzles.
var ErrNoGames = errors.New("XML, but no <game data=…> and no elements with grids")

type xmlForm struct{}

var plain = newGames()

var spec = form.Spec{
	Name: "opensudoku", Endings: []string{".opensudoku"}, Structured: true, Watched: true, Answers: "line", Orders: []int{9}, MaxRecord: maxRecord + maxIndent,
	HeaderAlone: noGames,
	Writing:     form.Writing{Grid: appendGrid, Mark: appendMark, Noted: appendNoted, Enclosure: enclosure},
}

func (xmlForm) Spec() *form.Spec { return &spec }

func (xmlForm) Plain(int) form.Layout { return plain }

// Propose proposes games or, if there are none, elements with grids.
func (xmlForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if !form.IsXML(s.Text) {
		return form.None
	}
	if puzzles, malformed := s.Tally(plain); puzzles+malformed > 0 {
		return form.One(form.Proposal{Layout: gameLayout(s), Puzzles: puzzles})
	}
	return form.One(detectElements(s))
}

// isLatin1 reports whether a file says that it is in Latin-1.
func isLatin1(text []byte) bool {
	declaration, _, _ := bytes.Cut(text, []byte("?>"))
	return bytes.Contains(bytes.ToUpper(declaration), []byte("ISO-8859-1"))
}

// noGames proposes games for a file of the program that has none.
func noGames(s *form.Sample) (p form.Proposal) {
	if s.All && bytes.Contains(s.Text, []byte("<opensudoku")) && !bytes.Contains(s.Text, []byte("<game")) {
		p.Layout = plain
	}
	return p
}

// gameLayout returns the layout of games. The puzzle is the first column, and each other
// attribute is a column.
func gameLayout(s *form.Sample) *layout {
	l := newGames()
	l.info.Encoded = isLatin1(s.Text)
	var values [][][]byte // by column
	_ = s.Read(plain, func(_, text []byte, records *model.Records) {
		for _, span := range records.Spans {
			game := text[span.From:span.To]
			attributes, _ := readTag(game)
			for _, a := range attributes {
				if a.name != "puzzle" && l.columnOf(a.name) < 0 && len(l.info.Columns) < form.MaxColumns {
					l.info.Columns = append(l.info.Columns, model.Column{Name: a.name})
				}
			}
			var fields model.Fields
			l.Fields(&fields, game)
			values = append(values, make([][][]byte, len(l.info.Columns)-len(values))...)
			for i, value := range fields.Values {
				values[i] = append(values[i], value)
			}
		}
	})
	for i := 1; i < len(l.info.Columns); i++ {
		l.info.Columns[i].Type = table.TypeOf(values[i])
	}
	return l
}

// detectElements finds the elements with the puzzles and the solutions. It fails if the
// sample has puzzles that the layout does not read.
func detectElements(s *form.Sample) form.Proposal {
	columns := gridElements(s.Text[:bytes.LastIndexByte(s.Text, '>')+1])
	puzzle, solution, err := table.PickGrids(columns, &s.Hints)
	if puzzle >= 0 && s.Puzzle == "" && table.SolutionRank(table.Words(columns[puzzle].Name)) < table.Unranked {
		puzzle, solution = -1, puzzle
	}
	switch {
	case err != nil:
		return form.Proposal{Err: err}
	case puzzle < 0 && solution < 0:
		return form.Proposal{Err: ErrNoGames}
	case puzzle < 0:
		return table.OnlySolutions(columns, solution)
	case s.Puzzle == "" && table.PuzzleColumns(columns) > 1:
		return form.Proposal{Err: form.ErrSeveral}
	}
	info := form.NewInfo(9)
	info.Cells, info.Notes, info.Encoded = cells.Standard9, []string{"grids in elements of XML"}, isLatin1(s.Text)
	order := []int{puzzle}
	if solution >= 0 {
		order = append(order, solution)
		slices.Sort(order)
	}
	for _, i := range order {
		info.Columns = append(info.Columns, model.Column{Name: columns[i].Name})
	}
	info.Puzzle, info.Solution = slices.Index(order, puzzle), slices.Index(order, solution)
	l := newElements(info)
	_, grids := columns[puzzle].Order()
	puzzles, _ := s.Tally(l)
	if puzzles != grids {
		return form.Proposal{Err: ErrNoGames}
	}
	return form.Proposal{Layout: l, Puzzles: puzzles}
}

// gridElements returns a column for each element name whose elements hold a grid of order 9
// with a digit. It skips the elements around these.
func gridElements(text []byte) (columns []table.GridColumn) {
	last := -1 // where the last grid begins
	_ = readElements(text, func(name string, from int, grid []byte) {
		if from <= last || len(grid) != 81 || cells.GridSize(grid) != 9 || !bytes.ContainsAny(grid, "123456789") {
			return
		}
		last = from
		i := slices.IndexFunc(columns, func(c table.GridColumn) bool { return c.Name == name })
		if i < 0 {
			i = len(columns)
			columns = append(columns, table.GridColumn{Name: name})
		}
		columns[i].Add(bytes.Clone(grid), &model.Hints{})
	}, nil) // a sample may end within an element
	return columns
}
