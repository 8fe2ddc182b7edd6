package minlex

import "github.com/sudokubatch/sudokubatch/geometry"

// A Small finds canonical forms of puzzles of order 4 or 6. It tries all
// geometric transformations: 128 or 3,456.
type Small struct {
	shape         geometry.Box
	rows, columns [][]uint8 // the orders of lines that keep bands together
}

// NewSmall returns a search for puzzles of a shape.
func NewSmall(shape geometry.Box) *Small {
	n := shape.Side()
	return &Small{shape, orderLines(n/shape.Rows, shape.Rows), orderLines(n/shape.Columns, shape.Columns)}
}

// orderLines returns the orders of lines that keep bands together.
func orderLines(bands, lines int) (orders [][]uint8) {
	orders = [][]uint8{{}}
	for range bands {
		var longer [][]uint8
		for _, order := range orders {
			for band := range bands {
				longer = appendBand(longer, order, uint8(band*lines), uint8(lines))
			}
		}
		orders = longer
	}
	return orders
}

// appendBand appends all orders that go on with the lines of a band, unless the
// band is used.
func appendBand(orders [][]uint8, order []uint8, first, lines uint8) [][]uint8 {
	for _, line := range order {
		if line/lines == first/lines {
			return orders
		}
	}
	for _, within := range permutations(lines) {
		longer := append([]uint8{}, order...)
		for _, line := range within {
			longer = append(longer, first+line)
		}
		orders = append(orders, longer)
	}
	return orders
}

// permutations returns the permutations of the numbers below n.
func permutations(n uint8) [][]uint8 {
	if n == 0 {
		return [][]uint8{{}}
	}
	var all [][]uint8
	for _, fewer := range permutations(n - 1) {
		for at := range n {
			p := append([]uint8{}, fewer[:at]...)
			all = append(all, append(append(p, n-1), fewer[at:]...))
		}
	}
	return all
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
