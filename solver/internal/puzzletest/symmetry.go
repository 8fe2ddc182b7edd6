package puzzletest

// A Symmetry turns a puzzle into an equivalent one.
type Symmetry struct {
	order     int
	Digits    []uint8 // what each digit becomes; blanks stay
	Rows      []int   // which row each row is taken from
	Columns   []int
	Transpose bool // first
}

// RandomSymmetry draws a symmetry. shuffle permutes 0..n-1.
func RandomSymmetry(order int, shuffle func(n int) []int, transpose bool) Symmetry {
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
	y := Symmetry{order: order, Digits: []uint8{0}, Rows: lines(), Columns: lines(), Transpose: transpose}
	for _, digit := range shuffle(order) {
		y.Digits = append(y.Digits, uint8(digit)+1)
	}
	return y
}

// Apply returns the puzzle that the symmetry makes of another.
func (y Symmetry) Apply(cells []uint8) []uint8 {
	result := make([]uint8, len(cells))
	for i := range result {
		row, column := y.Rows[i/y.order], y.Columns[i%y.order]
		if y.Transpose {
			row, column = column, row
		}
		result[i] = y.Digits[cells[row*y.order+column]]
	}
	return result
}
