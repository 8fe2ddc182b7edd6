// Package grid reads and writes grids of rows as people write and paste
// them: with titles, boxes, rules and blank lines, or as the rows of a spreadsheet.
// Package gridreader reads them.
package grid

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/gridreader"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Form is the form of drawn grids.
var Form form.Form = gridForm{}

type gridForm struct{}

var spec = form.Spec{
	Name: "grid", Orders: geometry.Sides(), MaxLine: gridreader.MaxLine, MaxRecord: gridreader.MaxWait, Parted: true, Titled: true,
	Writing: form.Writing{Grid: AppendBoxed},
}

func (gridForm) Spec() *form.Spec { return &spec }

func (gridForm) Plain(order int) form.Layout { return plains[order] }

var plains = form.PerOrder(func(order int) *layout {
	style := gridreader.Style{Size: order, Cells: cells.StandardAlphabet(order * order)}
	return newLayout(&gridreader.File{Styles: []gridreader.Style{style}}, 0)
})

// Propose proposes the way to draw grids that reads most of the sample, or the list of clues that it is.
func (gridForm) Propose(s *form.Sample) iter.Seq[form.Proposal] {
	if s.HasMembers() {
		return form.None
	}
	if list := proposeClues(s); list != (form.Proposal{}) {
		return form.One(list)
	}
	file, puzzles, err := gridreader.Detect(s)
	if _, ok := errors.AsType[*model.SyntaxError](err); ok {
		err = fmt.Errorf("no grid is whole: %w", err)
	}
	switch {
	case err != nil:
		return form.One(form.Proposal{Puzzles: puzzles, Err: err})
	case file == nil:
		return form.None
	}
	return form.One(form.Proposal{Layout: newLayout(file, 0)})
}

// A text is a file of grids. It implements form.Decoder.
type text struct {
	info form.Info
	file *gridreader.File
}

func (l *text) Info() *form.Info { return &l.info }

func (l *text) NewFramer() model.Framer { return l.NewDecoder(form.KeepSolutions) }

func (l *text) NewDecoder(mode form.SolutionMode) model.Framer {
	return gridreader.NewCutter(l.file, mode)
}

// DecodeText implements form.Decoder. The text does not hold the number of grids.
func (l *text) DecodeText(dst *model.Records, text []byte, mode form.SolutionMode) {
	file := *l.file
	file.Count = gridreader.Count{}
	gridreader.NewCutter(&file, mode).Cut(dst, text, true)
}

func (l *text) Decode(dst *model.Records, text []byte) { l.DecodeText(dst, text, form.KeepSolutions) }

func (l *text) Spans(dst []model.Span, text []byte) []model.Span {
	var records model.Records
	l.Decode(&records, text)
	return append(dst, records.Spans...)
}

func (*text) Fields(*model.Fields, []byte) {}

// A layout is a file of drawn grids, or its grids of one size.
type layout struct {
	text

	style *gridreader.Style // of the grids
}

// newLayout returns the layout of the grids in one of the styles of a file.
func newLayout(d *gridreader.File, number int) *layout {
	s := &d.Styles[number]
	l := &layout{text{form.NewInfo(s.Size), d}, s}
	l.info.Cells = s.Cells
	l.info.Notes = []string{fmt.Sprintf("grids of %d rows", s.Size)}
	note := func(holds bool, text string) {
		if holds {
			l.info.Notes = append(l.info.Notes, text)
		}
	}
	note(s.Notation == gridreader.Numbers, "cells are numbers")
	note(s.Headed, "the row that numbers the columns is a header")
	note(s.Notation == gridreader.Places, "spaces are blanks, at their places in boxes")
	note(s.Notation == gridreader.Columns, "a character is a cell, and spaces are blanks")
	note(s.Cells.Blanks != "" && !strings.ContainsAny(s.Cells.Blanks, cells.Blanks), "the blank is "+s.Cells.Blanks)
	note(s.Size > 9 && !s.Cells.Spaced, "digits are "+s.Cells.Name)
	note(d.Count.Line > 0, "the first line is the number of grids")
	return l
}

// Resized implements form.Resizer: it returns the layout of the file's grids of an order.
func (l *layout) Resized(order int) form.Layout {
	i := slices.IndexFunc(l.file.Styles, func(s gridreader.Style) bool { return s.Size == order })
	return newLayout(l.file, i)
}

// CanRedraw returns true: every grid can be drawn again.
func (*layout) CanRedraw() bool { return true }

// Redraw appends an answer in the drawing of its record.
func (l *layout) Redraw(dst, record, mark []byte, grid []uint8) []byte {
	return l.style.Redraw(dst, record, mark, grid)
}

// Between appends the text between two records, without the titles and grids of solutions.
func (l *layout) Between(dst, text []byte) []byte { return l.file.Between(dst, text) }
