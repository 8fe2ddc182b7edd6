package solver

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/unavoidable"
)

// A MinimalChecker finds the redundant clues of puzzles. A clue is redundant if
// the puzzle still has one solution without it. A puzzle without redundant
// clues is minimal.
//
// Each goroutine needs its own MinimalChecker. It has all its memory from the
// start. Redundant does not allocate, except once, for the first puzzle that is
// hard enough for clause learning.
type MinimalChecker struct {
	// Stop, if it is not nil, is called now and then. If it returns true,
	// Redundant returns early. The sets are then meaningless, and the checker
	// must not be used again.
	Stop func() bool

	shape   geometry.Box
	cheap   *unavoidable.Sets
	solver  *Solver
	free    []*clueTests // batches without tests
	filling *clueTests   // the next batch to feed

	redundant []CellSet // argument of the current call of Redundant
}

// A clueTest identifies a test: can this puzzle do without this clue?
type clueTest struct {
	puzzle int
	cell   int
}

// clueTests is a batch of puzzles, each with one clue removed.
type clueTests struct {
	batch Request
	of    []clueTest
}

// testBatches is the number of batches of a MinimalChecker. While the solver
// works on some, another one is filled.
const testBatches = 4

// cellsPerBatch is the number of cells of a batch of tests.
const cellsPerBatch = 1 << 16

// NewMinimalChecker returns a checker for puzzles of a shape. It takes 1 MiB for
// order 9 and 5 MiB for order 16.
func NewMinimalChecker(shape geometry.Box) (*MinimalChecker, error) {
	s, err := New(shape.Side(), Options{Box: shape, Limit: 2, MaxGuesses: math.MaxUint64})
	if err != nil {
		return nil, err
	}
	m := &MinimalChecker{shape: shape, solver: s, cheap: unavoidable.New(shape)}
	for range testBatches {
		n := cellsPerBatch / shape.Cells()
		t := &clueTests{of: make([]clueTest, 0, n)}
		t.batch.Cells, t.batch.Results = make([]uint8, 0, n*shape.Cells()), make([]Result, 0, n)
		t.batch.Done = func() { m.note(t) }
		m.free = append(m.free, t)
	}
	return m, nil
}

// EngineUsed returns Solver.EngineUsed of the solver in m.
func (m *MinimalChecker) EngineUsed() string { return m.solver.EngineUsed() }

// Redundant sets redundant to the redundant clues of puzzles, one set for each
// puzzle. puzzles and solutions hold order² cells for each puzzle, row by row,
// 0 = blank. Neither is changed.
//
// A puzzle with several solutions has no redundant clues. If a solution does
// not solve its puzzle, its set is meaningless. Redundant panics if the lengths
// do not match or a value in puzzles exceeds the order.
func (m *MinimalChecker) Redundant(redundant []CellSet, puzzles, solutions []uint8) {
	n := m.shape.Cells()
	if len(puzzles) != n*len(redundant) || len(solutions) != len(puzzles) {
		panic(fmt.Sprintf("solver: %d cells and %d of solutions for %d puzzles of order %d",
			len(puzzles), len(solutions), len(redundant), m.shape.Side()))
	}
	checkValues(m.solver.order, puzzles) // before any test begins
	m.redundant = redundant
	for i := range redundant {
		redundant[i] = CellSet{}
		puzzle := puzzles[i*n : (i+1)*n : (i+1)*n]
		open := CellSet(m.cheap.Undecided(puzzle, solutions[i*n:(i+1)*n:(i+1)*n]))
		for cell := range open.All {
			if !m.test(puzzle, clueTest{i, cell}) {
				return
			}
		}
	}
	if m.filling != nil {
		m.feed()
	}
	m.solver.Flush()
	m.redundant = nil
}

// test adds a test to the batch that is being filled, and feeds the batch to
// the solver if it is full. It reports whether to continue.
func (m *MinimalChecker) test(puzzle []uint8, of clueTest) bool {
	t := m.filling
	if t == nil {
		if len(m.free) == 0 { // hard puzzles delay all batches
			m.solver.Flush()
		}
		if m.Stop != nil && m.Stop() {
			return false
		}
		t = m.free[len(m.free)-1]
		m.free, m.filling = m.free[:len(m.free)-1], t
	}
	t.of = append(t.of, of)
	t.batch.Cells = append(t.batch.Cells, puzzle...)
	t.batch.Cells[len(t.batch.Cells)-len(puzzle)+of.cell] = 0
	if len(t.of) == cap(t.of) {
		m.feed()
	}
	return true
}

// feed gives the filled batch to the solver.
func (m *MinimalChecker) feed() {
	t := m.filling
	m.filling = nil
	t.batch.Stop = m.Stop
	t.batch.Results = t.batch.Results[:len(t.of)]
	m.solver.Feed(&t.batch)
}

// note adds the redundant clues that finished tests found.
func (m *MinimalChecker) note(t *clueTests) {
	for i, of := range t.of {
		if t.batch.Results[i].Unique() {
			m.redundant[of.puzzle].Add(of.cell)
		}
	}
	t.of, t.batch.Cells = t.of[:0], t.batch.Cells[:0]
	m.free = append(m.free, t)
}

// A CellSet is a set of cells of a puzzle of any order, numbered row by row
// from 0. The zero value is the empty set. Sets can be compared with ==.
// Methods panic if a cell is not in 0..639.
type CellSet [(geometry.MaxCells + 63) / 64]uint64

// Add adds a cell to the set.
func (s *CellSet) Add(cell int) { s[cell>>6] |= 1 << (cell & 63) }

// Remove removes a cell from the set.
func (s *CellSet) Remove(cell int) { s[cell>>6] &^= 1 << (cell & 63) }

// Has reports whether a cell is in the set.
func (s *CellSet) Has(cell int) bool { return s[cell>>6]>>(cell&63)&1 != 0 }

// Len returns the number of cells in the set.
func (s *CellSet) Len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// All yields the cells of the set in ascending order.
func (s *CellSet) All(yield func(cell int) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
