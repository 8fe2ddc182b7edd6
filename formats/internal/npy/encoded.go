package npy

// This file recognizes arrays for a neural network: one-hot cells and scaled numbers. Both are refused, with the
// expression that makes digits of them.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// oneHotAdvice returns what converts one-hot cells to numbers if a shape fits such cells, and otherwise "". The
// dimension of the digits comes after the cells or before them.
func oneHotAdvice(shape []int) string {
	var ways []string
	for _, axis := range []int{3, 2, 1} { // counted from the last one
		at := len(shape) - axis
		if at < 0 || len(shape) < 2 || axis == 2 && at == 0 {
			continue
		}
		for _, order := range geometry.Sides() {
			rows, flat := []int{order, order}, []int{order * order}
			cells := slices.Equal(shape[at+1:], rows) || slices.Equal(shape[at+1:], flat)
			if axis == 1 {
				cells = slices.Equal(shape[max(at-2, 0):at], rows) || slices.Equal(shape[at-1:at], flat)
			}
			switch {
			case cells && shape[at] == order:
				ways = append(ways, fmt.Sprintf("a.argmax(-%d) + a.any(-%[1]d)", axis))
			case cells && shape[at] == order+1:
				ways = append(ways, fmt.Sprintf("a.argmax(-%d)", axis))
			}
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return "convert one-hot cells to numbers with " + strings.Join(ways, " if the digits come first, and otherwise with ")
}

// checkOneHot returns an error if an array of as many grids as a grid has rows may be one puzzle of one-hot
// cells: the sample has only zeros and ones.
func (l *Layout) checkOneHot(h *header, records [][]byte) error {
	f, shape := &l.fields[0], withoutOnes(h.shape)
	if len(shape) != 3 || f.isText() || oneHotAdvice(shape) == "" {
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

// checkScaled returns an error if most numbers of a field's grids, blanks aside, are no whole numbers. A nil field
// has none.
func (f *field) checkScaled(h *header, records [][]byte) error {
	if f == nil || f.kind != 'f' {
		return nil
	}
	digits := float64(f.order)
	scales := []struct {
		add, times float64
		undo       string // with N for times
	}{{0, 1, "a"}, {0, digits, "(a * N)"}, {0.5, digits, "((a + 0.5) * N)"}, {0, 10, "(a * N)"}, {1, digits / 2, "((a + 1) * N)"}}
	fractions, others, array := 0, 0, "a"
	for _, record := range records {
		for elements := f.of(record); len(elements) > 0; elements = elements[f.size:] {
			number := f.number(elements)
			switch {
			case math.IsNaN(number):
				array = "np.nan_to_num(a)"
				continue
			case number == 0 || number == -1:
			case number == math.Trunc(number):
				others++
			default:
				fractions++
			}
			for i := len(scales) - 1; i >= 0; i-- {
				cell := (number + scales[i].add) * scales[i].times
				if whole := math.Round(cell); math.Abs(cell-whole) > 1e-2 || whole < 0 || whole > digits {
					scales = slices.Delete(scales, i, i+1)
				}
			}
		}
	}
	if fractions <= others {
		return nil
	}
	reason := "its numbers are not whole: undo what scaled them, and write integers"
	if len(scales) > 0 {
		undo := strings.NewReplacer("a", array, "N", fmt.Sprint(scales[0].times)).Replace(scales[0].undo)
		reason = "its numbers are scaled: convert them to digits with " + undo + ".round().astype('u1')"
	}
	if h.members != nil {
		reason = "array " + f.name + ": " + reason
	}
	return &ArrayError{Type: h.descr, Shape: h.shape, Reason: reason}
}
