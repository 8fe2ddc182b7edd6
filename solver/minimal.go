package solver

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/solver/internal/unavoidable"
)

// A MinimalChecker finds the redundant clues of puzzles: those that a puzzle
// with one solution can do without, one at a time. A puzzle without redundant
// clues is minimal.
//
// It is for one goroutine at a time; make one for each. It holds all its memory,
// and does not allocate when it checks, except once, when a puzzle is so hard
// that it goes on to clause learning.
type MinimalChecker struct {
	// Stop, if it is not nil, is called now and then. If it returns true,
	// Redundant returns early, with sets that mean nothing, and the checker is
	// of no further use.
	Stop func() bool

	order   int
	cheap   *unavoidable.Sets
	solver  *Solver
	free    []*clueTests // without tests
	filling *clueTests   // the next to go to the solver

	redundant []CellSet // of the call of Redundant at hand
}

// A clueTest says which puzzle and clue a test is about.
type clueTest struct {
	puzzle int
	cell   int
}

// clueTests are a batch of puzzles with one clue less.
type clueTests struct {
	batch Batch
	of    []clueTest
}

// testBatches is the number of batches of a MinimalChecker: the solver may work
// on one while it takes the next.
const testBatches = 4

// testsPerBatch is the number of tests in a batch, by order.
var testsPerBatch = map[int]int{9: 1024, 16: 256}

// NewMinimalChecker makes a checker for puzzles of the given order, 9 or 16.
func NewMinimalChecker(order int) (*MinimalChecker, error) {
	s, err := New(order, Options{Limit: 2, MaxGuesses: math.MaxUint64})
	if err != nil {
		return nil, err
	}
	m := &MinimalChecker{order: order, solver: s, cheap: unavoidable.New(order)}
	for range testBatches {
		n := testsPerBatch[order]
		t := &clueTests{of: make([]clueTest, 0, n)}
		t.batch.Cells, t.batch.Results = make([]uint8, 0, n*order*order), make([]Result, 0, n)
		t.batch.Done = func() { m.note(t) }
		m.free = append(m.free, t)
	}
	return m, nil
}

// EngineUsed is Solver.EngineUsed of the solver that m uses.
func (m *MinimalChecker) EngineUsed() string { return m.solver.EngineUsed() }

// Redundant sets redundant to the redundant clues of puzzles, one set for each
// puzzle. They lie one after the other in puzzles, order² cells each, row by row,
// 0 = blank; solutions holds a solution of each, in the same way. Neither slice
// of cells is changed.
//
// A clue is redundant if the puzzle without it has one solution only; so where a
// puzzle has several, none is. For solutions that do not solve their puzzles the
// sets mean nothing. Lengths that do not match, and values of puzzles beyond the
// order, are mistakes of the caller's, and Redundant panics.
func (m *MinimalChecker) Redundant(redundant []CellSet, puzzles, solutions []uint8) {
	n := m.order * m.order
	if len(puzzles) != n*len(redundant) || len(solutions) != len(puzzles) {
		panic(fmt.Sprintf("solver: %d cells and %d of solutions for %d puzzles of order %d",
			len(puzzles), len(solutions), len(redundant), m.order))
	}
	m.solver.checkValues(puzzles) // before any test is begun
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

// test adds the test whether a puzzle can do without a clue to the batch that
// is being filled, and feeds that to the solver once it is full. It reports
// whether to go on.
func (m *MinimalChecker) test(puzzle []uint8, of clueTest) bool {
	t := m.filling
	if t == nil {
		if len(m.free) == 0 { // hard puzzles hold them all up
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

// feed gives the batch that is being filled to the solver.
func (m *MinimalChecker) feed() {
	t := m.filling
	m.filling = nil
	t.batch.Stop = m.Stop
	t.batch.Results = t.batch.Results[:len(t.of)]
	m.solver.Feed(&t.batch)
}

// note notes the redundant clues that finished tests found.
func (m *MinimalChecker) note(t *clueTests) {
	for i, of := range t.of {
		if t.batch.Results[i].Unique() {
			m.redundant[of.puzzle].Add(of.cell)
		}
	}
	t.of, t.batch.Cells = t.of[:0], t.batch.Cells[:0]
	m.free = append(m.free, t)
}

// A CellSet is a set of cells of a puzzle of any order, numbered row by row from
// 0. The zero value is empty; sets compare with ==. Methods panic where a cell is
// not 0 to 255.
type CellSet [4]uint64

// Add puts a cell into the set.
func (s *CellSet) Add(cell int) { s[cell>>6] |= 1 << (cell & 63) }

// Remove takes a cell out of the set.
func (s *CellSet) Remove(cell int) { s[cell>>6] &^= 1 << (cell & 63) }

// Has reports whether a cell is in the set.
func (s *CellSet) Has(cell int) bool { return s[cell>>6]>>(cell&63)&1 != 0 }

// Len returns the number of cells in the set.
func (s *CellSet) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
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
