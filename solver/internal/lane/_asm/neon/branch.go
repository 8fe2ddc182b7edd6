package main

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/kernel"

// eachBranch generates the choice of a branch cell for each column. A lane is dead if its word in
// bad is not zero.
func eachBranch(order int, choose func(base R) (best, bad V)) {
	begin(symbol("branch", order), "(block *uint16, cells *[32]uint16) (dead uint32)")
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

// branch9 generates the choice of the branch cell in stable states of order 9, as package kernel
// describes it.
func branch9() {
	eachBranch(9, func(base R) (best, bad V) {
		b := &branchBuilder{9, 3, scratch9 + 81, base}
		b.countMinis()
		bad = b.sumHouses9()
		b.scoreColumns()
		return and(b.least9(), words(0x7f)), bad
	})
}

// A branchBuilder holds what the steps of a choice share.
type branchBuilder struct {
	order, side, minis int // minis is the place of the mini-rows' sums
	base               R
}

// count9 returns the address of a cell's count of candidates, shifted to its field in the key.
func (b *branchBuilder) count9(cell int) memory { return at(b.base, scratch9+cell) }

func (b *branchBuilder) miniRow(i int) memory    { return at(b.base, b.minis+i) }
func (b *branchBuilder) miniColumn(i int) memory { return at(b.base, b.minis+b.order*b.side+i) }

// houseSum returns the address of a sum of a row, column or box.
func (b *branchBuilder) houseSum(i int) memory { return at(b.base, b.minis+2*b.order*b.side+i) }

// count returns the number of candidates of a cell.
func (b *branchBuilder) count(cell int) V { return count(load(at(b.base, cell))) }

// countMinis counts the unsolved cells of mini-rows and mini-columns, plus the number of their
// cells. In order 9 it also counts candidates.
func (b *branchBuilder) countMinis() {
	two := words(2)
	for band := range b.side {
		for k := range b.side {
			kernel.Table(b.side, func(t, i int) V {
				cell := b.side*b.order*band + b.order*t + b.side*k + i
				n := b.count(cell)
				if b.order == 9 {
					store(shiftLeft(n, kernel.CountBit9), b.count9(cell))
				}
				return minimum(n, two)
			}, kernel.Rows(addFirst, func(t int, row V) { store(row, b.miniRow(b.order*band+b.side*t+k)) }),
				kernel.Columns(addFirst, func(i int, column V) { store(column, b.miniColumn(b.order*band+b.side*k+i)) }))
		}
	}
}

// house returns the sum of a house's mini-rows or mini-columns.
func (b *branchBuilder) house(mini func(int) memory, first, step int) V {
	sum, third := add(load(mini(first)), load(mini(first+step))), load(mini(first+2*step))
	if b.side == 4 {
		third = add(third, load(mini(first+3*step)))
	}
	return add(sum, third)
}

// addFirst returns sum + n, or n if it is the first.
func addFirst(sum, n V, first bool) V {
	if first {
		return n
	}
	return add(sum, n)
}

// sumHouses9 sums mini-rows and mini-columns to houses, and finds dead states. It checks the rows
// together, because no row can have more singles than it should. It stores the sums as parts of
// keys.
func (b *branchBuilder) sumHouses9() (bad V) {
	cells, bad := zero(), zero()
	for i := range 9 {
		row := b.house(b.miniRow, 3*i, 1)
		addTo(cells, add(row, count(load(at(b.base, rowOf9+i)))))
		orTo(bad, load(at(b.base, hidden9+i)))
		store(lessScore(kernel.FromRow9<<kernel.ScoreBit9+9*i, row, kernel.ScoreBit9), b.houseSum(i))
		column := b.house(b.miniColumn, i, 9)
		store(lessScore(kernel.FromColumn9<<kernel.ScoreBit9-2<<kernel.CountBit9+i, column, kernel.ScoreBit9), b.houseSum(9+i))
		box := b.house(b.miniRow, i/3*9+i%3, 3)
		store(shiftLeft(box, kernel.ScoreBit9+1), b.houseSum(18+i))
	}
	return or(bad, xor(cells, words(9*18)))
}

// lessScore subtracts a sum, shifted to the given bit, from a constant part of a key.
func lessScore(from int, sum V, bit int) V { return sub(words(uint16(from)), shiftLeft(sum, bit)) }

// scoreColumns converts the sums of mini-columns to their parts of the keys.
func (b *branchBuilder) scoreColumns() {
	bit := map[int]int{9: kernel.ScoreBit9, 16: kernel.ScoreBit16}[b.order]
	for i := range b.order * b.side {
		key := shiftLeft(load(b.miniColumn(i)), bit+2)
		store(add(key, load(b.houseSum(b.order+i%b.order))), b.miniColumn(i))
	}
}

// least9 returns the least key. It adds the part that the cells of a mini-row share only to the
// least of them.
func (b *branchBuilder) least9() V {
	best := ones()
	for mini := range 27 {
		band := mini / 9
		var keys [3]V
		for i := range 3 {
			keys[i] = add(load(b.count9(3*mini+i)), load(b.miniColumn(9*band+mini%3*3+i)))
		}
		row := add(shiftLeft(load(b.miniRow(mini)), kernel.ScoreBit9+2), load(b.houseSum(mini/3)))
		row = sub(row, load(b.houseSum(18+3*band+mini%3)))
		best = minimum(best, add(row, minimum(minimum(keys[0], keys[1]), keys[2])))
	}
	return best
}

// branch16 generates the choice of the branch cell in stable states of order 16.
func branch16() {
	eachBranch(16, func(base R) (best, bad V) {
		b := &branchBuilder{16, 4, scratch16, base}
		b.countMinis()
		bad = b.sumHouses16()
		b.scoreColumns()
		return b.least16(), bad
	})
}

// sumHouses16 sums mini-rows and mini-columns to houses, and finds dead states. Boxes have as many
// naked singles as rows, unless one occurs twice. It stores the sums as parts of keys.
func (b *branchBuilder) sumHouses16() (bad V) {
	bad, boxes, whole := zero(), zero(), words(32)
	for i := range 16 {
		row, singles := b.house(b.miniRow, 4*i, 1), count(load(at(b.base, rowOf16+i)))
		orTo(bad, xor(add(row, singles), whole))
		orTo(bad, load(at(b.base, hidden16+i)))
		addTo(boxes, sub(singles, count(load(at(b.base, boxOf16+i)))))
		store(lessScore(kernel.FromRow16<<kernel.ScoreBit16, row, kernel.ScoreBit16), b.houseSum(i))
		column := b.house(b.miniColumn, i, 16)
		store(lessScore(kernel.FromColumn16<<kernel.ScoreBit16-2<<kernel.CountBit16+i, column, kernel.ScoreBit16), b.houseSum(16+i))
		box := b.house(b.miniRow, i/4*16+i%4, 4)
		store(lessScore(kernel.FromBox16<<kernel.ScoreBit16, box, kernel.ScoreBit16+1), b.houseSum(32+i))
	}
	return or(bad, boxes)
}

// least16 returns the cell with the least key, the first if there are several.
func (b *branchBuilder) least16() V {
	best, bestRow, column := ones(), zero(), words(15)
	for row := range 16 {
		least := b.leastOf(row, 0)
		for k := 1; k < 4; k++ {
			least = minimum(least, b.leastOf(row, k))
		}
		least = add(least, load(b.houseSum(row)))
		less := greater(andNot(best, column), least) // keys that differ only in the column count as equal
		insert(best, least, less)
		insert(bestRow, words(uint16(16*row)), less)
	}
	return add(and(best, column), bestRow)
}

// leastOf returns the least key of a mini-row, without the row's part.
func (b *branchBuilder) leastOf(row, k int) V {
	var least V
	for i := range 4 {
		key := shiftLeft(b.count(16*row+4*k+i), kernel.CountBit16)
		key = add(key, load(b.miniColumn(row/4*16+4*k+i)))
		if i == 0 {
			least = key
			continue
		}
		least = minimum(least, key)
	}
	mini := shiftLeft(load(b.miniRow(4*row+k)), kernel.ScoreBit16+2)
	return add(least, add(mini, load(b.houseSum(32+row/4*4+k))))
}
