package singles

// A layout says where the cells of an order's puzzles lie in a grid.
type layout struct {
	order int
	at    [256]uint8 // by cell: 64 times its band, plus its bit
	all   places
}

var (
	layout9  = newLayout(3)
	layout16 = newLayout(4)
)

func newLayout(side int) layout {
	s := layout{order: side * side}
	order := side * side
	for i := range order * order {
		row, column := i/order, i%order
		bit := row%side*16 + column/side*4 + column%side
		s.at[i] = uint8(row/side*64 + bit)
		s.all[row/side] |= 1 << bit
	}
	return s
}
