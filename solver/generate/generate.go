package generate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Options describe the puzzles to make.
type Options struct {
	// Order is the number of digits. Package geometry lists the orders.
	Order int
	// Box is the shape of the boxes. The zero Box is the usual one of the order.
	Box geometry.Box
	// Seed determines all random numbers.
	Seed uint64
	// Clues is the exact number of clues. 0 makes minimal puzzles (not in order 25),
	// which have several solutions without any one of their clues. With a symmetry, they
	// have several solutions without any one set of clues that belong together.
	Clues int
	// MaxClues, if not 0, asks for puzzles with Clues to MaxClues clues: each
	// draws a number from the range, or with ClueTurns takes the next one. Numbers
	// that no pattern of the symmetry has are left out.
	MaxClues  int
	ClueTurns bool
	// Symmetry is the symmetry of the pattern of clues. Only full orbits of cells
	// are dropped.
	Symmetry Symmetry
	// Patterns, if there are some, are the cells with clues, in place of Clues and Symmetry: true is a clue, row by
	// row. They take turns: each is the pattern of PatternRun puzzles, or one, before the next. The puzzles need
	// not be minimal.
	Patterns   [][]bool
	PatternRun uint64
	// MinGuesses and MaxGuesses bound the difficulty: the guesses that a Solver
	// needs to prove the puzzle unique. A MaxGuesses of 0 means math.MaxUint64,
	// no bound.
	MinGuesses, MaxGuesses uint64
	// Easy asks for puzzles that need no guess. It excludes the other two
	// bounds.
	Easy bool
	// MaxTries is the number of grids to try before a puzzle is given up. 0
	// means 1,000,000 in orders up to 9 and 10,000 in others.
	MaxTries int
}

// numbers are facts about an order.
type numbers struct {
	// least is the smallest number of clues to accept. Fewer never have one solution
	// in orders 4, 6 and 9, which is proven; in others no puzzle with fewer is known.
	// Random tries rarely get below 20 in order 9 and 87 in order 16.
	least int
	// most is the meaning of Options.MaxTries 0.
	most int
	// steps is the number of steps of the random walk from the grid that the solver
	// found. After this many steps, the numbers of possible trades of each size are,
	// on average, the same as after thousands (measured for orders 9 and 16).
	steps int
	// aims are numbers of clues at which a puzzle is proven unique before more clues
	// are dropped. With fewer clues there are more solutions, and the sets in which
	// they differ are larger and say less. Below the last aim, clues are dropped one
	// by one. The values are measured for orders 9 and 16.
	aims []int
	// group is the number of puzzles that are tested together. It is smaller where
	// puzzles are slow, so that the first puzzle is ready sooner.
	group int
}

var numbersByOrder = measured{
	4:  {4, 1_000_000, 12, []int{7, 6}, 64},
	6:  {8, 1_000_000, 27, []int{16, 13}, 64},
	8:  {14, 1_000_000, 48, []int{28, 24}, 64},
	9:  {17, 1_000_000, 60, []int{36, 30}, 64},
	12: {30, 10_000, 110, []int{90, 84, 78, 73, 70, 67, 65, 63, 61, 59, 58}, 32},
	16: {55, 10_000, 200, []int{160, 150, 140, 130, 125, 120, 116, 113, 110, 108, 106, 104, 102}, 32},
	25: {151, 10_000, 500, []int{450, 420, 400, 380, 370, 360, 350, 345, 340, 335, 330}, 4},
}

// measured has the numbers of the orders for which they were measured.
type measured map[int]*numbers

// of returns the numbers of an order. An order that was not measured has the numbers of the next
// greater one, in proportion to its cells, and the least clues that any puzzle needs: of all digits but one.
func (m measured) of(order int) *numbers {
	if n := m[order]; n != nil {
		return n
	}
	next := order + 1
	for m[next] == nil {
		next++
	}
	n := *m[next]
	n.least, n.steps, n.aims = order-1, n.steps*order*order/(next*next), slices.Clone(n.aims)
	for i, aim := range n.aims {
		n.aims[i] = aim * order * order / (next * next)
	}
	return &n
}

// Tries returns MaxTries, or its default.
func (o Options) Tries() int {
	if o.MaxTries == 0 {
		return numbersByOrder.of(o.Order).most
	}
	return o.MaxTries
}

