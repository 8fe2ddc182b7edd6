package npy

// This file recognizes arrays for a neural network: one-hot cells and scaled numbers. Both are refused, with the
// expression that makes digits of them.

import (
	"fmt"
	"math"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// oneHotAdvice returns the expression that converts one-hot cells to numbers if a shape fits such
// cells, and otherwise "".
func oneHotAdvice(shape []int) string {
	if len(shape) < 2 {
		return ""
	}
	cells, digits := shape[len(shape)-2], shape[len(shape)-1]
	for _, order := range geometry.Sides() {
		switch {
		case cells != order && cells != order*order:
		case digits == order:
			return "convert one-hot cells to numbers with a.argmax(-1) + a.any(-1)"
		case digits == order+1:
			return "convert one-hot cells to numbers with a.argmax(-1)"
		}
	}
	return ""
}

// checkOneHot returns an error if an array of as many grids as a grid has rows may be one puzzle of one-hot
// cells: the sample has only zeros and ones.
func (l *Layout) checkOneHot(h *header, records [][]byte) error {
	f, shape := &l.fields[0], withoutOnes(h.shape)
	if len(shape) != 3 || shape[0] != f.order || shape[1] != f.order || shape[2] != f.order || f.isText() {
		return nil
	}
	ones := 0
	for _, record := range records {
		n := f.count(f.of(record), 1)
		if ones += n; n+f.count(f.of(record), 0) < f.elements {
			return nil
		}
	}
	if ones == 0 {
		return nil
	}
	return &ArrayError{Type: h.descr, Shape: h.shape, Reason: "it holds only zeros and ones, so it may be one puzzle and not several: " + oneHotAdvice(shape)}
}

// checkScaled returns an error if most numbers of a field's grids, zeros aside, are no whole numbers. A nil field
// has none.
func (f *field) checkScaled(h *header, records [][]byte) error {
	if f == nil || f.kind != 'f' {
		return nil
	}
	fractions, others := 0, 0
	scaled, centered := true, true // by the digits' number; and moved by a half
	for _, record := range records {
		for elements := f.of(record); len(elements) > 0; elements = elements[f.size:] {
			number := f.number(elements)
			switch {
			case math.IsNaN(number), number == math.Trunc(number) && number != 0:
				others++
			case number != 0:
				fractions++
			}
			scaled = scaled && f.isDigitOf(number)
			centered = centered && f.isDigitOf(number+0.5)
		}
	}
	if fractions <= others {
		return nil
	}
	reason := "its numbers are not whole: undo what scaled them, and write integers"
	switch {
	case scaled:
		reason = fmt.Sprintf("its numbers are scaled: convert them to digits with (a * %d).round().astype('u1')", f.order)
	case centered:
		reason = fmt.Sprintf("its numbers are scaled: convert them to digits with ((a + 0.5) * %d).round().astype('u1')", f.order)
	}
	if h.members != nil {
		reason = "array " + f.name + ": " + reason
	}
	return &ArrayError{Type: h.descr, Shape: h.shape, Reason: reason}
}

// isDigitOf reports whether a number is the number of a cell, divided by the order.
func (f *field) isDigitOf(number float64) bool {
	const rounding = 1e-3
	cell := number * float64(f.order)
	return math.Abs(cell-math.Round(cell)) < rounding && cell > -rounding && cell < float64(f.order)+rounding
}
