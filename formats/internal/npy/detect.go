// Package npy is the form of arrays in numpy's file format.
package npy

import (
	"bytes"
	"fmt"
	"math"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// Form is the form of arrays.
var Form form.GridWriter = npyForm{}

type npyForm struct{}

var spec = form.Spec{Name: "npy", Orders: []int{9, 16}, MaxRecord: maxRecord, Divisible: true}

func (npyForm) Spec() form.Spec { return spec }

// A layout is how the records of an array lie.
type layout struct {
	info   form.Info
	array  array   // of the puzzles
	fields []field // of a record; nil: it is a puzzle alone
}

var plain9, plain16 = newPlain(9), newPlain(16)

// newPlain returns the layout of what AppendGrid writes.
func newPlain(order int) *layout {
	size := order * order
	l := &layout{info: form.NewInfo(order), array: array{kind: 'u', size: 1, elements: size, stride: size, records: -1}}
	l.info.RecordSize = size
	return l
}

func (npyForm) Plain(order int) form.Layout {
	if order == 16 {
		return plain16
	}
	return plain9
}

func (l *layout) Info() *form.Info { return &l.info }

// AppendGrid appends a byte for each cell, 0 for a blank.
func (npyForm) AppendGrid(dst []byte, _ int, grid []uint8) []byte { return append(dst, grid...) }

// Detect reads the header of a numpy file, and looks at the elements for how
// cells are written.
func (npyForm) Detect(s *form.Sample) form.Reading {
	if !bytes.HasPrefix(s.Text, []byte(form.NpyMagic)) {
		return form.Reading{}
	}
	h, err := readHeader(s.Text)
	if err != nil {
		return form.Reading{Err: err}
	}
	layout := &layout{info: form.NewInfo(0)}
	layout.info.Header = bytes.Clone(s.Text[:h.size])
	order := 0
	if fields, ok := pairFields(&h); ok || h.descr == "" {
		order, err = layout.findFields(&h, fields, s)
	} else {
		order, err = layout.findPuzzles(&h, s)
	}
	if err != nil {
		return form.Reading{Err: err}
	}
	layout.info.Order, layout.info.RecordSize = order, layout.array.stride
	puzzles, _ := s.Tally(layout)
	return form.Reading{Layout: layout, Puzzles: puzzles}
}

// findPuzzles sets how the puzzles lie that are the elements of an array.
func (l *layout) findPuzzles(h *header, s *form.Sample) (order int, err error) {
	a, order, err := newArray(h)
	if err != nil {
		return 0, err
	}
	l.info.Notes = []string{fmt.Sprintf("a numpy array of type %s and shape %s", h.descr, shapeText(h.shape))}
	if values := a.whole(s.Text[h.size:]); a.isText() {
		order, l.info.Cells, err = a.chooseAlphabet(order, values, s.Digits)
	} else {
		l.info.Notes = append(l.info.Notes, a.chooseBlank(order, values))
	}
	if err == nil && order == 0 {
		err = &ArrayError{Type: h.descr, Shape: h.shape, Reason: "its texts are no grids"}
	}
	l.array = a
	return order, err
}

// whole returns the whole records of a text.
func (a *array) whole(text []byte) []byte { return text[:len(text)-len(text)%a.stride] }

// chooseAlphabet decides how the cells of texts are written, and of which order
// they are, if it is 0. It stays 0 if there are texts, but none of them is a grid.
func (a *array) chooseAlphabet(order int, values []byte, digits string) (int, *cells.Alphabet, error) {
	var glyphs [26]cells.GlyphCount // for each order
	var grids [26]int
	texts := len(values) / a.stride
	var value []byte
	for ; len(values) > 0; values = values[a.stride:] {
		value = a.text(value[:0], a.grid(values))
		size := cells.GridSize(value)
		grids[size]++
		glyphs[size].Add(value)
	}
	if grids[0] = 0; order == 0 {
		for _, other := range []int{9, 16, 25} {
			if grids[other] > grids[order] || order == 0 && texts == 0 {
				order = other
			}
		}
	}
	switch {
	case order == 0:
		return 0, nil, nil
	case order > 16:
		return order, nil, &cells.OrderError{Order: order}
	}
	if a.elements == order*order && a.width() > 1 && digits == "" {
		digits = cells.Digits1G // they are numbers, or would be single characters
	}
	alphabet, err := cells.ChooseAlphabet(order, &glyphs[order].Seen, digits)
	return order, alphabet, err
}

// chooseBlank sets which number is a blank cell, and returns a note on it. A
// number that is in more cells than a digit can be is a blank.
func (a *array) chooseBlank(order int, values []byte) string {
	var counts [19]int // of the numbers from -1 to 17
	most := order * (len(values) / a.stride)
	for ; len(values) > 0; values = values[a.stride:] {
		for cells := a.grid(values); len(cells) > 0; cells = cells[a.size:] {
			if n := a.number(cells); n >= -1 && n <= float64(order+1) && n == math.Trunc(n) {
				counts[int(n)+1]++
			}
		}
	}
	of := func(n int) int { return counts[n+1] }
	switch {
	case of(-1) > 0 && of(0) > 0 && of(0) <= most && of(order) == 0:
		a.blank = -1
		return fmt.Sprintf("values -1 to %d: -1 is a blank, and 0 the first digit", order-1)
	case of(-1) > of(0):
		a.blank, a.minus = -1, true
		return fmt.Sprintf("values -1 to %d: -1 is a blank", order)
	case of(order+1) > of(0):
		a.blank = 1
		return fmt.Sprintf("values 1 to %d: 1 is a blank, as HRM writes them", order+1)
	case of(0) == 0 && of(1) > most:
		a.blank = 1
		return fmt.Sprintf("values 1 to %d: 1 is a blank, as it is in more cells than a digit can be", order)
	}
	return fmt.Sprintf("values 0 to %d: 0 is a blank", order)
}
