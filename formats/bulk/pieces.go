package bulk

// This file reads files with puzzles of several sizes.

import (
	"bytes"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Piece is a run of records of one size in a text.
type Piece struct {
	Form Form
	To   int // where it ends
}

// sizes are the forms of a file with puzzles of several sizes. They never change.
type sizes struct {
	layouts []form.Layout // the first one is for records that fit none
	forms   map[form.Layout]Form
}

// Sizes returns the sizes of puzzles that a file, or rows that are written, may have.
func (f Form) Sizes() []int {
	if f.Layout == nil || f.Layout.orders == nil {
		return []int{f.Order}
	}
	return f.Layout.orders
}

// Sized returns the form of the puzzles of a size in the file of f: f itself if it has no others.
func (f Form) Sized(order int) Form {
	if s := f.sizes(); s != nil && order != f.Order {
		for _, l := range s.layouts {
			if l.Info().Order == order {
				return s.forms[l]
			}
		}
	}
	return f
}

func (f Form) sizes() *sizes {
	if f.Layout == nil {
		return nil
	}
	return f.Layout.sizes
}

// Pieces appends the pieces of a text that a Framer of f cut. Each record is in a form that reads it,
// if there is one, and else in a form in which it is malformed.
func (f Form) Pieces(dst []Piece, text []byte) []Piece {
	s := f.sizes()
	if s == nil {
		return append(dst, Piece{f, len(text)})
	}
	return s.pieces(dst, text)
}

// withSizes returns f for a file that may have puzzles of all sizes in hints, if the records of its
// form may differ in size. prefix and eof are as in [Detect].
func (f Form) withSizes(prefix []byte, eof bool, hints model.Hints) Form {
	own, ok := f.file().(form.Resizer)
	if !ok || len(hints.Sizes) < 2 || f.info().CellColumns > 1 {
		return f
	}
	layouts := []form.Layout{own}
	for _, side := range hints.Sizes {
		if side != f.Order {
			layouts = append(layouts, f.resized(own, side, prefix, eof, hints))
		}
	}
	s := &sizes{layouts, map[form.Layout]Form{}}
	for _, l := range layouts {
		g := formOf(f.Kind, l)
		g.Box = f.Box
		if l == form.Layout(own) && f.Layout != nil {
			*g.Layout = *f.Layout
		}
		g.Layout.solutions, g.Layout.sizes, g.Layout.orders = f.solutionMode(), s, hints.Sizes
		s.forms[l] = g
	}
	return s.forms[own]
}

// resized returns the layout of the puzzles of another size: as the sample shows it, or else like
// the layout of f.
func (f Form) resized(own form.Resizer, side int, prefix []byte, eof bool, hints model.Hints) form.Layout {
	if _, decodes := own.(form.Decoder); decodes || f.PlainLines() {
		return own.Resized(side)
	}
	i := f.info()
	if len(i.Columns) > 0 {
		if hints.Puzzle = strconv.Itoa(i.Puzzle + 1); i.Objects || !i.Unnamed {
			hints.Puzzle = i.Columns[i.Puzzle].Name
		}
	}
	hints.Sizes, hints.Explain = []int{side}, nil
	g, err := detectColumns(prefix, eof, f.Kind, hints)
	if err != nil || g.Order != side || g.Kind != f.Kind || len(g.info().Columns) != len(i.Columns) || g.info().Puzzle != i.Puzzle {
		return own.Resized(side)
	}
	return g.file()
}

// pieces appends the pieces of a text.
func (s *sizes) pieces(dst []Piece, text []byte) []Piece {
	spans := s.layouts[0].Spans(nil, text)
	fits := make([]form.Layout, len(spans))
	var r model.Records
	for _, l := range s.layouts {
		r.Reset(l.Info().Order)
		if l.Decode(&r, text); r.N != len(spans) {
			continue // its records are others
		}
		grids, size := r.Cells, r.Order*r.Order
		for i, fault := range r.Each() {
			if fault != nil {
				continue
			}
			if fits[i] == nil {
				fits[i] = s.layoutOf(l, grids[:size], text[spans[i].From:spans[i].To])
			}
			grids = grids[size:]
		}
	}
	last := s.layouts[0]
	for i, l := range fits {
		if l == nil {
			l = s.layouts[0]
		}
		if i > 0 && l != last {
			dst = append(dst, Piece{s.forms[last], spans[i].From})
		}
		last = l
	}
	return append(dst, Piece{s.forms[last], len(text)})
}

// layoutOf returns the layout of a record that a layout reads: a larger one, in which it is malformed,
// if a small grid must be the beginning of a larger one, because digits clash, or because the record
// has a larger grid, its solution.
func (s *sizes) layoutOf(l form.Layout, grid []uint8, record []byte) form.Layout {
	order := l.Info().Order
	if order >= 9 {
		return l
	}
	latin := cells.IsLatin(grid, order)
	for _, larger := range s.layouts {
		if larger.Info().Order <= order {
			continue
		}
		for field := range bytes.FieldsFuncSeq(record, func(r rune) bool { return cells.Between(byte(r)) }) {
			if !latin || len(field) > len(grid) && cells.GridSize(field, larger.Info().Order) > 0 {
				return larger
			}
		}
	}
	return l
}
