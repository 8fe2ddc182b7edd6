package minlex

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Small finds canonical forms of puzzles of order 4 or 6. It tries all
// geometric transformations: 128 or 3,456.
type Small struct {
	shape         geometry.Box
	rows, columns [][]uint8 // the orders of lines that keep bands together
}

// NewSmall returns a search for puzzles of a shape.
func NewSmall(shape geometry.Box) *Small {
	s := &Small{shape: shape}
	for _, order := range permutations(shape.Side()) {
		if keepsBands(order, shape.Rows) {
			s.rows = append(s.rows, order)
		}
		if keepsBands(order, shape.Columns) {
			s.columns = append(s.columns, order)
		}
	}
	return s
}

// permutations returns the permutations of the numbers below n.
func permutations(n int) [][]uint8 {
	if n == 0 {
		return [][]uint8{{}}
	}
	var all [][]uint8
	for _, fewer := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(fewer), at, uint8(n-1)))
		}
	}
	return all
}

// keepsBands reports whether an order of lines keeps bands together.
func keepsBands(order []uint8, lines int) bool {
	for i, line := range order {
		if int(line)/lines != int(order[i-i%lines])/lines {
			return false
		}
	}
	return true
}

// Canonical sets form to the canonical form of a puzzle and by to a
// transformation that gives it. It returns the number of automorphisms.
func (s *Small) Canonical(form, puzzle []uint8, by *Mapping) (automorphisms int) {
	var grid, least [36]uint8 // a copy, because form and puzzle may be one slice
	copy(grid[:], puzzle)
	n := s.shape.Side()
	least[0] = 255
	views := [][2]int{{n, 1}, {1, n}}
	if s.shape.Rows != s.shape.Columns {
		views = views[:1]
	}
	for _, view := range views {
		for _, rows := range s.rows {
			for _, columns := range s.columns {
				var cells [36]uint8
				for i, row := range rows {
					for j, column := range columns {
						cells[i*n+j] = row*uint8(view[0]) + column*uint8(view[1])
					}
				}
				switch digits, order := image(&grid, cells[:n*n], &least); {
				case order < 0:
					automorphisms = 1
					copy(by.Cells[:], cells[:])
					by.Digits = digits
				case order == 0:
					automorphisms++
				}
			}
		}
	}
	copy(form, least[:n*n])
	return automorphisms
}

// image compares the image of a grid with the least one so far, and replaces
// that if the image is less. Cells says which cell of the grid goes to each place.
// Digits get labels by first appearance, and the remaining ones after that.
func image(grid *[36]uint8, cells []uint8, least *[36]uint8) (labels [10]uint8, order int) {
	next := uint8(1)
	for i, cell := range cells {
		digit := grid[cell]
		if digit != 0 && labels[digit] == 0 {
			labels[digit] = next
			next++
		}
		if order == 0 {
			order = int(labels[digit]) - int(least[i])
		}
		if order > 0 {
			return labels, order
		}
		least[i] = labels[digit] // no change while order is 0
	}
	for digit := range labels[1:] {
		if labels[digit+1] == 0 {
			labels[digit+1] = next
			next++
		}
	}
	return labels, order
}
