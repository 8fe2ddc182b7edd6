package main

// branch16 generates the choice of the branch cell in stable states of order 16. It works as in
// order 9, but a key has no room for the row: its fields are the candidates less two, 52 less the
// score, and the column. The row is noted when it has a lesser key than all rows before it. In
// terms of the sums the score of an unsolved cell is row + column + 2 box - 4 mini-row - 4
// mini-column - 28.
func branch16() {
	beginBranch(16)
	eachBranch(func(base R) (best, bad V) {
		b := &branch16Builder{base: base}
		b.countMinis()
		bad = b.sumHouses()
		b.scoreColumns()
		return b.least(), bad
	})
}

// The lowest bits of the fields of a key, and what the parts of the score are subtracted from, so
// that no key falls below 0 before the row's part is added.
const (
	countBit16, scoreBit16             = 11, 4
	fromRow16, fromBox16, fromColumn16 = 28, 40, 12
)

type branch16Builder struct{ base R }

func (b *branch16Builder) miniRow(i int) memory    { return at(b.base, scratch16+i) }
func (b *branch16Builder) miniColumn(i int) memory { return at(b.base, scratch16+64+i) }
func (b *branch16Builder) houseSum(i int) memory   { return at(b.base, scratch16+128+i) } // rows, columns, boxes

// count returns the number of candidates of a cell.
func (b *branch16Builder) count(cell int) V { return count(load(at(b.base, cell))) }

// countMinis counts the unsolved cells of mini-rows and mini-columns, plus four.
func (b *branch16Builder) countMinis() {
	two := words(2)
	for band := range 4 {
		for k := range 4 {
			var columns [4]V
			for t := range 4 {
				var row V
				for i := range 4 {
					n := minimum(b.count(64*band+16*t+4*k+i), two)
					row = addFirst(row, n, i == 0)
					columns[i] = addFirst(columns[i], n, t == 0)
				}
				store(row, b.miniRow(16*band+4*t+k))
			}
			for i := range 4 {
				store(columns[i], b.miniColumn(16*band+4*k+i))
			}
		}
	}
}

// sumHouses adds mini-rows and mini-columns up to houses and finds dead states. Boxes have as many
// naked singles as rows, unless one is there twice. The sums are stored as parts of keys.
func (b *branch16Builder) sumHouses() (bad V) {
	bad, boxes, whole := zero(), zero(), words(32)
	house := func(mini func(int) memory, first, step int) V {
		return add(add(load(mini(first)), load(mini(first+step))),
			add(load(mini(first+2*step)), load(mini(first+3*step))))
	}
	for i := range 16 {
		row, singles := house(b.miniRow, 4*i, 1), count(load(at(b.base, rowOf16+i)))
		orTo(bad, xor(add(row, singles), whole))
		orTo(bad, load(at(b.base, hidden16+i)))
		addTo(boxes, sub(singles, count(load(at(b.base, boxOf16+i)))))
		store(lessScore(fromRow16<<scoreBit16, row, scoreBit16), b.houseSum(i))
		column := house(b.miniColumn, i, 16)
		store(lessScore(fromColumn16<<scoreBit16-2<<countBit16+i, column, scoreBit16), b.houseSum(16+i))
		box := house(b.miniRow, i/4*16+i%4, 4)
		store(lessScore(fromBox16<<scoreBit16, box, scoreBit16+1), b.houseSum(32+i))
	}
	return or(bad, boxes)
}

// scoreColumns turns the sums of mini-columns into their parts of the keys.
func (b *branch16Builder) scoreColumns() {
	for i := range 64 {
		key := shiftLeft(load(b.miniColumn(i)), scoreBit16+2)
		store(add(key, load(b.houseSum(16+i%16))), b.miniColumn(i))
	}
}

// least returns the cell with the least key, the first if there are several.
func (b *branch16Builder) least() V {
	best, bestRow, column := ones(), zero(), words(15)
	for row := range 16 {
		least := b.leastOf(row, 0)
		for k := 1; k < 4; k++ {
			least = minimum(least, b.leastOf(row, k))
		}
		least = add(least, load(b.houseSum(row)))
		less := greater(andNot(best, column), least) // equal but for the column is not less
		insert(best, least, less)
		insert(bestRow, words(uint16(16*row)), less)
	}
	return add(and(best, column), bestRow)
}

// leastOf returns the least key of a mini-row, without the part of its row.
func (b *branch16Builder) leastOf(row, k int) V {
	var least V
	for i := range 4 {
		key := shiftLeft(b.count(16*row+4*k+i), countBit16)
		key = add(key, load(b.miniColumn(row/4*16+4*k+i)))
		if i == 0 {
			least = key
			continue
		}
		least = minimum(least, key)
	}
	mini := shiftLeft(load(b.miniRow(4*row+k)), scoreBit16+2)
	return add(least, add(mini, load(b.houseSum(32+row/4*4+k))))
}
