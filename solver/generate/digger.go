package generate

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A digger makes one puzzle at a time by removing clues from a grid. It asks
// for tests, one after the other: each is a puzzle for the solver.
type digger struct {
	*board
	*numbers
	opts   *Options
	counts []int // see Options.ClueCounts
	random random

	batch *Series // batch of the puzzle
	index int     // index in the batch
	tries int     // number of tries begun
	made  bool    // the puzzle meets the options

	test    test
	cells   []uint8 // the puzzle to test
	clues   int     // its number of clues
	end     int     // the turn at which dropping ended
	proven  int     // number of clues of the last puzzle proven unique
	target  int     // the wanted number of clues; 0: a minimal puzzle
	pattern []bool  // the wanted pattern of clues, or nil

	grid     []uint8    // the solution
	orbits   [][]uint16 // cells that are clues together
	sequence []uint16   // the orbits, in the order in which they are dropped
	turns    []uint16   // by cell: the index of its orbit in sequence
	family   *family    // known unavoidable sets of the grid
	scratch  set        // a set in the making
}

// A test is the purpose of a puzzle given to the solver.
type test uint8

const (
	testGrid   test = iota // find a grid
	testUnique             // prove the puzzle unique
	testOther              // find a solution other than the grid
)

func newDigger(g *Generator, orbits [][]uint16) *digger {
	n := g.board.size()
	return &digger{
		board: g.board, numbers: numbersByOrder.of(g.board.order), opts: &g.opts, counts: g.counts, cells: make([]uint8, n), orbits: orbits,
		grid: make([]uint8, n), sequence: make([]uint16, len(orbits)), turns: make([]uint16, n), family: newFamily(len(orbits)),
		scratch: newSet(len(orbits)),
	}
}

// begin starts a puzzle of a batch.
func (d *digger) begin(b *Series, index int) {
	d.batch, d.index, d.tries, d.made = b, index, 0, false
	number, attempt := b.number(index)
	d.target, d.pattern = d.clueCount(number), nil
	if i := d.opts.PatternOf(number); i >= 0 {
		d.pattern = d.opts.Patterns[i]
	}
	d.random.seed(d.opts.Seed, forPuzzle, uint64(d.order)|attempt<<8, number)
	d.try()
}

// clueCount returns the number of clues that a puzzle shall have; 0 if it shall be minimal.
func (d *digger) clueCount(number uint64) int {
	switch n := uint64(len(d.counts)); {
	case n == 0:
		return 0
	case n == 1:
		return d.counts[0]
	case d.opts.ClueTurns:
		return d.counts[number%n]
	}
	d.random.seed(d.opts.Seed, forClues, uint64(d.order), number)
	return d.counts[d.random.below(len(d.counts))]
}

// try starts with a new grid.
func (d *digger) try() {
	d.tries++
	d.test = testGrid
	d.diagonal(d.cells, &d.random)
}

// next takes the result of a test. It returns true if the puzzle is made, or
// given up after too many tries. Otherwise d.cells is the next puzzle to test.
func (d *digger) next(result *solver.Result, solution []uint8) (done bool) {
	switch {
	case d.test == testGrid && result.Solutions == 0:
		d.try()
		return false
	case d.test == testGrid:
		copy(d.grid, solution)
		d.prepare()
		if d.pattern != nil {
			d.draw()
			return false
		}
	case d.pattern != nil && !result.Unique():
		return d.again()
	case d.pattern != nil:
		return d.judge(result)
	case d.test == testOther:
		reverse(solution, d.order)
		reverse(d.cells, d.order)
		if !d.refute(solution) {
			d.doubt() // clause learning finds solutions in no fixed order
		}
	case result.Unique():
		if d.proven = d.clues; d.complete() {
			return d.judge(result)
		}
	case d.refute(solution):
	case d.oneMore():
		d.doubt() // certain for the last orbit
	default:
		// The search tries the lowest digit first. With reversed digits it
		// finds solutions in the opposite order.
		d.test = testOther
		reverse(d.cells, d.order)
		return false
	}
	return d.dig()
}

