package solver

// findClash looks for two equal clues in one house: of all such pairs the one
// whose later cell comes first, and of these the one with the first partner.
func findClash(order int, cells []uint8) (Result, bool) {
	for i, v := range cells {
		if v == 0 {
			continue
		}
		for j, w := range cells[:i] {
			if w == v && sharesHouse(order, i, j) {
				return Result{
					Status:   Contradiction,
					Complete: true,
					Clash:    [2]uint16{uint16(j), uint16(i)},
				}, true
			}
		}
	}
	return Result{}, false
}

// sharesHouse reports whether two cells lie in one row, column or box.
func sharesHouse(order, i, j int) bool {
	size := 3 // of a box
	if order == 16 {
		size = 4
	}
	return i/order == j/order || i%order == j%order ||
		i/(order*size) == j/(order*size) && i%order/size == j%order/size
}
