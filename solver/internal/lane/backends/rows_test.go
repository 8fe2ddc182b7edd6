package backends

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// TestRows checks that RowsIn sets only the given lanes, and that RowsOut returns the last state of
// each lane.
func TestRows(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		r := rand.New(rand.NewPCG(3, 4))
		n, words := k.Order*k.Order, k.RowWords
		block, state := k.NewBlock(), make([]uint16, lane.MaxLanes*words)
		in, out := lane.NewRows(lane.MaxLanes, words), lane.NewRows(lane.MaxLanes, words)
		var from, to [lane.MaxLanes]*uint16
		for l := range lane.MaxLanes {
			from[l], to[l] = &in[l*words], &out[l*words]
		}
		sets := []uint32{0, 1<<k.Lanes - 1, 1, 1 << (k.Lanes - 1)}
		for i := range 200 {
			lanes := r.Uint32() & (1<<k.Lanes - 1)
			if i < len(sets) {
				lanes = sets[i]
			}
			for j := range in {
				in[j] = uint16(r.Uint32())
			}
			for l := range k.Lanes {
				if lanes>>l&1 != 0 {
					copy(state[l*words:][:n], in[l*words:])
				}
			}
			before := slices.Clone(in)
			given := only(from, lanes)
			k.RowsIn(&block[0], &given, lanes)
			if !slices.Equal(in, before) {
				t.Fatal("RowsIn changed a row")
			}
			for l := range k.Lanes {
				for cell := range n {
					if got, want := block[cell*k.Lanes+l], state[l*words+cell]; got != want {
						t.Fatalf("RowsIn of %#x: lane %d, cell %d: got %#x, want %#x", lanes, l, cell, got, want)
					}
				}
			}
			inside := slices.Clone(block[:n*k.Lanes])
			k.RowsOut(&block[0], &to, 1<<k.Lanes-1)
			if !slices.Equal(block[:n*k.Lanes], inside) {
				t.Fatal("RowsOut changed the block")
			}
			for l := range k.Lanes {
				if !slices.Equal(out[l*words:][:n], state[l*words:][:n]) {
					t.Fatalf("RowsOut: lane %d:\ngot  %x\nwant %x", l, out[l*words:][:n], state[l*words:][:n])
				}
			}
		}
	})
}

// TestRowsOutGiven checks that RowsOut writes only the rows of the given lanes.
func TestRowsOutGiven(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		p, block := newPuzzles(k), k.NewBlock()
		for i := range block[:p.n*k.Lanes] {
			block[i] = uint16(i % 251)
		}
		for given := range k.Lanes {
			lanes := uint32((1|given%3*4)<<given) & uint32(uint64(1)<<k.Lanes-1)
			clear(p.rows)
			rowAt := only(p.rowAt, lanes)
			k.RowsOut(&block[0], &rowAt, lanes)
			for l := range k.Lanes {
				for cell, x := range p.row(l) {
					if want := block[cell*k.Lanes+l] * uint16(lanes>>l&1); x != want {
						t.Fatalf("lanes %#x: lane %d, cell %d: got %#x, want %#x", lanes, l, cell, x, want)
					}
				}
			}
		}
	})
}

// puzzles holds the cells and rows of all lanes in the form that kernels accept.
type puzzles struct {
	n, words int
	cells    []uint8
	at       [lane.MaxLanes]*uint8
	rows     []uint16
	rowAt    [lane.MaxLanes]*uint16
}

func newPuzzles(k *lane.Kernels) *puzzles {
	p := &puzzles{n: k.Order * k.Order, words: k.RowWords}
	p.cells, p.rows = make([]uint8, lane.MaxLanes*p.n), lane.NewRows(lane.MaxLanes, p.words)
	for l := range k.Lanes {
		p.at[l], p.rowAt[l] = &p.cells[l*p.n], &p.rows[l*p.words]
	}
	return p
}

func (p *puzzles) puzzle(l int) []uint8 { return p.cells[l*p.n:][:p.n] }
func (p *puzzles) row(l int) []uint16   { return p.rows[l*p.words:][:p.n] }

// eachShift calls test for many ways to fill cells with digits, each with a set of lanes.
func eachShift(k *lane.Kernels, test func(shift int, lanes uint32)) {
	r := rand.New(rand.NewPCG(7, 8))
	all := uint32(uint64(1)<<k.Lanes - 1)
	test(0, all)
	for shift := 1; shift < 4*k.Order+4; shift++ {
		lanes := r.Uint32() & all
		if shift%2 == 0 { // few lanes
			lanes &= r.Uint32() & r.Uint32()
		}
		test(shift, lanes)
	}
}

