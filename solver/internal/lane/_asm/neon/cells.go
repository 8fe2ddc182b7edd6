package main

import "fmt"

// A maskTable looks up the masks of cell values. The lower and the upper bytes have a table of 32
// bytes each, in two registers.
type maskTable struct{ lower, upper [2]V }

func newMaskTable(order int) *maskTable {
	var b [4][vector]byte
	for v := range order + 1 {
		mask := 1<<order - 1
		if v > 0 {
			mask = 1 << (v - 1)
		}
		b[v/vector][v%vector], b[2+v/vector][v%vector] = byte(mask), byte(mask>>8)
	}
	return &maskTable{lower: table(b[0], b[1]), upper: table(b[2], b[3])}
}

// table returns a table of 32 bytes in adjacent registers.
func table(low, high [vector]byte) [2]V {
	t := [2]V{vectorOf(low), vectorOf(high)}
	current.adjacent = append(current.adjacent, [2]register{t[0].register, t[1].register})
	return t
}

// lookUp returns the lower and the upper bytes of the masks of 16 values.
func (m *maskTable) lookUp(values V) (lower, upper V) {
	one := func(t [2]V) V {
		v := newV()
		emit("VTBL\tV%[2]d.B16, [V%[3]d.B16, V%[4]d.B16], V%[1]d.B16", sets(v), uses(values, t[0], t[1]))
		return v
	}
	return one(m.lower), one(m.upper)
}

// A digitFinder finds the digits of masks with one digit each: 16 minus the number of leading
// zeros.
type digitFinder struct{ sixteen V }

func newDigitFinder() *digitFinder { return &digitFinder{everyByte(16)} }

// digits returns the digits of two vectors of masks. join takes bytes from both.
func (d *digitFinder) digits(join string, a, b V) V {
	zeros := lanewise(join, "B16", word1("clz", a), word1("clz", b))
	return lanewise("VSUB", "B16", d.sixteen, zeros)
}

// cellsIn generates the load of lanes from cells. Words with two cells each are transposed like
// words of rows; then each half is looked up.
func cellsIn(order int) {
	begin(symbol("cellsIn", order), "(block *uint16, cells *[32]*uint8, lanes uint32)")
	m := newMaskTable(order)
	eachGiven(order, pointer("block"), pointer("cells"), lanes(), func(g *given) {
		w := newLaneWriter(order, g)
		times(order*order/16, "in", func() {
			for i, pair := range transpose(g.loadNext()) {
				lower, upper := m.lookUp(pair)
				w.set(lanewise("VTRN1", "B16", lower, upper), 2*i)
				w.set(lanewise("VTRN2", "B16", lower, upper), 2*i+1)
			}
			advance(w.to, 16*stride)
		})
		if order == 9 {
			lower, upper := m.lookUp(g.loadLast("B", 2))
			w.set(lanewise("VTRN1", "B16", lower, upper), 0)
		}
		w.end()
	})
}

// cellsOut generates the store of solved lanes to cells. The digits of two cells are combined in
// one word; these words are transposed like rows.
func cellsOut(order int) {
	begin(symbol("cellsOut", order), "(block *uint16, cells *[32]*uint8, lanes uint32)")
	d := newDigitFinder()
	eachGiven(order, pointer("block"), pointer("cells"), lanes(), func(g *given) {
		from := address(at(g.base, 0))
		times(order*order/16, "out", func() {
			var v [8]V
			for i := range v {
				v[i] = d.digits("VTRN1", load(at(from, 2*i)), load(at(from, 2*i+1)))
			}
			advance(from, 16*stride)
			g.storeNext(transpose(v))
		})
		if order == 9 {
			last := load(at(from, 0))
			g.storeLast(d.digits("VTRN1", last, last), "B", 2)
		}
	})
}

// expand generates the conversion of cells to rows.
func expand(order int) {
	begin(symbol("expand", order), "(rows *[32]*uint16, cells *[32]*uint8, lanes uint32)")
	rows, puzzles, lanes, m := pointer("rows"), pointer("cells"), lanes(), newMaskTable(order)
	eachLane(lanes, func(lane R) {
		row, from := pointerOf(rows, lane), pointerOf(puzzles, lane)
		times(order*order/16, "expand", func() {
			lower, upper := m.lookUp(loadNext(from))
			storeNext(lanewise("VZIP1", "B16", lower, upper), row)
			storeNext(lanewise("VZIP2", "B16", lower, upper), row)
		})
		if order == 9 {
			last := newV()
			emit("VLD1R\t(R%[2]d), [V%[1]d.B16]", sets(last), uses(from))
			lower, upper := m.lookUp(last)
			storeFirst(lanewise("VZIP1", "B16", lower, upper), row, "H")
		}
	})
	ret()
}

// collapse generates the conversion of solved rows, with one digit in each mask, to cells.
func collapse(order int) {
	begin(symbol("collapse", order), "(cells *[32]*uint8, rows *[32]*uint16, lanes uint32)")
	puzzles, rows, lanes, d := pointer("cells"), pointer("rows"), lanes(), newDigitFinder()
	eachLane(lanes, func(lane R) {
		to, row := pointerOf(puzzles, lane), pointerOf(rows, lane)
		times(order*order/16, "collapse", func() {
			storeNext(d.digits("VUZP1", loadNext(row), loadNext(row)), to)
		})
		if order == 9 { // the rows are padded
			last := load(memory{row, 0})
			storeFirst(d.digits("VUZP1", last, last), to, "B")
		}
	})
	ret()
}

// storeFirst stores the first word (H) or byte (B) of a vector.
func storeFirst(v V, p R, size string) {
	emit(fmt.Sprintf("VST1\tV%%[1]d.%s[0], (R%%[2]d)", size), nil, uses(v, p))
}
