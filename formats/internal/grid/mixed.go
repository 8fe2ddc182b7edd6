package grid

// This file divides files with grids of several sizes.

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Resized implements form.Resizer.
func (l *layout) Resized(order int) form.Layout {
	s := l.style
	s.Alphabet, s.fixed = s.Resized(order), false // short words would be rows of small grids
	if s.group > 1 {
		s.group = geometry.Of(order).Columns
	}
	return newLayout(s)
}

// Mixed implements form.Mixer.
func (l *layout) Mixed(others []form.Layout) form.Mixed {
	m := &mixed{count: l.count}
	for _, each := range append([]form.Layout{l}, others...) {
		own, _ := each.(*layout)
		m.styles, m.layouts = append(m.styles, &own.style), append(m.layouts, own)
		for section := puzzles + 1; section < sections; section++ {
			below := *own
			below.section = section
			m.layouts = append(m.layouts, &below)
		}
	}
	return m
}

// A mixed file has grids of several sizes. The first row of a grid shows its size.
type mixed struct {
	styles  []*style
	count   *count
	layouts []form.Layout // for each style, of grids in each section
}

func (m *mixed) walk() walk { return walk{style: m.styles[0], styles: m.styles} }

func (m *mixed) NewFramer() model.Framer { return newFramer(m.walk(), m.count) }

func (m *mixed) Layouts() []form.Layout { return m.layouts }

func (m *mixed) Pieces(dst []form.Piece, text []byte) []form.Piece {
	w, last := m.walk(), m.layouts[0]
	for at, first := 0, true; at < len(text); {
		line, size, _ := syntax.NextLine(text[at:])
		if w.next(line); w.opens {
			l := m.layouts[slices.Index(m.styles, w.style)*int(sections)+int(w.of)]
			if !first && l != last {
				dst = append(dst, form.Piece{Layout: last, To: at})
			}
			last, first = l, false
		}
		at += size
	}
	return append(dst, form.Piece{Layout: last, To: len(text)})
}

// choose takes the style in which a line is a row of a grid that begins, and reports whether there is one.
func (w *walk) choose(line []byte) bool {
	for _, s := range w.styles {
		if s.classify(&w.row, line, false) == rowLine {
			w.style = s
			return true
		}
	}
	return false
}
