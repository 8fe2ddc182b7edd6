package main

// The lanes of a block are eight columns of a vector each, side by side: a cell has as many
// vectors. A kernel does all its work for one column, then for the next.
const (
	columns = 2
	stride  = columns * vector // from a cell to the next, in bytes
)

// The layout of a block of order 9, in cells, that is in as many vectors of each column. Package
// neon knows its size.
const (
	cells9   = 0   // 81 candidate masks
	hidden9  = 81  // 9: per row the digits that had one place and were no naked singles
	rowOf9   = 90  // 9: per row the digits of its naked singles
	sumOf9   = 99  // 1: the sum of all masks
	scratch9 = 100 // 162: the kernels' own
)

// What a pass keeps in the scratch, for each cell, mini-row or house.
const (
	single9 = scratch9       // 81: the cell's candidate if it is the only one
	some9   = scratch9 + 81  // 27: candidates of any cell
	twice9  = scratch9 + 108 // 27: candidates of two cells
	box9    = scratch9 + 135 // 9: naked singles of the box
)

// The layout of a block of order 16, likewise.
const (
	cells16    = 0   // 256 candidate masks
	hidden16   = 256 // 16: per row the digits that had one place and were no naked singles
	rowOf16    = 272 // 16: per row the digits of its naked singles
	columnOf16 = 288 // 16: per column, likewise, those ever seen in the search
	boxOf16    = 304 // 16: per box, as per row
	scratch16  = 320 // 176: the kernels' own
)

// at is the address of the i-th vector of a column.
func at(base R, i int) memory { return memory{base, i * stride} }

// scratchOf returns where the scratch of an order begins.
func scratchOf(order int) int {
	if order == 9 {
		return scratch9
	}
	return scratch16
}

// eachColumn generates a loop over all columns, the last first. body is given the address of one.
func eachColumn(block R, body func(base R)) {
	base, label := newR(), newLabel("column")
	emitR("ADD\t$%d, R%%[2]d, R%%[1]d", (columns-1)*vector, base, block)
	here(label)
	body(base)
	emitR("SUB\t$%d, R%%[2]d, R%%[1]d", vector, base, base)
	emit("CMP\tR%[2]d, R%[1]d", nil, uses(base, block))
	branch("BHS\t", label)
}
