package learn

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A brute counts solutions by trial and error. It fills the cell with the
// fewest digits that no clue in its houses has, and tries all these digits in
// turn.
type brute struct {
	order, side int
	cells       []uint8
	used        [48]uint32 // digits of each row, column and box
	limit       int
	solutions   [][]uint8
	steps       int // number of steps left
}

// bruteForce returns up to limit solutions, and whether the given number of
// steps was enough.
func bruteForce(order int, cells []uint8, limit, steps int) (solutions [][]uint8, ok bool) {
	b := &brute{order: order, side: 3 + order/16, cells: slices.Clone(cells), limit: limit, steps: steps}
	for cell, digit := range cells {
		if digit == 0 {
			continue
		}
		for _, h := range b.houses(cell) {
			if b.used[h]>>digit&1 != 0 {
				return nil, true
			}
			b.used[h] |= 1 << digit
		}
	}
	b.search()
	return b.solutions, b.steps > 0
}

func (b *brute) houses(cell int) [3]int {
	row, column := cell/b.order, cell%b.order
	return [3]int{row, b.order + column, 2*b.order + row/b.side*b.side + column/b.side}
}

func (b *brute) search() {
	if b.steps--; b.steps <= 0 || len(b.solutions) == b.limit {
		return
	}
	tight, least, free := -1, 99, uint32(0)
	for cell, digit := range b.cells {
		if digit != 0 {
			continue
		}
		h := b.houses(cell)
		f := (2<<b.order - 2) &^ (b.used[h[0]] | b.used[h[1]] | b.used[h[2]])
		if n := bits.OnesCount32(f); n < least {
			tight, least, free = cell, n, f
		}
	}
	if tight < 0 {
		b.solutions = append(b.solutions, slices.Clone(b.cells))
		return
	}
	for ; free != 0; free &= free - 1 {
		bit := free & -free
		for _, h := range b.houses(tight) {
			b.used[h] |= bit
		}
		b.cells[tight] = uint8(bits.TrailingZeros32(bit))
		b.search()
		b.cells[tight] = 0
		for _, h := range b.houses(tight) {
			b.used[h] &^= bit
		}
	}
}

// randomPuzzle returns a puzzle of order 9 with the given number of clues of a
// random grid, some of them wrong.
func randomPuzzle(r *rand.Rand, clues, wrong int) []uint8 {
	cells := make([]uint8, 81)
	rows, columns, digits := shuffled(r), shuffled(r), r.Perm(9)
	for i := range cells {
		row, column := rows[i/9], columns[i%9]
		cells[i] = uint8(digits[(row*3+row/3+column)%9]) + 1
	}
	solved := slices.Clone(cells)
	for _, cell := range r.Perm(81)[clues:] {
		cells[cell] = 0
	}
	for range wrong {
		cell := r.IntN(81)
		cells[cell] = solved[r.IntN(81)]
	}
	return cells
}

// shuffled returns a random order of rows that keeps bands together.
func shuffled(r *rand.Rand) (rows []int) {
	for _, band := range r.Perm(3) {
		for _, row := range r.Perm(3) {
			rows = append(rows, 3*band+row)
		}
	}
	return rows
}
