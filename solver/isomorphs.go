package solver

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// isomorphs draws the isomorphs with which a puzzle is rated, as the
// documentation of Rating defines. Isomorphic puzzles of orders with canonical
// forms have the same ones.
type isomorphs struct {
	shape         geometry.Box
	canonicalizer *Canonicalizer // nil for orders without canonical forms
	form          []uint8
	random        rand.PCG
}

func newIsomorphs(shape geometry.Box) *isomorphs {
	s := &isomorphs{shape: shape, form: make([]uint8, shape.Cells())}
	if slices.Contains(canonicalOrders, shape.Side()) {
		s.canonicalizer = &Canonicalizer{Box: shape}
	}
	return s
}

// lineOrders is the number of ways to permute bands and the rows within them.
const lineOrders = 6 * 6 * 6 * 6

// isomorphCount is the number of ways to make an isomorph: transpose or not,
// permute rows and columns, and relabel digits.
const isomorphCount = 2 * lineOrders * lineOrders * 362_880

// draw fills cells with isomorphs of a puzzle, one after the other.
func (s *isomorphs) draw(cells, puzzle []uint8) {
	copy(s.form, puzzle)
	if s.canonicalizer != nil {
		s.canonicalizer.Canonical(s.form, puzzle)
	}
	s.random.Seed(fnv1a(s.form), ratingVersion)
	size := len(puzzle)
	for ; len(cells) > 0; cells = cells[size:] {
		if size == 81 {
			isomorph((*[81]uint8)(cells), (*[81]uint8)(s.form), s.below(isomorphCount))
			continue
		}
		s.image(cells[:size])
	}
}

// below returns the next random number below n.
func (s *isomorphs) below(n uint64) uint64 {
	number, _ := bits.Mul64(s.random.Uint64(), n)
	return number
}

// Ways to make an isomorph of a 16×16 puzzle: of the lines, and of the labels.
const (
	lines16  = 2 * 24 * 24 * 24 * 24 * 24 * 24 * 24 * 24 * 24 * 24
	labels16 = 20_922_789_888_000
)

// image sets to to an isomorph of s.form.
func (s *isomorphs) image(to []uint8) {
	var c chooser
	n := s.shape.Side()
	if n == 16 {
		c.number = s.below(lines16)
	} else {
		c.random = s
	}
	down, along := n, 1
	if s.shape.Rows == s.shape.Columns && c.below(2) == 1 {
		down, along = along, down
	}
	rows := c.lines(n, s.shape.Rows)
	columns := c.lines(n, s.shape.Columns)
	if n == 16 {
		c.number = s.below(labels16)
	}
	var label [geometry.MaxSide + 1]uint8
	c.permute(label[1:n+1], 1)
	for i, row := range rows[:n] {
		for j, column := range columns[:n] {
			to[n*i+j] = label[s.form[int(row)*down+int(column)*along]]
		}
	}
}

// A chooser takes random numbers from random or, if that is nil, as remainders of
// successive divisions of number.
type chooser struct {
	random *isomorphs
	number uint64
}

// below returns a number below n.
func (c *chooser) below(n uint64) (rest uint64) {
	if c.random != nil {
		return c.random.below(n)
	}
	c.number, rest = c.number/n, c.number%n
	return rest
}

// lines returns an order of n lines that keeps bands together: the order of the
// bands, and then the order within each band of the isomorph.
func (c *chooser) lines(n, lines int) (order [geometry.MaxSide]uint8) {
	var bands [geometry.MaxBox]uint8
	c.permute(bands[:n/lines], 0)
	for b, band := range bands[:n/lines] {
		within := order[b*lines:][:lines]
		c.permute(within, band*uint8(lines))
	}
	return order
}

// permute sets p to a permutation of successive numbers. It inserts each number at
// a place, and the one that was there moves to the end.
func (c *chooser) permute(p []uint8, first uint8) {
	for d := range p {
		at := c.below(uint64(d) + 1)
		p[d] = p[at]
		p[at] = first + uint8(d)
	}
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
	c := chooser{number: number}
	c.permute(label[1:10], 1)
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