// prepare starts to drop clues from a new grid.
func (d *digger) prepare() {
	d.shuffle(d.cells, d.grid, &d.random)
	var l layout
	d.lay(&l, d.cells)
	d.walk(&l, d.steps, &d.random)
	d.fill(d.grid, &l)
	if d.pattern != nil {
		return
	}
	permute(&d.random, d.sequence)
	for turn, orbit := range d.sequence {
		d.family.sizes[turn] = uint8(len(d.orbits[orbit]))
		for _, cell := range d.orbits[orbit] {
			d.turns[cell] = uint16(turn)
		}
	}
	d.family.reset(d.size() - d.target)
	d.learn(&l)
	d.proven = d.size()
}

// aim returns the next number of clues to reach.
func (d *digger) aim() int {
	for _, n := range d.aims {
		if n < d.proven {
			return n
		}
	}
	return d.proven - 1
}

// dig chooses the clues of the next test: it drops orbits in turn, except those
// that must stay, until it reaches the aim. If a try cannot reach its number of
// clues, dig ends it. It returns true if the puzzle is given up, too.
func (d *digger) dig() (done bool) {
	d.test = testUnique
	if d.target > 0 {
		if _, _, dropped := d.family.staying(d.size()); d.size()-dropped > d.target {
			return d.again()
		}
	}
	stays, end, dropped := d.family.staying(d.size() - max(d.aim(), d.target))
	d.clues, d.end = d.size()-dropped, end
	staying := d.scratch
	copy(staying, stays)
	staying.addFrom(end)
	clear(d.cells)
	for i, word := range staying {
		for ; word != 0; word &= word - 1 {
			turn := i<<6 + bits.TrailingZeros64(word)
			if turn >= len(d.sequence) {
				return false
			}
			for _, cell := range d.orbits[d.sequence[turn]] {
				d.cells[cell] = d.grid[cell]
			}
		}
	}
	return false
}

// oneMore reports whether one orbit more is dropped than in the last puzzle
// proven unique.
func (d *digger) oneMore() bool {
	return d.end > 0 && int(d.family.drops[d.end-1]) == d.size()-d.proven
}

// complete reports whether a unique puzzle has what Options ask for: it is
// minimal, or has the number of clues.
func (d *digger) complete() bool {
	if d.target > 0 {
		return d.clues == d.target
	}
	_, _, dropped := d.family.staying(d.size() - d.clues + 1)
	return d.clues == d.size()-dropped
}

// judge checks the difficulty of a complete puzzle. It returns true if the
// puzzle is done; otherwise it starts again.
func (d *digger) judge(result *solver.Result) (done bool) {
	if g := result.Guesses; g < d.opts.MinGuesses || g > d.opts.MaxGuesses {
		return d.again()
	}
	d.made = true
	return true
}

// again starts with a new grid, or gives the puzzle up and returns true.
func (d *digger) again() (done bool) {
	if d.tries < d.opts.MaxTries {
		d.try()
		return false
	}
	return true
}

// refute adds the cells in which a solution differs from the grid to the
// unavoidable sets. It returns false if there are none.
func (d *digger) refute(solution []uint8) bool {
	grid, turns := d.grid[:len(solution)], d.turns[:len(solution)]
	s := d.noOrbits()
	some := uint64(0)
	for w := 0; w < len(s); w += 2 {
		var low, high uint64
		for i, digit := range solution {
			differs := (uint64(digit^grid[i]) + 31) >> 5
			turn := turns[i] - uint16(w<<6)
			low |= differs << turn // shifts everything out from 64
			high |= differs << (turn - 64)
		}
		s[w], s[w+1] = low, high
		some |= low | high
	}
	if some == 0 {
		return false
	}
	d.family.add(s)
	return true
}

// noOrbits returns an empty set to fill and add.
func (d *digger) noOrbits() set {
	clear(d.scratch)
	return d.scratch
}

// doubt adds the set of all cells without a clue to the unavoidable sets: at
// least one of them must be a clue, but it is unknown which.
func (d *digger) doubt() {
	s := d.noOrbits()
	for i, digit := range d.cells {
		if digit == 0 {
			s.add(d.turns[i])
		}
	}
	d.family.add(s)
}

// reverse replaces each digit d with order+1-d.
func reverse(cells []uint8, order int) {
	var turned [geometry.MaxSide + 1]uint8
	for digit := 1; digit <= order; digit++ {
		turned[digit] = uint8(order + 1 - digit)
	}
	for i, digit := range cells {
		cells[i] = turned[digit]
	}
}