// ClueCounts returns the numbers of clues that the puzzles may have, in ascending order; none for
// minimal puzzles. The options must be right except for the range of clues.
func (o Options) ClueCounts() (counts []int) {
	if o.Clues == 0 {
		return nil
	}
	b := newBoard(o.shape())
	sums := reachable(b.orbits(o.Symmetry), b.size())
	for n := o.Clues; n <= max(o.Clues, o.MaxClues); n++ {
		if sums[n] {
			counts = append(counts, n)
		}
	}
	return counts
}

// shape returns the shape of puzzles. The order and the box must be right.
func (o Options) shape() geometry.Box {
	shape, _ := geometry.Resolve(o.Order, o.Box)
	return shape
}

// ErrNotMade reports that no puzzle met the options within Options.MaxTries
// tries.
var ErrNotMade = errors.New("no such puzzle found")

// A Series holds puzzles to make together. From Feed until its Done is called it
// belongs to the Generator, and nobody else may touch it. It can be used again.
type Series struct {
	// First is the number of the first puzzle. The others have the next
	// numbers.
	First uint64
	// Numbers, if not nil, has the number of each puzzle in place of First.
	// Attempts has numbers from 0 that make further puzzles of the same number.
	Numbers, Attempts []uint64
	// Cells receives the puzzles, one after the other, order² cells each.
	Cells []uint8
	// Solutions receives the solutions in the same way.
	Solutions []uint8
	// Results receives a result for each puzzle.
	Results []Result
	// Stop, if it is not nil, is called now and then. If it returns true, Feed
	// or Flush returns early, and the generator must not be used again. If
	// several batches are unfinished, only the Stop of the last one is called.
	Stop func() bool
	// Done, if it is not nil, is called when the batch is finished, by the call
	// of Feed or Flush that finished it. The batch belongs to the caller again,
	// but Done must not call the generator.
	Done func()

	left int // number of unfinished puzzles
}

// A Result reports whether and how a puzzle was made.
type Result struct {
	// Made is false if no try gave a puzzle that meets the options.
	Made bool
	// Guesses is the number of guesses that a Solver with Limit 2 needs.
	Guesses uint64
	// Tries is the number of grids tried.
	Tries int
}

// number returns the number of a puzzle and its attempt.
func (b *Series) number(index int) (number, attempt uint64) {
	if b.Numbers == nil {
		return b.First + uint64(index), 0
	}
	return b.Numbers[index], b.Attempts[index]
}

// A Generator makes many puzzles at a time, because the solver tests many at a
// time. Each goroutine needs its own Generator.
type Generator struct {
	opts   Options
	counts []int // see Options.ClueCounts
	board  *board
	solver *solver.Solver

	groups []*group
	ready  []*group // groups that the solver does not have

	feeding *Series // batch from which puzzles are begun, or nil
	next    int     // index of its next puzzle
	last    *Series // the batch that was fed last; its Stop is called
}

// A group is a set of puzzles that are tested together. While the solver has
// one group, the others are filled, so the solver's lanes stay full.
type group struct {
	solver.Request
	busy, idle []*digger
}

const groupCount = 4

// largeBudget is the number of guesses for the test of a puzzle of an order above
// 16. If a test does not end, its clues count as needed.
const largeBudget = 3000

// New returns a generator. It fails if no puzzle can meet the options.
func New(opts Options) (*Generator, error) {
	if err := opts.Check(); err != nil {
		return nil, err
	}
	if opts.MaxGuesses == 0 && !opts.Easy {
		opts.MaxGuesses = math.MaxUint64
	}
	budget := uint64(math.MaxUint64)
	if opts.Order > 16 {
		budget = largeBudget
	}
	s, err := solver.New(opts.Order, solver.Options{Box: opts.Box, Limit: 2, MaxGuesses: budget})
	if err != nil {
		return nil, err
	}
	opts.MaxTries = opts.Tries()
	b := newBoard(opts.shape())
	g := &Generator{opts: opts, counts: opts.ClueCounts(), board: b, solver: s}
	orbits := b.orbits(opts.Symmetry)
	size := numbersByOrder.of(b.order).group
	for range groupCount {
		gr := new(group)
		gr.Cells = make([]uint8, size*b.size())
		gr.Results = make([]solver.Result, size)
		gr.Stop = func() bool { return g.last.stopped() }
		gr.Done = func() { g.tested(gr) }
		for range size {
			gr.idle = append(gr.idle, newDigger(g, orbits))
		}
		g.groups = append(g.groups, gr)
	}
	g.ready = slices.Clone(g.groups)
	return g, nil
}

