package columns

// This file has the memory and the solvers with which a worker computes columns.

import (
	"context"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// An Evaluator computes the values of columns for the puzzles of batches. One worker uses it. Its
// solvers, raters and buffers are made when a column first needs them.
type Evaluator struct {
	columns []Column
	puzzles Puzzles
	stop    func() bool
	found   Found    // the record whose values are computed
	values  [][]byte // of the columns
	buffer  []byte   // holds the values

	solvers *solving.Solvers // of Search
	results []solver.Result
	grids   []uint8

	raters   map[geometry.Box]*solver.Rater // by board
	ratings  []solver.Rating                // of the puzzles
	checkers map[geometry.Box]*solver.MinimalChecker
	// redundant has the redundant clues of each puzzle with one solution.
	redundant []solver.CellSet
	missing   []uint32       // the redundant candidates of each puzzle
	remover   *solver.Solver // finds missing
	list      []uint16       // redundant clues or candidates

	canonicalizer *solver.Canonicalizer
	canonicalized bool // form and automorphisms are of puzzle formOf
	formOf        int
	form          [geometry.MaxCells]uint8
	automorphisms int

	explainer explainer

	chosen  []int // puzzles that are rated or tested
	cells   []uint8
	solved  []uint8
	rated   []solver.Rating
	clueSet []solver.CellSet
}

// Puzzles are the puzzles of a batch, with what a search found.
type Puzzles struct {
	Board geometry.Box
	Cells []uint8 // the puzzles, as many cells each as the board has
	// Candidates are the puzzles' candidates, see model.Records; empty: the cells say all.
	Candidates []uint32
	Solved     []uint8         // their first solutions
	Results    []solver.Result // nil: they were not solved
}

// NewEvaluator returns an Evaluator of columns.
func NewEvaluator(columns []Column) *Evaluator {
	return &Evaluator{
		columns: columns, values: make([][]byte, len(columns)),
		raters: map[geometry.Box]*solver.Rater{}, checkers: map[geometry.Box]*solver.MinimalChecker{},
	}
}

// Prepare computes what the columns need of all puzzles. Puzzles without Results have no values of
// columns that a search gives. stop, if not nil, reports whether the run has ended; the values are
// then meaningless.
func (e *Evaluator) Prepare(p Puzzles, stop func() bool) {
	e.puzzles, e.stop, e.canonicalized, e.explainer.known = p, stop, false, false
	e.ratings, e.redundant, e.missing = e.ratings[:0], e.redundant[:0], e.missing[:0]
	for i := range e.columns {
		if e.columns[i].prepare != nil {
			e.columns[i].prepare(e)
		}
	}
}

// Search is Prepare for puzzles that were not solved. If a column needs it, it searches them for two
// solutions.
func (e *Evaluator) Search(ctx context.Context, p Puzzles, stop func() bool) {
	if AnySolved(e.columns) {
		if e.solvers == nil {
			e.solvers = solving.New(solver.Options{Limit: 2})
		}
		e.grids = append(e.grids[:0], p.Cells...)
		e.results = must(e.solvers.Solve(ctx, p.Board, e.grids, p.Candidates, e.results))
		p.Solved, p.Results = e.grids, e.results
	}
	e.Prepare(p, stop)
}

// find fills in what was found about a puzzle, by its index.
func (e *Evaluator) find(i int) {
	p := &e.puzzles
	n := p.Board.Cells()
	found := &e.found
	*found = Found{Puzzle: p.Cells[i*n:][:n], Candidates: p.candidates(i), Index: i, by: e}
	if p.Results == nil {
		return
	}
	result := &p.Results[i]
	found.Verdict, found.Solution = solving.Verdict(result.Status), p.Solved[i*n:][:n]
	found.Guesses, found.Solutions, found.Complete = result.Guesses, result.Solutions, result.Complete
}

// candidates returns the candidates of a puzzle, by its index, or nil.
func (p *Puzzles) candidates(i int) []uint32 {
	if len(p.Candidates) == 0 {
		return nil
	}
	n := p.Board.Cells()
	return p.Candidates[i*n:][:n]
}

// Values returns the values of all columns for a puzzle, by its index; nil if there is none. to is
// the form of the row. The values are valid until the next call.
func (e *Evaluator) Values(puzzle int, to bulk.Form) [][]byte {
	e.find(puzzle)
	return e.collect(to)
}

// room is the usual space for the value of a column. Only a path may be longer.
const room = 1 << 11

// collect puts the values of the columns into the buffer, one after the other.
func (e *Evaluator) collect(to bulk.Form) [][]byte {
	e.buffer = slices.Grow(e.buffer[:0], room*len(e.columns)+len(e.found.File))
	buffer := e.buffer
	for i := range e.columns {
		n := len(buffer)
		e.values[i] = e.columns[i].append(buffer[n:n:cap(buffer)], to, &e.found)
		if end := n + len(e.values[i]); end <= cap(buffer) { // else the value has memory of its own
			buffer = buffer[:end]
		}
	}
	return e.values
}

// AppendLabels appends the values of all columns for a puzzle, by its index, as text that can be
// kept until a row is written. Label reads it.
func (e *Evaluator) AppendLabels(dst []byte, puzzle int) []byte {
	for _, value := range e.Values(puzzle, bulk.Form{Kind: bulk.Line, Order: e.puzzles.Board.Side()}) {
		if value == nil {
			dst = append(dst, 0)
			continue
		}
		dst = append(binary.AppendUvarint(dst, uint64(len(value))+1), value...)
	}
	return dst
}

// Label returns the value of a column, by its index, in what AppendLabels appended; nil if there is
// none.
func Label(values []byte, column int) []byte {
	for len(values) > 0 {
		n, size := binary.Uvarint(values)
		values = values[size:]
		if n > 0 {
			n--
		} else if column == 0 {
			return nil
		}
		if column == 0 {
			return values[:n:n]
		}
		values = values[n:]
		column--
	}
	return nil
}

// choose collects the puzzles of clues that may have exactly one solution, with their solutions.
func (e *Evaluator) choose() {
	p := &e.puzzles
	n := p.Board.Cells()
	e.chosen, e.cells, e.solved = e.chosen[:0], e.cells[:0], e.solved[:0]
	for i := range len(p.Cells) / n {
		if len(p.Candidates) > 0 || p.Results != nil && p.Results[i].Status != solver.Solved {
			continue
		}
		e.chosen = append(e.chosen, i)
		e.cells = append(e.cells, p.Cells[i*n:][:n]...)
		if p.Results != nil {
			e.solved = append(e.solved, p.Solved[i*n:][:n]...)
		}
	}
}

// rate rates the puzzles.
func (e *Evaluator) rate() {
	p := &e.puzzles
	e.choose()
	rater := e.raters[p.Board]
	if rater == nil {
		rater = must(solver.NewRater(p.Board))
		e.raters[p.Board] = rater
	}
	rater.Stop = e.stop
	e.rated = slices.Grow(e.rated[:0], len(e.chosen))[:len(e.chosen)]
	rater.Rate(e.rated, e.cells)
	e.ratings = scatter(e.ratings[:0], len(p.Cells)/p.Board.Cells(), e.chosen, e.rated)
}

// findRedundant finds the redundant clues of the puzzles.
func (e *Evaluator) findRedundant() {
	p := &e.puzzles
	if len(e.redundant)+len(e.missing) > 0 {
		return // two columns need them
	}
	if len(p.Candidates) > 0 {
		e.findMissing()
		return
	}
	e.choose()
	checker := e.checkers[p.Board]
	if checker == nil {
		checker = must(solver.NewMinimalChecker(p.Board))
		e.checkers[p.Board] = checker
	}
	checker.Stop = e.stop
	e.clueSet = slices.Grow(e.clueSet[:0], len(e.chosen))[:len(e.chosen)]
	checker.Redundant(e.clueSet, e.cells, e.solved)
	e.redundant = scatter(e.redundant[:0], len(p.Cells)/p.Board.Cells(), e.chosen, e.clueSet)
}

// findMissing finds the redundant candidates of the puzzles.
func (e *Evaluator) findMissing() {
	p := &e.puzzles
	n := p.Board.Cells()
	if e.remover == nil {
		e.remover = must(solver.New(p.Board.Side(), solver.Options{}))
	}
	e.missing = slices.Grow(e.missing, len(p.Candidates))[:len(p.Candidates)]
	clear(e.missing)
	for i := range len(p.Candidates) / n {
		if p.Results[i].Status == solver.Solved && (e.stop == nil || !e.stop()) {
			e.remover.RedundantCandidates(e.missing[i*n:][:n], p.candidates(i), p.Solved[i*n:][:n])
		}
	}
}

// scatter returns n values: the values at the given indexes, and zero values between them.
func scatter[T any](dst []T, n int, at []int, values []T) []T {
	dst = slices.Grow(dst, n)[:n]
	clear(dst)
	for i, index := range at {
		dst[index] = values[i]
	}
	return dst
}

// must returns a value. Every size of puzzles has a solver.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// HasForm reports whether puzzles of a size have canonical forms.
func HasForm(size int) bool { return slices.Contains(formSizes, size) }

var formSizes = solver.CanonicalOrders()

// canonicalize finds the canonical form of a puzzle.
func (e *Evaluator) canonicalize(found *Found) {
	if e.canonicalized && e.formOf == found.Index {
		return
	}
	if e.canonicalizer == nil {
		e.canonicalizer = solver.NewCanonicalizer()
	}
	e.canonicalizer.Box = e.puzzles.Board
	e.automorphisms = e.canonicalizer.Canonical(e.form[:len(found.Puzzle)], found.Puzzle)
	e.canonicalized, e.formOf = true, found.Index
}

// AppendRedundant appends the redundant parts of a puzzle with one solution, by index: the cells of
// clues, or candidates, see AppendName. The column redundant must be among the columns.
func (e *Evaluator) AppendRedundant(dst []uint16, puzzle int) []uint16 {
	if len(e.puzzles.Candidates) == 0 {
		for cell := range e.redundant[puzzle].All {
			dst = append(dst, uint16(cell))
		}
		return dst
	}
	n := e.puzzles.Board.Cells()
	for cell, digits := range e.missing[puzzle*n:][:n] {
		for ; digits != 0; digits &= digits - 1 {
			dst = append(dst, uint16(cell|(1+bits.TrailingZeros32(digits))<<RedundantCellBits))
		}
	}
	return dst
}

// RedundantCellBits is the number of bits for the cell in what AppendRedundant appends; the bits
// above are the digit of a candidate.
const RedundantCellBits = 10

// AppendName appends the name of a cell, or of a candidate of AppendRedundant: r4c7, or r4c7=5.
func AppendName(dst []byte, order int, redundant uint16) []byte {
	cell, digit := int(redundant)&(1<<RedundantCellBits-1), redundant>>RedundantCellBits
	dst = strconv.AppendInt(append(dst, 'r'), int64(cell/order+1), 10)
	dst = strconv.AppendInt(append(dst, 'c'), int64(cell%order+1), 10)
	if digit > 0 {
		dst = strconv.AppendUint(append(dst, '='), uint64(digit), 10)
	}
	return dst
}

// Engines names the engines that computed columns.
func (e *Evaluator) Engines() (names []string) {
	for _, r := range e.raters {
		names = append(names, r.EngineUsed())
	}
	for _, c := range e.checkers {
		names = append(names, c.EngineUsed())
	}
	if e.solvers != nil {
		names = append(names, e.solvers.Engines()...)
	}
	return names
}
