package backends

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
	"github.com/sudokubatch/sudokubatch/solver/internal/lane/lanetest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// A pair is a backend and the plain Go kernels, each with a block. Every operation runs on both,
// and the results are compared.
type pair struct {
	testing.TB
	*rand.Rand
	k, plain    *lane.Kernels
	block, want []uint16
	rows        [lane.MaxLanes]*uint16 // by lane: the row that RowsIn reads
	memory      []uint16               // holds the rows
}

func newPair(tb testing.TB, k *lane.Kernels) *pair {
	p := &pair{TB: tb, k: k, plain: lanetest.Plain(k.Order, k.Lanes)}
	p.Rand = rand.New(rand.NewPCG(uint64(k.Order), uint64(k.Lanes)))
	p.block, p.want = k.NewBlock(), p.plain.NewBlock()
	p.memory = lane.NewRows(lane.MaxLanes, k.RowWords)
	for l := range p.rows {
		p.rows[l] = &p.memory[l*k.RowWords]
	}
	return p
}

func (p *pair) cells() int   { return p.k.Order * p.k.Order }
func (p *pair) all() uint32  { return uint32(uint64(1)<<p.k.Lanes - 1) }
func (p *pair) full() uint16 { return uint16(1<<p.k.Order - 1) }

// row returns the row that RowsIn will load into a lane.
func (p *pair) row(l int) []uint16 { return p.memory[l*p.k.RowWords:][:p.cells()] }

// load loads the rows of the given lanes.
func (p *pair) load(lanes uint32) {
	rows := only(p.rows, lanes)
	p.k.RowsIn(&p.block[0], &rows, lanes)
	p.plain.RowsIn(&p.want[0], &rows, lanes)
	p.same("RowsIn")
}

// loadCells loads puzzles into the given lanes.
func (p *pair) loadCells(q *puzzles, lanes uint32) {
	at := only(q.at, lanes)
	p.k.CellsIn(&p.block[0], &at, lanes)
	p.plain.CellsIn(&p.want[0], &at, lanes)
	p.same("CellsIn")
}

// only returns the pointers of the given lanes, and nil for the others.
func only[T any](pointers [lane.MaxLanes]*T, lanes uint32) (given [lane.MaxLanes]*T) {
	for ; lanes != 0; lanes &= lanes - 1 {
		l := bits.TrailingZeros32(lanes)
		given[l] = pointers[l]
	}
	return given
}

// set changes one cell in one lane, as an engine does for a first child.
func (p *pair) set(l, cell int, x uint16) {
	p.block[cell*p.k.Lanes+l], p.want[cell*p.k.Lanes+l] = x, x
}

func (p *pair) get(l, cell int) uint16 { return p.block[cell*p.k.Lanes+l] }

// same fails the test unless both blocks hold the same candidates.
func (p *pair) same(kernel string) {
	p.Helper()
	lanes := p.k.Lanes
	for i, x := range p.want[:p.cells()*lanes] {
		if p.block[i] != x {
			p.Fatalf("%s: lane %d, cell %d: got %#x, want %#x", kernel, i%lanes, i/lanes, p.block[i], x)
		}
	}
}

// pass compares a pass, then a choice of branch cells.
func (p *pair) pass() (dead, changed, open uint32) {
	p.Helper()
	dead, changed, open = p.k.Pass(&p.block[0])
	d, c, o := p.plain.Pass(&p.want[0])
	if dead != d || changed != c || open != o {
		p.Fatalf("Pass: got dead %#x, changed %#x, open %#x; want %#x, %#x, %#x", dead, changed, open, d, c, o)
	}
	p.same("Pass")
	return dead, changed, open
}

// branch compares the choice of branch cells in the given lanes, which the last pass must not have
// changed.
func (p *pair) branch(lanes uint32) (cells [lane.MaxLanes]uint16, dead uint32) {
	p.Helper()
	var want [lane.MaxLanes]uint16
	dead = p.k.Branch(&p.block[0], &cells) & lanes
	if d := p.plain.Branch(&p.want[0], &want) & lanes; dead != d {
		p.Fatalf("Branch: got dead %#x, want %#x", dead, d)
	}
	for set := lanes &^ dead; set != 0; set &= set - 1 {
		if l := bits.TrailingZeros32(set); cells[l] != want[l] {
			p.Fatalf("Branch: lane %d: got cell %d, want %d", l, cells[l], want[l])
		}
	}
	p.same("Branch")
	return cells, dead
}

// settle makes passes until all lanes are stable or dead.
func (p *pair) settle() {
	p.Helper()
	for range 10 * p.cells() {
		dead, changed, open := p.pass()
		p.branch(open &^ dead &^ changed)
		if changed&^dead == 0 {
			return
		}
	}
	p.Fatal("passes without end")
}

// states compares passes over at least n states. fill makes state i.
func (p *pair) states(n int, fill func(row []uint16, i int)) {
	p.Helper()
	for i := 0; i < n; {
		for l := range p.k.Lanes {
			fill(p.row(l), min(i, n-1))
			i++
		}
		p.load(p.all())
		p.settle()
	}
}

func fillWith(row []uint16, x uint16) {
	for cell := range row {
		row[cell] = x
	}
}

// solution returns a random solved grid, with digits from 0.
func (p *pair) solution() []int {
	y := puzzletest.RandomSymmetry(p.k.Order, p.Perm, p.IntN(2) == 0)
	grid := make([]int, p.cells())
	for i, value := range y.Apply(puzzletest.PatternGrid(p.k.Order)) {
		grid[i] = int(value) - 1
	}
	return grid
}

// random fills a row with a random state of one of many kinds and densities: noise, or a grid with
// additional candidates and perhaps some errors.
func (p *pair) random(row []uint16) {
	dense, grid := p.Float64(), p.solution()
	errors, blank := p.IntN(3), p.Float64()
	noise := func(dense float64) (x uint16) {
		for d := range p.k.Order {
			if p.Float64() < dense {
				x |= 1 << d
			}
		}
		return x
	}
	kind := p.IntN(3)
	for cell := range row {
		switch kind {
		case 0:
			row[cell] = noise(dense)
		case 1:
			row[cell] = noise(dense*dense/2) | 1<<grid[cell]
		default: // a puzzle
			row[cell] = 1 << grid[cell]
			if p.Float64() < blank {
				row[cell] = p.full()
			}
		}
	}
	if kind > 0 {
		for range errors {
			row[p.IntN(len(row))] = 1 << p.IntN(p.k.Order)
		}
	}
}

func sideOf(k *lane.Kernels) int { return 3 + k.Order/16 }

// perOrder returns the number of states for the order of k.
func perOrder(k *lane.Kernels, nine, sixteen int) int {
	if k.Order == 9 {
		return nine
	}
	return sixteen
}
