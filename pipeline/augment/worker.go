package augment

import (
	"context"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A worker makes isomorphs: of numbered puzzles, or of records.
type worker struct {
	seed        uint64
	solve       bool // solve puzzles without a solution
	pairs       bool // write pairs, see Config
	isomorphers map[geometry.Box]*generate.Isomorpher
	solvers     *solving.Solvers
	finish      solving.Finish // afterSolving

	puzzle, solution [geometry.MaxCells]uint8 // of a row
	rows             bulk.RowWriter
	row              bulk.Row
	values           [][]byte // of the added columns
	numbers          []byte   // memory of values
}

func newWorker(seed uint64) *worker {
	w := &worker{seed: seed, isomorphers: map[geometry.Box]*generate.Isomorpher{}, solvers: solving.New(solver.Options{Limit: 2})}
	w.finish = w.afterSolving
	return w
}

// Engines names the engines that prove and find solutions.
func (w *worker) Engines() []string { return w.solvers.Engines() }

// Flush finishes all units.
func (w *worker) Flush(context.Context) { w.solvers.Flush() }

// Work makes the rows of a unit. Puzzles whose solutions are written are solved first: a given
// solution need not be the only one.
func (w *worker) Work(ctx context.Context, b *pipeline.Batch) {
	u := pipeline.SlotOf[unit](b)
	b.Records.N, b.Records.Order = u.count+len(u.records)*u.rows(), u.to.Order // rows, with the rows that are left out
	u.unsolved, u.of, u.leftOut = u.unsolved[:0], u.of[:0], u.leftOut[:0]
	for i := range u.records {
		one := &u.records[i]
		one.found, one.leftOut = one.solution, false
		if u.solved && (one.solution != nil || w.solve) {
			u.unsolved = append(u.unsolved, one.cells...)
			u.of = append(u.of, i)
		}
	}
	if len(u.of) > 0 {
		w.solvers.Feed(ctx, b, u.to.Board(), &u.puzzles, u.unsolved, w.finish)
		return
	}
	w.write(b, u)
	b.Done()
}

// afterSolving stores the solutions, and leaves out puzzles without exactly one.
func (w *worker) afterSolving(b *pipeline.Batch, results []solver.Result) {
	u := pipeline.SlotOf[unit](b)
	size := u.to.Order * u.to.Order
	var counts pipeline.Counts
	for i := range results {
		one := &u.records[u.of[i]]
		if solving.Count(&counts, &results[i]); results[i].Unique() {
			one.found = u.unsolved[i*size:][:size]
			continue
		}
		one.leftOut = true
		if !u.again {
			u.leftOut = append(u.leftOut, one.fault(results[i].Status))
		}
	}
	counts.Solved = 0 // write counts them
	if !u.again {
		b.Counts.Add(&counts)
	}
	w.write(b, u)
}

func (w *worker) write(b *pipeline.Batch, u *unit) {
	b.Out = append(b.Out, u.header...)
	w.writeNumbered(b, u)
	if w.pairs {
		b.Out = w.appendPairs(b.Out, u)
	}
	for i := range u.records {
		one := &u.records[i]
		if one.leftOut {
			continue
		}
		b.Counts.Solved += int64(u.rows())
		for n := u.low; n <= u.high && !w.pairs; n++ {
			puzzle, solution := w.isomorph(u, one, n)
			b.Out = w.append(b.Out, u, one, n, puzzle, solution)
		}
	}
}

// writeNumbered writes an isomorph of each numbered puzzle.
func (w *worker) writeNumbered(b *pipeline.Batch, u *unit) {
	order := u.to.Order
	puzzle, m := w.puzzle[:order*order], w.isomorpher(u.to.Board())
	for i := range u.count {
		m.Isomorph(puzzle, u.cells[i*len(puzzle):][:len(puzzle)], u.first+uint64(i))
		b.Out = u.to.AppendPuzzle(b.Out, puzzle)
	}
	b.Counts.Solved = int64(u.count)
}

func (w *worker) isomorpher(board geometry.Box) *generate.Isomorpher {
	m := w.isomorphers[board]
	if m == nil {
		m = generate.NewIsomorpher(board, w.seed)
		w.isomorphers[board] = m
	}
	return m
}

// isomorph returns isomorph n of a puzzle, and its solution if that is known.
func (w *worker) isomorph(u *unit, one *record, n uint64) (puzzle, solution []uint8) {
	if n == 0 {
		return one.cells, one.found
	}
	m := w.isomorpher(u.to.Board())
	puzzle = w.puzzle[:len(one.cells)]
	m.Choose(one.number, n)
	m.Apply(puzzle, one.cells)
	if one.found != nil {
		solution = w.solution[:len(one.cells)]
		m.Apply(solution, one.found)
	}
	return puzzle, solution
}

// append appends a row, or a puzzle with its solution if that is known and has a place.
func (w *worker) append(dst []byte, u *unit, one *record, n uint64, puzzle, solution []uint8) []byte {
	switch {
	case u.to.Kind.IsTable():
	case u.solved && solution != nil:
		return u.to.AppendSolvedPuzzle(dst, puzzle, solution)
	default:
		return u.to.AppendPuzzle(dst, puzzle)
	}
	w.row = bulk.Row{
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
	for _, number := range [...]uint64{one.number, n, w.seed} {
		w.value(func(dst []byte) []byte { return strconv.AppendUint(dst, number, 10) })
	}
	w.row.Added = w.values
	return w.rows.Append(dst, u.to, &w.row)
}

// value adds the value of an added column. If the buffer moves, earlier values stay where they
// were.
func (w *worker) value(appendTo func([]byte) []byte) {
	from := len(w.numbers)
	w.numbers = appendTo(w.numbers)
	w.values = append(w.values, w.numbers[from:len(w.numbers):len(w.numbers)])
}

// appendPairs appends the tokens of all puzzles, and then of all solutions.
func (w *worker) appendPairs(dst []byte, u *unit) []byte {
	rows := 0
	for i := range u.records {
		if !u.records[i].leftOut {
			rows += u.rows()
		}
	}
	size, from := u.to.Order*u.to.Order, len(dst)
	dst = slices.Grow(dst, 2*rows*size)[:from+2*rows*size]
	puzzles, solutions := dst[from:from+rows*size], dst[from+rows*size:]
	for i := range u.records {
		for n := u.low; n <= u.high && !u.records[i].leftOut; n++ {
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
