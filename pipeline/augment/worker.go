package augment

import (
	"context"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A worker makes the rows of units.
type worker struct {
	cfg         *Config
	isomorphers map[int]*generate.Isomorpher // by order
	solvers     *solving.Solvers
	finish      solving.Finish // afterSolving

	puzzle, solution [256]uint8 // of a row
	rows             formats.RowWriter
	row              formats.Row
	values           [][]byte // of the columns that are added
	numbers          []byte   // backs those
}

func newWorker(cfg *Config) *worker {
	w := &worker{cfg: cfg, isomorphers: map[int]*generate.Isomorpher{}, solvers: solving.New(solverOptions())}
	w.finish = w.afterSolving
	return w
}

// Engines names the engines that solve what has no solution.
func (w *worker) Engines() []string { return w.solvers.Engines() }

// Flush finishes all units.
func (w *worker) Flush(context.Context) { w.solvers.Flush() }

// Work makes the rows of a unit, once the puzzles are solved whose solutions are
// written: a given solution is one of the puzzle, but need not be the only one.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	u := unitOf(b)
	b.Records.N, b.Records.Order = len(u.records)*int(u.high-u.low+1), u.to.Order // rows, of what is left out as well
	u.unsolved, u.of, u.left = u.unsolved[:0], u.of[:0], u.left[:0]
	for i := range u.records {
		one := &u.records[i]
		one.found, one.out = one.solution, false
		if u.solved && (one.solution != nil || w.cfg.Solutions) {
			u.unsolved = append(u.unsolved, one.cells...)
			u.of = append(u.of, i)
		}
	}
	if len(u.of) > 0 {
		w.solvers.Feed(ctx, b, &u.puzzles, u.unsolved, w.finish)
		return
	}
	w.write(b, u)
	b.Done()
}

// afterSolving takes the solutions over, and leaves out puzzles without exactly one.
func (w *worker) afterSolving(b *pipeline.Batch, results []solver.Result) {
	u := unitOf(b)
	size := u.to.Order * u.to.Order
	var counts pipeline.Counts
	for i := range results {
		one := &u.records[u.of[i]]
		if solving.Count(&counts, &results[i]); results[i].Unique() {
			one.found = u.unsolved[i*size:][:size]
			continue
		}
		one.out = true
		if !u.again {
			u.left = append(u.left, one.fault(results[i].Status))
		}
	}
	counts.Solved = 0 // those that are written count
	if !u.again {
		b.Counts.Add(&counts)
	}
	w.write(b, u)
}

// write writes the rows of all records that were not left out.
func (w *worker) write(b *pipeline.Batch, u *unit) {
	if u.header {
		b.Out = u.to.AppendHeader(b.Out)
	}
	if w.cfg.Pairs {
		b.Out = w.appendPairs(b.Out, u)
	}
	for i := range u.records {
		one := &u.records[i]
		if one.out {
			continue
		}
		b.Counts.Solved += int64(u.high - u.low + 1)
		for n := u.low; n <= u.high && !w.cfg.Pairs; n++ {
			puzzle, solution := w.isomorph(u, one, n)
			b.Out = w.append(b.Out, u, one, n, puzzle, solution)
		}
	}
}

// isomorph makes isomorph n of a puzzle, and what its solution becomes.
func (w *worker) isomorph(u *unit, one *source, n uint64) (puzzle, solution []uint8) {
	if n == 0 {
		return one.cells, one.found
	}
	m := w.isomorphers[u.to.Order]
	if m == nil {
		m = generate.NewIsomorpher(u.to.Order, w.cfg.Seed)
		w.isomorphers[u.to.Order] = m
	}
	m.Choose(one.number, n)
	puzzle = w.puzzle[:len(one.cells)]
	m.Apply(puzzle, one.cells)
	if one.found != nil {
		solution = w.solution[:len(one.cells)]
		m.Apply(solution, one.found)
	}
	return puzzle, solution
}

// append appends a row, or a puzzle with its solution where that is known and has a
// place.
func (w *worker) append(dst []byte, u *unit, one *source, n uint64, puzzle, solution []uint8) []byte {
	switch {
	case u.to.Kind.IsTable():
	case u.solved && solution != nil:
		return u.to.AppendSolvedPuzzle(dst, puzzle, solution)
	default:
		return u.to.AppendPuzzle(dst, puzzle)
	}
	w.row = formats.Row{
		From: u.from, Record: one.text, Missing: one.missing,
		Cells: puzzle, Replaced: true, Solution: solution,
	}
	w.values, w.numbers = w.values[:0], w.numbers[:0]
	if u.own {
		w.value(func(dst []byte) []byte {
			if solution == nil {
				return dst
			}
			return u.to.AppendCells(dst, solution)
		})
	}
	for _, number := range [...]uint64{one.number, n, w.cfg.Seed} {
		w.value(func(dst []byte) []byte { return strconv.AppendUint(dst, number, 10) })
	}
	w.row.Added = w.values
	return w.rows.Append(dst, u.to, &w.row)
}

// value adds a value of an added column. If the buffer moves, earlier values stay
// where they were.
func (w *worker) value(appendTo func([]byte) []byte) {
	from := len(w.numbers)
	w.numbers = appendTo(w.numbers)
	w.values = append(w.values, w.numbers[from:len(w.numbers):len(w.numbers)])
}

// appendPairs appends the tokens of all puzzles, and then of all solutions.
func (w *worker) appendPairs(dst []byte, u *unit) []byte {
	rows := 0
	for i := range u.records {
		if !u.records[i].out {
			rows += int(u.high - u.low + 1)
		}
	}
	size, from := u.to.Order*u.to.Order, len(dst)
	dst = slices.Grow(dst, 2*rows*size)[:from+2*rows*size]
	puzzles, solutions := dst[from:from+rows*size], dst[from+rows*size:]
	for i := range u.records {
		for n := u.low; n <= u.high && !u.records[i].out; n++ {
			puzzle, solution := w.isomorph(u, &u.records[i], n)
			puzzles = puzzles[copy(puzzles, puzzle):]
			solutions = solutions[copy(solutions, solution):]
		}
	}
	for i := range dst[from:] {
		dst[from+i] += firstToken
	}
	return dst
}
