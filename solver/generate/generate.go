package generate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
)

// Options say what puzzles to make.
type Options struct {
	// Order is 9 or 16.
	Order int
	// Seed is where the random numbers come from.
	Seed uint64
	// Clues is the exact number of clues. 0 makes minimal puzzles: without any
	// one of their clues they have several solutions.
	Clues int
	// MinGuesses and MaxGuesses bound the guesses that a Solver needs to prove
	// the puzzle unique, which measure how difficult it is. A MaxGuesses of 0 is
	// the default, math.MaxUint64, which is no bound.
	MinGuesses, MaxGuesses uint64
	// Easy wants puzzles that need no guess. It goes with neither of these bounds.
	Easy bool
	// MaxTries is how often a puzzle may be begun before it is given up; 0 is
	// 1,000,000 in order 9 and 10,000 in order 16.
	MaxTries int
}

// minClues is the least number of clues, by order, that may be asked for. Of
// order 9 it is proven that fewer never have one solution; of order 16 none with
// fewer is known. Random tries hardly come below 20 and 87.
var minClues = map[int]int{9: 17, 16: 55}

// maxTries is what a MaxTries of 0 stands for, by order.
var maxTries = map[int]int{9: 1_000_000, 16: 10_000}

// Check returns why no puzzle can be as asked for, or nil.
func (o Options) Check() error {
	least, most := minClues[o.Order], o.Order*o.Order
	switch {
	case !slices.Contains(solver.Orders(), o.Order):
		return fmt.Errorf("no puzzles of order %d: orders are %v", o.Order, solver.Orders())
	case o.Clues != 0 && (o.Clues < least || o.Clues > most):
		return fmt.Errorf("no puzzle of order %d has %d clues and one solution: choose %d to %d", o.Order, o.Clues, least, most)
	case o.Easy && o.MaxGuesses > 0:
		return fmt.Errorf("puzzles that need no guess are asked for, and such as take up to %d", o.MaxGuesses)
	case o.MaxTries < 0:
		return fmt.Errorf("number of tries %d is negative", o.MaxTries)
	case o.MinGuesses > o.MaxGuesses && (o.MaxGuesses > 0 || o.Easy):
		return fmt.Errorf("no puzzle takes at least %d and at most %d guesses", o.MinGuesses, o.MaxGuesses)
	}
	return nil
}

// ErrNotMade says that no puzzle as asked for came up in Options.MaxTries tries.
var ErrNotMade = errors.New("no such puzzle found")

// A Batch is puzzles to make together. While it is with a Generator, from Feed
// until its Done is called, nobody else may touch it. It can be used again and
// again.
type Batch struct {
	// First is the number of the first puzzle; the others follow.
	First uint64
	// Cells is set to the puzzles, one after the other, order² cells each.
	Cells []uint8
	// Solutions is set to their solutions, in the same way.
	Solutions []uint8
	// Results is set to what became of them, one for each.
	Results []Result
	// Stop, if it is not nil, is called now and then. If it returns true, Feed
	// or Flush return early without having finished, and the generator is of no
	// further use. While several batches are unfinished, only the Stop of the
	// one fed last is called.
	Stop func() bool
	// Done, if it is not nil, is called when the batch is finished, by the call
	// of Feed or Flush that finished it. It must not call the generator, but the
	// batch is the caller's again.
	Done func()

	left int // puzzles that are not finished
}

// A Result says whether and how a puzzle was made.
type Result struct {
	// Made is false if no try gave a puzzle as asked for.
	Made bool
	// Guesses is what a Solver with Limit 2 needs.
	Guesses uint64
	// Tries is the number of grids that were begun with.
	Tries int
}

// A Generator makes puzzles, many at the same time, because the solver tests
// many at a time. It is for one goroutine at a time; make one for each.
type Generator struct {
	opts   Options
	board  *board
	solver *solver.Solver

	groups []*group
	ready  []*group // those that are not with the solver

	feeding *Batch // whose puzzles are begun; nil: all are
	next    int    // the one of it that comes next
	last    *Batch // that was fed; its Stop is the one called
}

// A group is puzzles that are tested together. While the solver has one group
// the others are made ready, so that its lanes stay full.
type group struct {
	solver.Batch
	busy, idle []*digger
}

const groupCount = 4

// groupSizes are the puzzles in a group, by order. Puzzles of order 16 are slow:
// with fewer of them at a time the first one comes sooner.
var groupSizes = map[int]int{9: 64, 16: 32}

// New makes a generator. It fails where no puzzle can be as asked for.
func New(opts Options) (*Generator, error) {
	if err := opts.Check(); err != nil {
		return nil, err
	}
	if opts.MaxGuesses == 0 && !opts.Easy {
		opts.MaxGuesses = math.MaxUint64
	}
	s, err := solver.New(opts.Order, solver.Options{Limit: 2, MaxGuesses: math.MaxUint64})
	if err != nil {
		return nil, err
	}
	if opts.MaxTries == 0 {
		opts.MaxTries = maxTries[opts.Order]
	}
	b := newBoard(opts.Order)
	g := &Generator{opts: opts, board: b, solver: s}
	size := groupSizes[b.order]
	for range groupCount {
		gr := new(group)
		gr.Cells = make([]uint8, size*b.size())
		gr.Results = make([]solver.Result, size)
		gr.Stop = func() bool { return g.last.stopped() }
		gr.Done = func() { g.tested(gr) }
		for range size {
			gr.idle = append(gr.idle, newDigger(b, &g.opts))
		}
		g.groups = append(g.groups, gr)
	}
	g.ready = slices.Clone(g.groups)
	return g, nil
}

func (b *Batch) stopped() bool { return b.Stop != nil && b.Stop() }

func (b *Batch) finish() {
	if b.Done != nil {
		b.Done()
	}
}

// EngineUsed is Solver.EngineUsed of the solver that g uses.
func (g *Generator) EngineUsed() string { return g.solver.EngineUsed() }

// Feed makes the puzzles of a batch, but may return before the last are done.
// Each batch's Done is called when the batch is finished, during this or a
// later call, not always in the order of feeding. Lengths that do not match are
// mistakes of the caller's, and Feed panics.
func (g *Generator) Feed(b *Batch) {
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

// Flush finishes all batches that were fed, unless Batch.Stop ends it.
func (g *Generator) Flush() {
	for g.busy() && !g.last.stopped() {
		g.turn()
	}
}

// busy reports whether any puzzle is being made.
func (g *Generator) busy() bool {
	return slices.ContainsFunc(g.groups, func(gr *group) bool { return len(gr.busy) > 0 })
}

// turn begins puzzles in a group and has the solver test all of it. Where no
// group with puzzles is ready, it waits for one.
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

// fill begins puzzles of the batch that is fed.
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

// test has the solver look at a group's puzzles.
func (g *Generator) test(gr *group) {
	n := g.board.size()
	gr.Cells, gr.Results = gr.Cells[:len(gr.busy)*n], gr.Results[:len(gr.busy)]
	for i, d := range gr.busy {
		copy(gr.Cells[i*n:], d.cells)
	}
	g.solver.Feed(&gr.Batch)
}

// tested takes the results of a group's tests.
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

// finish takes a puzzle that is done.
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
