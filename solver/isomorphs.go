package solver

import (
	"math/bits"
	"math/rand/v2"
)

// isomorphs draws the isomorphs with which a puzzle is rated, as the
// documentation of Rating defines. Isomorphic 9×9 puzzles have the same ones.
type isomorphs struct {
	canonicalizer *Canonicalizer
	form          [81]uint8
	random        rand.PCG
}

func newIsomorphs() *isomorphs { return &isomorphs{canonicalizer: NewCanonicalizer()} }

// lineOrders is the number of ways to permute bands and the rows within them.
const lineOrders = 6 * 6 * 6 * 6

// isomorphCount is the number of ways to make an isomorph: transpose or not,
// permute rows and columns, and relabel digits.
const isomorphCount = 2 * lineOrders * lineOrders * 362_880

// draw fills cells with isomorphs of a puzzle, one after the other.
func (s *isomorphs) draw(cells, puzzle []uint8) {
	if len(puzzle) == 256 {
		s.draw16(cells, puzzle)
		return
	}
	s.canonicalizer.Canonical(s.form[:], puzzle)
	s.random.Seed(fnv1a(s.form[:]), ratingVersion)
	for ; len(cells) > 0; cells = cells[81:] {
		number, _ := bits.Mul64(s.random.Uint64(), isomorphCount)
		isomorph((*[81]uint8)(cells), &s.form, number)
	}
}

// Ways to make an isomorph of a 16×16 puzzle: of the lines, and of the labels.
const (
	lines16  = 2 * 24 * 24 * 24 * 24 * 24 * 24 * 24 * 24 * 24 * 24
	labels16 = 20_922_789_888_000
)

// draw16 fills cells with isomorphs of a 16×16 puzzle.
func (s *isomorphs) draw16(cells, puzzle []uint8) {
	s.random.Seed(fnv1a(puzzle), ratingVersion)
	for ; len(cells) > 0; cells = cells[256:] {
		number, _ := bits.Mul64(s.random.Uint64(), lines16)
		down, along := 16, 1
		if number%2 == 1 {
			down, along = along, down
		}
		number /= 2
		rows := lines(&number)
		columns := lines(&number)
		number, _ = bits.Mul64(s.random.Uint64(), labels16)
		label := labelsTo(16, number)
		for i, row := range rows {
			for j, column := range columns {
				cells[16*i+j] = label[puzzle[row*down+column*along]]
			}
		}
	}
}

// lines returns an order of sixteen lines that keeps bands together. It takes
// five remainders by 24 from the number: the order of the bands, and then the
// order within each band of the isomorph.
func lines(number *uint64) (order [16]int) {
	for b, band := range four(number) {
		for k, line := range four(number) {
			order[4*b+k] = 4*band + line
		}
	}
	return order
}

// four returns an order of 0 to 3 by a remainder by 24. Like labels, it inserts
// each value at a place.
func four(number *uint64) (order [4]int) {
	for d := range uint64(4) {
		at := *number % (d + 1)
		*number /= d + 1
		order[d] = order[at]
		order[at] = int(d)
	}
	return order
}

// fnv1a returns the 64-bit FNV-1a hash of a puzzle.
func fnv1a(cells []uint8) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, c := range cells {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return h
}

// isomorph sets to to isomorph number of from. The number must be below
// isomorphCount.
func isomorph(to, from *[81]uint8, number uint64) {
	down, along := uint8(9), uint8(1)
	if number%2 == 1 {
		down, along = along, down
	}
	number /= 2
	rows := &lineOrder[number%lineOrders]
	number /= lineOrders
	columns := &lineOrder[number%lineOrders]
	label := labels(number / lineOrders)
	for i, row := range rows {
		line := (*[9]uint8)(to[9*i:])
		for j, column := range columns {
			line[j] = label[from[row*down+column*along]&15]
		}
	}
}

// labels returns the new digit for each digit, under permutation number of the
// digits. The number must be below 9!. Blanks stay blank.
func labels(number uint64) (label [16]uint8) {
	all := labelsTo(9, number)
	return [16]uint8(all[:])
}

// labelsTo is labels for digits up to most. The number must be below most!.
func labelsTo(most, number uint64) (label [17]uint8) {
	for d := uint64(1); d <= most; d++ {
		at := number%d + 1
		number /= d
		label[d] = label[at]
		label[at] = uint8(d)
	}
	return label
}

// lineOrder lists the orders of nine lines that keep bands together.
var lineOrder = newLineOrder()

func newLineOrder() (order [lineOrders][9]uint8) {
	threes := [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for i := range order {
		bands, n := threes[i%6], i/6
		for b, band := range bands {
			for k, line := range threes[n%6] {
				order[i][3*b+k] = 3*band + line
			}
			n /= 6
		}
	}
	return order
}
