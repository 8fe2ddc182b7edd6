package main

import "fmt"

// A given holds the given lanes of one column: the column's address, the set of lanes, and their
// pointers. The pointers of all other lanes point to the scratch.
type given struct {
	base, lanes R
	pointers    [8]R
}

// eachGiven generates a loop over the columns that have given lanes.
func eachGiven(order int, block, pointers, lanes R, body func(g *given)) {
	next, column := newLabel("next"), newLabel("column")
	here(column)
	g := &given{base: block, lanes: newR()}
	emitR("ANDS\t$%d, R%%[2]d, R%%[1]d", 0xff, g.lanes, lanes)
	branch("BEQ\t", next)
	nowhere := address(at(block, scratchOf[order]))
	for l := range g.pointers {
		p := newR()
		emitR("MOVD\t%d(R%%[2]d), R%%[1]d", 8*l, p, pointers)
		emit(fmt.Sprintf("TST\t$%d, R%%[1]d", 1<<l), nil, uses(g.lanes))
		emit("CSEL\tNE, R%[2]d, R%[3]d, R%[1]d", sets(p), uses(p, nowhere))
		g.pointers[l] = p
	}
	body(g)
	here(next)
	advance(block, vector)
	advance(pointers, 8*8)
	emitR("LSR\t$%d, R%%[2]d, R%%[1]d", 8, lanes, lanes)
	branch("CBNZ\tR%[1]d, ", column, lanes.register)
	ret()
}

// loadNext loads the next vector from each pointer, and advances the pointers.
func (g *given) loadNext() (v [8]V) {
	for l, p := range g.pointers {
		v[l] = loadNext(p)
	}
	return v
}

// storeNext stores a vector to each pointer, and advances the pointers.
func (g *given) storeNext(v [8]V) {
	for l, p := range g.pointers {
		storeNext(v[l], p)
	}
}

// loadLast loads one word (H) or byte (B) from each lane's pointer into a vector.
func (g *given) loadLast(size string, every int) V {
	v := zero()
	for l, p := range g.pointers {
		emit(fmt.Sprintf("VLD1\t(R%%[3]d), V%%[1]d.%s[%d]", size, every*l), sets(v), uses(v, p))
	}
	return v
}

// storeLast stores one word (H) or byte (B) of a vector to each lane's pointer.
func (g *given) storeLast(v V, size string, every int) {
	for l, p := range g.pointers {
		emit(fmt.Sprintf("VST1\tV%%[1]d.%s[%d], (R%%[2]d)", size, every*l), nil, uses(v, p))
	}
}

// rowsOut generates the store of lanes to rows.
func rowsOut(order int) {
	begin(symbol("rowsOut", order), "(block *uint16, rows *[32]*uint16, lanes uint32)")
	eachGiven(order, pointer("block"), pointer("rows"), lanes(), func(g *given) {
		from := address(at(g.base, 0))
		times(order*order/8, "out", func() {
			var v [8]V
			for i := range v {
				v[i] = load(at(from, i))
			}
			advance(from, 8*stride)
			g.storeNext(transpose(v))
		})
		if order == 9 {
			g.storeLast(load(at(from, 0)), "H", 1)
		}
	})
}

// rowsIn generates the load of lanes from rows.
func rowsIn(order int) {
	begin(symbol("rowsIn", order), "(block *uint16, rows *[32]*uint16, lanes uint32)")
	eachGiven(order, pointer("block"), pointer("rows"), lanes(), func(g *given) {
		w := newLaneWriter(order, g)
		times(order*order/8, "in", func() {
			for i, cell := range transpose(g.loadNext()) {
				w.set(cell, i)
			}
			advance(w.to, 8*stride)
		})
		if order == 9 {
			w.set(g.loadLast("H", 1), 0)
		}
		w.end()
	})
}

// A laneWriter sets all cells of the given lanes, and clears what the block remembers about them.
// In order 9 it also sums the masks of all lanes for the next pass.
type laneWriter struct {
	order    int
	base, to R
	lanes    V // ones in the words of the given lanes
	sum      V
}

func newLaneWriter(order int, g *given) *laneWriter {
	bits, set := laneBits(), newV()
	emit("VDUP\tR%[2]d, V%[1]d.H8", sets(set), uses(g.lanes))
	w := &laneWriter{order: order, base: g.base, to: address(at(g.base, 0)), lanes: test(set, bits)}
	if order == 9 {
		w.sum = zero()
		return w
	}
	for i := range order {
		singles := at(g.base, columnOf16+i)
		store(andNot(load(singles), w.lanes), singles)
	}
	return w
}

// set sets cell i, counted from the current position.
func (w *laneWriter) set(cell V, i int) {
	x := load(at(w.to, i))
	insert(x, cell, w.lanes)
	if w.order == 9 {
		addTo(w.sum, x)
	}
	store(x, at(w.to, i))
}

func (w *laneWriter) end() {
	if w.order == 9 {
		store(w.sum, at(w.base, sumOf9))
	}
}
