package learn

// A geometry is what there is to know about the candidates and groups of an
// order.
//
// Candidates are numbered cell·order+digit, digits from 0. Groups come in four
// kinds of order² each: a cell's digits, a digit's columns in a row, a digit's
// rows in a column, a digit's places in a box. The members of a group are the
// bits of a mask in that order.
type geometry struct {
	order, side, square, cube int

	seats   []seat       // of each candidate
	members [][16]uint16 // of each group
}

// A seat is where a candidate is: its group of each kind, and its bit there.
type seat struct{ group, bit [4]uint16 }

// The kinds of groups.
const (
	ofCell = iota
	ofRow
	ofColumn
	ofBox
)

// group returns the group of a kind that is about the i-th cell, row, column or
// box; all but a cell's is also about a digit.
func (g *geometry) group(kind, i, digit int) int {
	if kind == ofCell {
		return i
	}
	return kind*g.square + i*g.order + digit
}

func newGeometry(order int) *geometry {
	side := 3 + order/16
	g := &geometry{order: order, side: side, square: order * order, cube: order * order * order}
	g.seats = make([]seat, g.cube)
	g.members = make([][16]uint16, 4*g.square)
	for c := range g.cube {
		cell, digit := c/order, c%order
		row, column := cell/order, cell%order
		box, place := row/side*side+column/side, row%side*side+column%side
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
		}
	}
	return g
}
