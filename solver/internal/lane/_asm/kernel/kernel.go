// Package kernel has what the generators of all instruction sets share: the order in which kernels
// visit cells and houses, and the fields of keys. V is a register that holds a vector.
package kernel

// A Sum joins the entries of each row or column of a table. join returns v, or a copy, if it is the
// first entry. Otherwise it returns sum and v together, and may overwrite sum.
type Sum[V any] struct {
	columns bool
	join    func(sum, v V, first bool) V
	done    func(i int, sum V)
}

// Rows joins the entries of rows, and Columns the entries of columns. done gets each sum.
func Rows[V any](join func(sum, v V, first bool) V, done func(i int, sum V)) Sum[V] {
	return Sum[V]{false, join, done}
}

// Columns is described at Rows.
func Columns[V any](join func(sum, v V, first bool) V, done func(i int, sum V)) Sum[V] {
	return Sum[V]{true, join, done}
}

// Table visits a table of n rows and n columns, at most four, row by row. Each entry is joined to the sums in
// their order. The sum of a row is done at the row's end, the sums of columns at the end.
func Table[V any](n int, entry func(row, column int) V, sums ...Sum[V]) {
	totals := make([][4]V, len(sums))
	for row := range n {
		for column := range n {
			v := entry(row, column)
			for i, s := range sums {
				total, first := &totals[i][row], column == 0
				if s.columns {
					total, first = &totals[i][column], row == 0
				}
				*total = s.join(*total, v, first)
			}
		}
		for i, s := range sums {
			if !s.columns {
				s.done(row, totals[i][row])
			}
		}
	}
	for i, s := range sums {
		for column := 0; s.columns && column < n; column++ {
			s.done(column, totals[i][column])
		}
	}
}

// Sweeps is lane.Sweeps.
const Sweeps = 5

// Clues visits the clues of all houses of order 9. union returns the union of n cells that are
// distance apart. rows and boxes join mini-rows.
func Clues[V any](union func(first, distance, n int) V, rows, boxes Sum[V], column func(i int, clues V)) {
	for band := range 3 {
		ofBand := func(s Sum[V]) Sum[V] {
			return Sum[V]{s.columns, s.join, func(i int, clues V) { s.done(3*band+i, clues) }}
		}
		mini := func(t, k int) V { return union(27*band+9*t+3*k, 1, 3) }
		Table(3, mini, ofBand(boxes), ofBand(rows))
	}
	for i := range 9 {
		column(i, union(i, 9, 9))
	}
}

// Sweep looks at each cell once: at the cells of three boxes that share no house, one in each band,
// a mini-row at a time, and then at the next three boxes. load and store load and store the digits
// that a box needs.
//
// miniRow places the digit of each cell whose three houses leave one. If a cell has a digit
// already, its houses do not need that digit, so they leave nothing, or make several digits of it.
// Row and box learn of new digits only after all three cells, so the processor can work on these at
// once.
func Sweep[B any](load func(box int) B, miniRow func(r, stack int, box B), store func(box int, needs B)) {
	for diagonal := range 3 {
		stack := func(band int) int { return (band + diagonal) % 3 }
		var boxes [3]B
		for band := range boxes {
			boxes[band] = load(3*band + stack(band))
		}
		for t := range 3 {
			for band, box := range boxes {
				miniRow(3*band+(t+band)%3, stack(band), box)
			}
		}
		for band, box := range boxes {
			store(3*band+stack(band), box)
		}
	}
}

// Match returns the entries of a 3×3 table that lie on a perfect matching of rows to columns: the
// union of all matchings in the table. The first three matchings share no entry. and intersects the
// entries of a matching; it may overwrite a in the others.
func Match[V any](some *[3][3]V, and func(a, b, c V, first bool) V, or func(a, b V) V) (keep [3][3]V) {
	for i, columns := range [][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}} {
		whole := and(some[0][columns[0]], some[1][columns[1]], some[2][columns[2]], i < 3)
		for t, k := range columns {
			if i < 3 {
				keep[t][k] = whole
			} else {
				keep[t][k] = or(keep[t][k], whole)
			}
		}
	}
	return keep
}

// Lock applies pointing and claiming to the digits of the mini-rows (or mini-columns) of a band of
// order 16. A digit confined to one box of its row is removed from that box's other rows. A digit
// confined to one row of its box is removed from that row's other boxes.
//
// twice returns the digits that two entries of a line have, and others returns, for each of four
// entries, the digits of the other three without the digits that are in twice of their own line.
// claim keeps the digits that other rows claim, and take removes them and pointed from an entry.
func Lock[V any](some *[4][4]V, twice func([4]V) V, others func(entries, twice [4]V) [4]V, claim func(t, k int, claimed V), take func(t, k int, pointed V)) {
	box := func(k int) [4]V { return [4]V{some[0][k], some[1][k], some[2][k], some[3][k]} }
	var several [4]V
	for t := range 4 {
		several[t] = twice(some[t])
	}
	for k := range 4 {
		for t, claimed := range others(box(k), several) {
			claim(t, k, claimed)
		}
	}
	for k := range 4 {
		several[k] = twice(box(k))
	}
	for t := range 4 {
		for k, pointed := range others(some[t], several) {
			take(t, k, pointed)
		}
	}
}

// In order 9 the key of a cell has three fields, from the top: its number of candidates minus 2 (a
// cell with one candidate wraps around to the greatest value), 28 minus its score, and its index.
// The branch cell has the least key. (Nine candidates look like one, but if nine are the fewest, no
// cell is solved.) The sum of min(candidates, 2) counts the unsolved cells of houses and mini-rows.
// With these sums the score of an unsolved cell is row + column + 2 box - 4 mini-row - 4
// mini-column - 8. One part of it depends only on the mini-row, the other on the mini-column.
//
// The same sums find dead states that a pass does not see. A row of nine cells with u unsolved ones
// has 9-u different naked singles, unless one occurs twice or a cell has no candidate. (A digit
// that is twice only in a column or box does not survive a pass that changes nothing.) And a digit
// with one place in a row is a naked single by now, unless it shares the place with another.
//
// In order 16 a key has no room for the row. Its fields are the number of candidates minus 2, 52
// minus the score, and the column. The row is stored when it has a lesser key than all rows before
// it. The score of an unsolved cell is row + column + 2 box - 4 mini-row - 4 mini-column - 28.
//
// The constants are the lowest bits of the fields, and the values from which the parts of the score
// are subtracted. They are large enough that no key becomes negative before all parts are added.
const (
	CountBit9, ScoreBit9               = 13, 7
	FromRow9, FromColumn9              = 33, 3
	CountBit16, ScoreBit16             = 11, 4
	FromRow16, FromBox16, FromColumn16 = 28, 40, 12
)
