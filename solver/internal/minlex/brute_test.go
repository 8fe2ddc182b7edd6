package minlex

import "slices"

// lineOrders returns the orders of nine lines that keep bands together.
func lineOrders() (orders [][9]int) {
	perms := [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for i := range 6 * 6 * 6 * 6 {
		bands, first, second, third := perms[i%6], perms[i/6%6], perms[i/36%6], perms[i/216]
		var order [9]int
		for k := range 3 {
			order[k] = 3*bands[0] + first[k]
			order[3+k] = 3*bands[1] + second[k]
			order[6+k] = 3*bands[2] + third[k]
		}
		orders = append(orders, order)
	}
	return orders
}

// bruteForce tries all geometric transformations, each with relabelling by
// first appearance. It shares no code with the search.
func bruteForce(puzzle []uint8) (form []uint8, automorphisms int) {
	form = slices.Repeat([]uint8{255}, 81)
	orders := lineOrders()
	for transposed := range 2 {
		grid := slices.Clone(puzzle)
		if transposed == 1 {
			for i := range grid {
				grid[i] = puzzle[i%9*9+i/9]
			}
		}
		for i := range orders {
			for k := range orders {
				switch order := compareImage(grid, &orders[i], &orders[k], form); {
				case order < 0:
					automorphisms = 1
				case order == 0:
					automorphisms++
				}
			}
		}
	}
	return form, automorphisms
}

// compareImage compares the image of a grid with the least one so far, and
// replaces that if the image is less.
func compareImage(grid []uint8, rows, columns *[9]int, least []uint8) (order int) {
	var labels [10]uint8
	next := uint8(1)
	for i := range least {
		digit := grid[9*rows[i/9]+columns[i%9]]
		if digit != 0 && labels[digit] == 0 {
			labels[digit] = next
			next++
		}
		if order == 0 {
			order = int(labels[digit]) - int(least[i])
		}
		if order > 0 {
			return order
		}
		least[i] = labels[digit] // no change while order is 0
	}
	return order
}
