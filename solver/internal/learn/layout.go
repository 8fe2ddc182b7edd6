package learn

import "github.com/sudokubatch/sudokubatch/solver/geometry"

// A layout maps the candidates of a shape to groups, and back.
//
// A candidate has the number cell·order+digit, with digits from 0. There are
// four kinds of groups, order² groups of each kind: the digits of a cell, and
// for each digit its columns in a row, its rows in a column and its places in a
// box. Bit i of a group's mask stands for member i.
type layout struct {
	shape               geometry.Box
	order, square, cube int

	seats   []seat             // by candidate
	members [][vertices]uint16 // by group: its candidates
	house   []uint8            // by group: its cell's row, or its row, column or box
}

// vertices is at least the greatest order. It is a power of 2.
const vertices = 32

// A seat holds a candidate's group of each kind, and the candidate's bit in
// that group's mask.
type seat struct {
	group [4]uint16
	bit   [4]uint32
}

// The kinds of groups.
const (
	ofCell = iota
	ofRow
	ofColumn
	ofBox
)

// group returns the number of the group for the i-th cell, row, column or box.
// digit is ignored if kind is ofCell.
func (g *layout) group(kind, i, digit int) int {
	if kind == ofCell {
		return i
	}
	return kind*g.square + i*g.order + digit
}

func newLayout(shape geometry.Box) *layout {
	order := shape.Side()
	g := &layout{shape: shape, order: order, square: order * order, cube: order * order * order}
	g.seats = make([]seat, g.cube)
	g.members = make([][vertices]uint16, 4*g.square)
	g.house = make([]uint8, 4*g.square)
	for c := range g.cube {
		cell, digit := c/order, c%order
		row, column, box := shape.Houses(cell)
		place := row%shape.Rows*shape.Columns + column%shape.Columns
		in := [4]int{
			ofCell:   g.group(ofCell, cell, digit),
			ofRow:    g.group(ofRow, row, digit),
			ofColumn: g.group(ofColumn, column, digit),
			ofBox:    g.group(ofBox, box, digit),
		}
		at := [4]int{ofCell: digit, ofRow: column, ofColumn: row, ofBox: place}
		for kind := range in {
			g.seats[c].group[kind] = uint16(in[kind])
			g.seats[c].bit[kind] = 1 << at[kind]
			g.members[in[kind]][at[kind]] = uint16(c)
			g.house[in[kind]] = uint8([4]int{row, row, column, box}[kind])
		}
	}
	return g
}
