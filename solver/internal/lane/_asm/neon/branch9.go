package main

import "fmt"

func beginBranch(order int) {
	begin(symbol("branch", order), fmt.Sprintf("finds the branch cell of each lane of a stable block of order %d", order),
		[]parameter{pointerTo("uint16", "block"), pointerTo("[32]uint16", "cells")},
		[]parameter{lanesOf("dead")})
}

// eachBranch generates the choice of a branch cell for each column. A lane is dead where bad is not
// zero.
func eachBranch(choose func(base R) (best, bad V)) {
	dead, block := constant(0), pointer("block")
	to := address(memory{pointer("cells"), columns * vector})
	eachColumn(block, func(base R) {
		best, bad := choose(base)
		advance(to, -vector)
		store(best, memory{to, 0})
		append8(dead, bitsOf(test(bad, bad)))
	})
	result(dead, "dead")
	ret()
}

// branch9 generates the choice of the branch cell in stable states of order 9.
//
// Each cell gets a key of three fields, from the top: its candidates less two (so that a cell with
// one wraps round to the greatest), 28 less its score, its index. The branch cell is the one with
// the least key. (Nine candidates look like one, but where nine are the fewest no cell is solved.)
// The unsolved cells of houses and mini-rows are counted by summing min(candidates, 2). In terms of
// these sums the score of an unsolved cell is row + column + 2 box - 4 mini-row - 4 mini-column -
// 8; one part of that belongs to the mini-row, the other to the mini-column.
//
// The same sums find dead states that a pass does not see. In a row of nine cells, u of them
// unsolved, the naked singles are 9-u different digits, unless one is there twice or a cell is
// empty. (A digit that is twice in a column or box alone does not survive a pass that changes
// nothing.) And a digit with one place in a row is a naked single by now, unless it shares the
// place with another.
func branch9() {
	beginBranch(9)
	eachBranch(func(base R) (best, bad V) {
		b := &branch9Builder{base: base}
		b.countMinis()
		bad = b.sumHouses()
		b.scoreColumns()
		return and(b.least(), words(0x7f)), bad
	})
}

// The lowest bits of the fields of a key, and what the two parts of the score are subtracted from,
// so that neither falls below 0.
const (
	countBit9, scoreBit9  = 13, 7
	fromRow9, fromColumn9 = 33, 3
)

type branch9Builder struct{ base R }

func (b *branch9Builder) count(i int) memory      { return at(b.base, scratch9+i) } // in its field
func (b *branch9Builder) miniRow(i int) memory    { return at(b.base, scratch9+81+i) }
func (b *branch9Builder) miniColumn(i int) memory { return at(b.base, scratch9+108+i) }
func (b *branch9Builder) houseSum(i int) memory   { return at(b.base, scratch9+135+i) } // rows, columns, boxes

// countMinis counts candidates, and the unsolved cells of mini-rows and mini-columns plus three.
func (b *branch9Builder) countMinis() {
	two := words(2)
	for band := range 3 {
		for k := range 3 {
			var columns [3]V
			for t := range 3 {
				var row V
				for i := range 3 {
					cell := 27*band + 9*t + 3*k + i
					n := count(load(at(b.base, cells9+cell)))
					store(shiftLeft(n, countBit9), b.count(cell))
					n = minimum(n, two)
					row = addFirst(row, n, i == 0)
					columns[i] = addFirst(columns[i], n, t == 0)
				}
				store(row, b.miniRow(9*band+3*t+k))
			}
			for i := range 3 {
				store(columns[i], b.miniColumn(9*band+3*k+i))
			}
		}
	}
}

// addFirst returns sum + n, or n if it is the first.
func addFirst(sum, n V, first bool) V {
	if first {
		return n
	}
	return add(sum, n)
}

// sumHouses adds mini-rows and mini-columns up to houses and finds dead states. The rows are
// checked together, because none can have more than it should. The sums are stored as parts of
// keys.
func (b *branch9Builder) sumHouses() (bad V) {
	cells, bad := zero(), zero()
	house := func(mini func(int) memory, first, step int) V {
		return add(add(load(mini(first)), load(mini(first+step))), load(mini(first+2*step)))
	}
	for i := range 9 {
		row := house(b.miniRow, 3*i, 1)
		addTo(cells, add(row, count(load(at(b.base, rowOf9+i)))))
		orTo(bad, load(at(b.base, hidden9+i)))
		store(lessScore(fromRow9<<scoreBit9+9*i, row, scoreBit9), b.houseSum(i))
		column := house(b.miniColumn, i, 9)
		store(lessScore(fromColumn9<<scoreBit9-2<<countBit9+i, column, scoreBit9), b.houseSum(9+i))
		box := house(b.miniRow, i/3*9+i%3, 3)
		store(shiftLeft(box, scoreBit9+1), b.houseSum(18+i))
	}
	return or(bad, xor(cells, words(9*18)))
}

// lessScore subtracts a sum, moved up to the given bit, from a part of a key.
func lessScore(from int, sum V, bit int) V { return sub(words(uint16(from)), shiftLeft(sum, bit)) }

// scoreColumns turns the sums of mini-columns into their parts of the keys.
func (b *branch9Builder) scoreColumns() {
	for i := range 27 {
		key := shiftLeft(load(b.miniColumn(i)), scoreBit9+2)
		store(add(key, load(b.houseSum(9+i%9))), b.miniColumn(i))
	}
}

// least returns the least key. What the cells of a mini-row have in common is added only to the
// least of the rest.
func (b *branch9Builder) least() V {
	best := ones()
	for mini := range 27 {
		band := mini / 9
		var keys [3]V
		for i := range 3 {
			keys[i] = add(load(b.count(3*mini+i)), load(b.miniColumn(9*band+mini%3*3+i)))
		}
		row := add(shiftLeft(load(b.miniRow(mini)), scoreBit9+2), load(b.houseSum(mini/3)))
		row = sub(row, load(b.houseSum(18+3*band+mini%3)))
		best = minimum(best, add(row, minimum(minimum(keys[0], keys[1]), keys[2])))
	}
	return best
}
