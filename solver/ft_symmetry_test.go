package solver

// A symmetry turns a puzzle into an equivalent one.
type symmetry struct {
	order     int
	digits    []uint8 // what each digit becomes; blanks stay
	rows      []int   // which row each row is taken from
	columns   []int
	transpose bool // first
}

// randomSymmetry draws a symmetry. shuffle permutes 0..n-1.
func randomSymmetry(order int, shuffle func(n int) []int, transpose bool) symmetry {
	side := 3 + order/16
	lines := func() []int {
		var all []int
		for _, band := range shuffle(side) {
			for _, line := range shuffle(side) {
				all = append(all, band*side+line)
			}
		}
		return all
	}
	y := symmetry{order: order, digits: []uint8{0}, rows: lines(), columns: lines(), transpose: transpose}
	for _, digit := range shuffle(order) {
		y.digits = append(y.digits, uint8(digit)+1)
	}
	return y
}

// apply returns the puzzle that the symmetry makes of another.
func (y symmetry) apply(cells []uint8) []uint8 {
	result := make([]uint8, len(cells))
	for i := range result {
		row, column := y.rows[i/y.order], y.columns[i%y.order]
		if y.transpose {
			row, column = column, row
		}
		result[i] = y.digits[cells[row*y.order+column]]
	}
	return result
}