func (b *Series) stopped() bool { return b.Stop != nil && b.Stop() }

func (b *Series) finish() {
	if b.Done != nil {
		b.Done()
	}
}

// EngineUsed returns Solver.EngineUsed of the solver in g.
func (g *Generator) EngineUsed() string { return g.solver.EngineUsed() }

// Feed makes the puzzles of a batch. It may return before the last ones are
// done. Each batch's Done is called when the batch is finished, during this or
// a later call. Batches may finish in another order than they were fed. Feed
// panics if the lengths of the batch's slices do not match.
func (g *Generator) Feed(b *Series) {
	n := len(b.Results) * g.board.size()
	if len(b.Cells) != n || len(b.Solutions) != n {
		panic(fmt.Sprintf("generate: %d and %d cells for %d puzzles", len(b.Cells), len(b.Solutions), len(b.Results)))
	}
	g.last, b.left = b, len(b.Results)
	if b.left == 0 {
		b.finish()
		return
	}
	g.feeding, g.next = b, 0
	for g.feeding != nil && !b.stopped() {
		g.turn()
	}
}

// Flush finishes all batches that were fed, unless Series.Stop returns true.
func (g *Generator) Flush() {
	for g.busy() && !g.last.stopped() {
		g.turn()
	}
}

// busy reports whether any puzzle is being made.
func (g *Generator) busy() bool {
	return slices.ContainsFunc(g.groups, func(gr *group) bool { return len(gr.busy) > 0 })
}

// turn fills a ready group with new puzzles and gives it to the solver. If no
// ready group has puzzles, it waits for the solver.
func (g *Generator) turn() {
	for i, gr := range g.ready {
		g.fill(gr)
		if len(gr.busy) > 0 {
			g.ready = slices.Delete(g.ready, i, i+1)
			g.test(gr)
			return
		}
	}
	g.solver.Flush()
}

// fill begins puzzles of the fed batch in a group.
func (g *Generator) fill(gr *group) {
	for g.feeding != nil && len(gr.idle) > 0 {
		last := len(gr.idle) - 1
		d := gr.idle[last]
		gr.idle, gr.busy = gr.idle[:last], append(gr.busy, d)
		d.begin(g.feeding, g.next)
		if g.next++; g.next == len(g.feeding.Results) {
			g.feeding = nil
		}
	}
}

// test gives the puzzles of a group to the solver.
func (g *Generator) test(gr *group) {
	n := g.board.size()
	gr.Cells, gr.Results = gr.Cells[:len(gr.busy)*n], gr.Results[:len(gr.busy)]
	for i, d := range gr.busy {
		copy(gr.Cells[i*n:], d.cells)
	}
	g.solver.Feed(&gr.Request)
}

// tested handles the solver's results for a group.
func (g *Generator) tested(gr *group) {
	n := g.board.size()
	g.ready = append(g.ready, gr)
	busy := gr.busy[:0]
	for i, d := range gr.busy {
		if d.next(&gr.Results[i], gr.Cells[i*n:][:n]) {
			g.finish(d, &gr.Results[i])
			gr.idle = append(gr.idle, d)
			continue
		}
		busy = append(busy, d)
	}
	gr.busy = busy
}

// finish stores a puzzle that is made or given up in its batch.
func (g *Generator) finish(d *digger, result *solver.Result) {
	b, n := d.batch, g.board.size()
	d.batch = nil
	b.Results[d.index] = Result{Made: d.made, Tries: d.tries}
	if d.made {
		b.Results[d.index].Guesses = result.Guesses
		copy(b.Cells[d.index*n:][:n], d.cells)
		copy(b.Solutions[d.index*n:][:n], d.grid)
	}
	if b.left--; b.left == 0 {
		b.finish()
	}
}
