// Package opensudoku is the form of XML: games of the program OpenSudoku, or grids in
// elements of other programs where all puzzles are in elements of one name.
package opensudoku

import (
	"errors"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// maxRecord bounds a game: its tag, from the "<" to the ">".
const maxRecord = 64 << 10

// Why XML is not read, or a game.
var (
	ErrNoGames = errors.New("XML, but no <game data=…> and no elements with grids")
	errNoData  = errors.New("a game without data")
	errTag     = errors.New("a tag that does not end")
)

// Form is the form of XML.
var Form form.Form = openSudoku{}

type openSudoku struct{}

var spec = form.Spec{Name: "opensudoku", Orders: []int{9}, MaxRecord: maxRecord + len(gameTag)}

func (openSudoku) Spec() form.Spec { return spec }

// plain is the layout of a file of games without attributes but the data.
var plain = &layout{info: form.NewInfo(9)}

func (openSudoku) Plain(int) form.Layout { return plain }

// A layout is what the columns of a file are: attributes of games, or elements.
type layout struct {
	info     form.Info
	elements gameElements
}

func (l *layout) Info() *form.Info { return &l.info }

func (l *layout) NewFramer() form.Framer { return &framer{elements: l.elements} }

// Detect counts the games of a sample.
func (openSudoku) Detect(s *form.Sample) form.Reading {
	if !form.IsXML(s.Text) {
		return form.Reading{}
	}
	l := &layout{info: form.NewInfo(9)}
	l.info.Columns = gameColumns(s)
	puzzles, malformed := s.Tally(l)
	if puzzles+malformed == 0 {
		return detectElements(s)
	}
	return form.Reading{Layout: l, Puzzles: puzzles}
}
