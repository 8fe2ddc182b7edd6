// Package grid reads and writes grids of rows as people write and paste
// them: with titles, boxes, rules and blank lines, or as the rows of a spreadsheet.
package grid

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Form is the form of drawn grids.
var Form form.Form = gridForm{}

// maxLine limits a line, and maxRecord limits a grid including the rules and blank lines
// inside it. As many lines of the greatest length fit as the largest grid has rows.
const (
	maxLine   = 4 << 10
	maxRecord = geometry.MaxSide * (maxLine + 2)
	// maxGap limits the text before a grid that is framed with it.
	maxGap = 8 << 10
)

type gridForm struct{}

var spec = form.Spec{
	Name: "grid", Orders: geometry.Sides(), MaxLine: maxLine, MaxRecord: maxRecord + maxGap + maxLine, Parted: true, Titled: true,
	Writing: form.Writing{Grid: AppendBoxed},
}

func (gridForm) Spec() *form.Spec { return &spec }

func (gridForm) Plain(order int) form.Layout { return plains[order] }

var plains = form.PerOrder(func(order int) *layout { return newLayout(style{Alphabet: cells.StandardAlphabet(order * order)}) })

// A layout is a file whose grids are drawn in one style.
type layout struct {
	info  form.Info
	style style
	count *count // nil: the file does not say how many grids it has
	// section is the section in which each text begins, where several layouts read a file.
	section section
}

// walk returns a walk over a text.
func (l *layout) walk() walk { return walk{style: &l.style, section: l.section} }

func newLayout(s style) *layout {
	l := &layout{info: form.NewInfo(s.Order), style: s}
	l.info.Cells = s.Alphabet
	l.info.Notes = []string{fmt.Sprintf("grids of %d rows", s.Order)}
	note := func(holds bool, text string) {
		if holds {
			l.info.Notes = append(l.info.Notes, text)
		}
	}
	note(s.numbers && s.separator == 0, "cells are numbers")
	note(s.headed, "the row that numbers the columns is a header")
	note(s.group > 0, "spaces are blanks, at their places in boxes")
	note(s.fixed, "a character is a cell, and spaces are blanks")
	note(s.blank != 0, "the blank is "+string(rune(s.blank)))
	note(s.gaps, "blank lines may lie between boxes")
	note(s.Order > 9 && !s.numbers, "digits are "+s.Name)
	return l
}

func (l *layout) Info() *form.Info { return &l.info }

func (l *layout) NewFramer() model.Framer { return newFramer(l.walk(), l.count) }

func newFramer(w walk, c *count) model.Framer {
	if c != nil {
		return &countFramer{framer: framer{walk: w}, count: c}
	}
	return &framer{walk: w}
}

func (*layout) Fields(*model.Fields, []byte) {}
