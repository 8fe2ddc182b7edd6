package generate

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver"
)

// A digger makes one puzzle at a time. It asks for one test after the other: a
// puzzle that the solver is to look at.
type digger struct {
	*board
	opts   *Options
	random random

	batch *Batch // that the puzzle belongs to
	index int    // in the batch
	tries int    // begun
	made  bool   // a puzzle as asked for

	test   test
	cells  []uint8 // the puzzle that is tested
	clues  int     // of it
	proven int     // clues of the last puzzle that was proven unique

	grid     []uint8 // the solution
	sequence []uint8 // the cells, in the order in which they are dropped
	turns    []uint8 // when each cell is dropped
	family   *family // the unavoidable sets that are known
}

// A test is what a puzzle is tested for.
type test uint8

const (
	testGrid   test = iota // to find a grid
	testUnique             // to prove the puzzle unique
	testOther              // to see a solution that is not the grid
)

func newDigger(b *board, opts *Options) *digger {
	n := b.size()
	return &digger{
		board: b, opts: opts, cells: make([]uint8, n),
		grid: make([]uint8, n), sequence: make([]uint8, n), turns: make([]uint8, n), family: newFamily(n),
	}
}

// begin begins a puzzle of a batch.
func (d *digger) begin(b *Batch, index int) {
	d.batch, d.index, d.tries, d.made = b, index, 0, false
	d.random.seed(d.opts.Seed, forPuzzle, uint64(d.order), b.First+uint64(index))
	d.try()
}

// try begins anew.
func (d *digger) try() {
	d.tries++
	d.test = testGrid
	d.diagonal(d.cells, &d.random)
}

// next takes the result of the test, and reports whether the puzzle is done:
// made, or given up after too many tries. If not, d.cells is the next to test.
func (d *digger) next(result *solver.Result, solution []uint8) (done bool) {
	switch {
	case d.test == testGrid && result.Solutions == 0:
		d.try()
		return false
	case d.test == testGrid:
		copy(d.grid, solution)
		d.prepare()
	case d.test == testOther:
		reverse(solution, d.order)
		reverse(d.cells, d.order)
		if !d.refute(solution) {
			d.doubt() // clause learning finds solutions in no order
		}
	case result.Unique():
		if d.proven = d.clues; d.complete() {
			return d.judge(result)
		}
	case d.refute(solution):
	case d.clues == d.proven-1:
		d.doubt() // that it is the last cell is certain
	default:
		// The search tries the lowest digit first. With the digits reversed it
		// comes to the solutions in the opposite order.
		d.test = testOther
		reverse(d.cells, d.order)
		return false
	}
	return d.dig()
}

// prepare makes ready to drop the clues of a new grid.
func (d *digger) prepare() {
	d.shuffle(d.cells, d.grid, &d.random)
	var l layout
	d.lay(&l, d.cells)
	d.walk(&l, walkSteps[d.order], &d.random)
	d.fill(d.grid, &l)
	d.random.permute(d.sequence)
	for turn, cell := range d.sequence {
		d.turns[cell] = uint8(turn)
	}
	d.family.reset()
	d.learn(&l)
	d.proven = d.size()
}

// walkSteps is how far, by order, a walk goes from the grid that the solver
// found. After so many steps the numbers of trades of each size are, on average,
// what they are after thousands.
var walkSteps = map[int]int{9: 60, 16: 200}

// aims are numbers of clues, by order, at which a puzzle is proven before fewer
// are tried: the fewer clues, the more solutions, and the larger and the less
// telling the sets in which they differ. Below the last one it is clue by clue.
// Measured.
var aims = map[int][]int{9: {36, 30}, 16: {160, 150, 140, 130, 125, 120, 116, 113, 110, 108, 106, 104, 102}}

// aim returns the number of clues to try for next.
func (d *digger) aim() int {
	for _, n := range aims[d.order] {
		if n < d.proven {
			return n
		}
	}
	return d.proven - 1
}

// dig chooses the clues to test next: all that need not stay are dropped, each
// in its turn, until there are as few as aimed at. A try that cannot reach its
// number of clues is given up. It reports whether the puzzle is, too.
func (d *digger) dig() (done bool) {
	d.test = testUnique
	if d.opts.Clues > 0 {
		if _, dropped := d.family.staying(d.size()); d.size()-dropped > d.opts.Clues {
			return d.again()
		}
	}
	staying, dropped := d.family.staying(d.size() - max(d.aim(), d.opts.Clues))
	d.clues = d.size() - dropped
	staying.addFrom(staying.after(dropped))
	clear(d.cells)
	for i, word := range staying {
		for ; word != 0; word &= word - 1 {
			turn := i<<6 + bits.TrailingZeros64(word)
			if turn >= d.size() {
				return false
			}
			cell := d.sequence[turn]
			d.cells[cell] = d.grid[cell]
		}
	}
	return false
}

// complete reports whether a puzzle that was proven unique is what was asked
// for: minimal, or with its number of clues.
func (d *digger) complete() bool {
	if d.opts.Clues > 0 {
		return d.clues == d.opts.Clues
	}
	_, dropped := d.family.staying(d.size() - d.clues + 1)
	return d.clues == d.size()-dropped
}

// judge reports whether a puzzle is as difficult as asked for, or begins anew.
func (d *digger) judge(result *solver.Result) (done bool) {
	if g := result.Guesses; g < d.opts.MinGuesses || g > d.opts.MaxGuesses {
		return d.again()
	}
	d.made = true
	return true
}

// again begins anew, or gives the puzzle up.
func (d *digger) again() (done bool) {
	if d.tries < d.opts.MaxTries {
		d.try()
		return false
	}
	return true
}

// refute adds the cells in which a solution differs from the grid to the
// unavoidable sets, and reports whether there are any.
func (d *digger) refute(solution []uint8) bool {
	grid, turns := d.grid[:len(solution)], d.turns[:len(solution)]
	var s set
	for w := 0; w<<6 < len(solution); w += 2 {
		var low, high uint64
		for i, digit := range solution {
			differs := (uint64(digit^grid[i]) + 31) >> 5
			turn := turns[i] - uint8(w<<6)
			low |= differs << turn // nothing, where that is 64 or more
			high |= differs << (turn - 64)
		}
		s[w], s[w+1] = low, high
	}
	if s == (set{}) {
		return false
	}
	d.family.add(&s)
	return true
}

// doubt adds all cells without a clue to the unavoidable sets: they hold at
// least one, if it is not known where.
func (d *digger) doubt() {
	var s set
	for i, digit := range d.cells {
		if digit == 0 {
			s.add(d.turns[i])
		}
	}
	d.family.add(&s)
}

// reverse turns the order of the digits round.
func reverse(cells []uint8, order int) {
	var turned [17]uint8
	for digit := 1; digit <= order; digit++ {
		turned[digit] = uint8(order + 1 - digit)
	}
	for i, digit := range cells {
		cells[i] = turned[digit]
	}
}