// TestDigitsIn tests Expand and CellsIn with every digit in every cell, and for some of the lanes.
func TestDigitsIn(t *testing.T) {
	const untouched = 0xbeef
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		p, block := newPuzzles(k), k.NewBlock()
		eachShift(k, func(shift int, lanes uint32) {
			fillWith(p.rows, untouched)
			fillWith(block[:p.n*k.Lanes], untouched)
			for i := range p.cells {
				p.cells[i] = uint8((i + i/k.Order + i/p.n + shift) % (k.Order + 1))
			}
			at, rowAt := only(p.at, lanes), only(p.rowAt, lanes)
			k.Expand(&rowAt, &at, lanes)
			k.CellsIn(&block[0], &at, lanes)
			for l := range k.Lanes {
				for cell, v := range p.puzzle(l) {
					want := uint16(1<<k.Order - 1)
					if v > 0 {
						want = 1 << (v - 1)
					}
					if lanes>>l&1 == 0 {
						want = untouched
					}
					if x := p.row(l)[cell]; x != want {
						t.Fatalf("Expand: lane %d, cell %d is %d: got %#x, want %#x", l, cell, v, x, want)
					}
					if x := block[cell*k.Lanes+l]; x != want {
						t.Fatalf("CellsIn: lane %d, cell %d is %d: got %#x, want %#x", l, cell, v, x, want)
					}
				}
			}
		})
	})
}

// TestDigitsOut tests Collapse and CellsOut with every digit in every cell, and for some of the
// lanes.
func TestDigitsOut(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		p, got, block := newPuzzles(k), newPuzzles(k), k.NewBlock()
		eachShift(k, func(shift int, lanes uint32) {
			for l := range k.Lanes {
				for cell := range p.n {
					v := (cell + cell/k.Order + l + shift) % k.Order
					p.row(l)[cell], p.puzzle(l)[cell] = 1<<v, uint8(v)+1
					block[cell*k.Lanes+l] = 1 << v
				}
			}
			check := func(kernel string, write func()) {
				clear(got.cells)
				write()
				for l := range k.Lanes {
					want := p.puzzle(l)
					if lanes>>l&1 == 0 {
						want = make([]uint8, p.n)
					}
					if !slices.Equal(got.puzzle(l), want) {
						t.Fatalf("%s: lane %d: got %d, want %d", kernel, l, got.puzzle(l), want)
					}
				}
			}
			gotAt, rowAt := only(got.at, lanes), only(p.rowAt, lanes)
			check("Collapse", func() { k.Collapse(&gotAt, &rowAt, lanes) })
			inside := slices.Clone(block[:p.n*k.Lanes])
			check("CellsOut", func() { k.CellsOut(&block[0], &gotAt, lanes) })
			if !slices.Equal(inside, block[:p.n*k.Lanes]) {
				t.Fatal("CellsOut changed the block")
			}
		})
	})
}

// TestSolved has solved grids, and grids with one error, including one in which every house has all
// digits.
func TestSolved(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		var total [2]int
		for range perOrder(k, 300, 100) {
			for l := range k.Lanes {
				row := p.row(l)
				for cell, digit := range p.solution() {
					row[cell] = 1 << digit
				}
				cell, other := p.IntN(len(row)), p.IntN(len(row))
				switch p.IntN(8) {
				case 0:
					row[cell] |= 1 << p.IntN(k.Order)
				case 1:
					row[cell] = 0
				case 2:
					row[cell] = row[other]
				case 3:
					row[cell], row[other] = row[other], row[cell]
				case 4: // within a row
					other = cell/k.Order*k.Order + other%k.Order
					row[cell], row[other] = row[cell]|row[other], 0
				}
			}
			p.load(p.all())
			got, want := k.Solved(&p.block[0]), p.plain.Solved(&p.want[0])
			if got != want {
				t.Fatalf("got %#x, want %#x", got, want)
			}
			p.same("Solved")
			total[0] += bits.OnesCount32(want)
			total[1] += bits.OnesCount32(p.all() &^ want)
		}
		if total[0] == 0 || total[1] == 0 {
			t.Errorf("%d solved, %d not", total[0], total[1])
		}
	})
}

// TestNoAllocations checks that no kernel allocates.
func TestNoAllocations(t *testing.T) {
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		block, p := k.NewBlock(), newPuzzles(k)
		var branch [lane.MaxLanes]uint16
		if allocs := testing.AllocsPerRun(10, func() {
			k.Expand(&p.rowAt, &p.at, 1)
			k.RowsIn(&block[0], &p.rowAt, 1)
			k.CellsIn(&block[0], &p.at, 2)
			k.Pass(&block[0])
			k.Branch(&block[0], &branch)
			k.Solved(&block[0])
			k.RowsOut(&block[0], &p.rowAt, 1)
			k.Collapse(&p.at, &p.rowAt, 1)
			k.CellsOut(&block[0], &p.at, 1)
			clear(p.cells)
		}); allocs != 0 {
			t.Errorf("%v allocations", allocs)
		}
	})
}
