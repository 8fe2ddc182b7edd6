package main

// The layout of a block of order 9, in vectors. Package avx512 knows its size.
const (
	cells9   = 0  // 81 candidate masks
	rowOf9   = 81 // 9: per row the digits of its naked singles
	boxOf9   = 90 // 9: per box, likewise
	moreOf9  = 99 // 9: per row the digits that had several places
	scratch9 = 108
)

// What a pass keeps in the scratch, for each cell or mini-row.
const (
	single9 = scratch9       // 81: the cell's candidate if it is the only one
	some9   = scratch9 + 81  // 27: candidates of any cell
	twice9  = scratch9 + 108 // 27: candidates of two cells
)

// The layout of a block of order 16, in vectors. Package avx512 knows its size.
const (
	rowOf16    = 256 // 16: per row the digits of its naked singles
	columnOf16 = 272 // 16: per column, likewise
	boxOf16    = 288 // 16: per box, likewise
	hiddenOf16 = 304 // 16: per row the digits that had one place
	scratch16  = 320 // the kernels' own
)

// scratchOf returns where the scratch of an order begins.
func scratchOf(order int) int {
	if order == 9 {
		return scratch9
	}
	return scratch16
}
