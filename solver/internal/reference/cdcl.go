package reference

import (
	"sync"

	sat "github.com/crillab/gophersat/solver"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A cdcl translates a puzzle to a propositional formula, and solves it with
// gophersat, a SAT solver with conflict-driven clause learning (J. P.
// Marques-Silva and K. A. Sakallah, "GRASP", 1996; M. Moskewicz et al.,
// "Chaff", 2001; restarts and clause deletion as in Glucose, G. Audemard and L.
// Simon, 2009). I. Lynce and J. Ouaknine, "Sudoku as a SAT Problem" (2006),
// introduced Sudoku as SAT.
//
// It serves as a witness without a heavy tail: grids of order 16 for which a
// plain search makes millions of guesses need a few hundred conflicts here. It
// shares no code with package learn. It may not finish puzzles that only
// counting refutes, is slow on easy puzzles, and, unlike the other engines,
// allocates.
//
// A candidate is a digit in a cell. It belongs to four groups: its cell, and
// its digit's row, column and box. Exactly one candidate of a group is true.
// Clues are first propagated through the groups. Each remaining candidate
// becomes a variable, and each open group a clause (at least one) and a
// cardinality constraint (at most one). To find another solution, a clause
// forbids the last one. These clauses stay, so a search finds at most
// MaxCDCLSolutions.
//
// A guess is a decision of the SAT solver. The library cannot be interrupted,
// so the budget and Stop are checked only before each search for a solution.
// The reported guesses may exceed the budget; a solution found with them
// counts. The search has no randomness, so equal puzzles have equal outcomes.
type cdcl struct {
	engine.Interruptible
	order    int
	members  [][geometry.MaxSide]int16 // by group: its candidates
	groups   [][4]int16                // by candidate: its groups
	state    []candidateState
	left     []uint8 // by group: number of candidates that are not false
	settled  []bool  // by group: whether a candidate is true
	pending  []int16 // groups with one candidate left
	variable []sat.Var
	free     []int16 // by variable: its candidate

	lits    []sat.Lit
	clauses []sat.Clause
	list    []*sat.Clause
}

// MaxCDCLSolutions bounds the memory for forbidden solutions. With this many,
// and the clauses learned from them, the heap stays below 20 MB in order 16.
// The other engines have no such bound.
const MaxCDCLSolutions = 1000

// A candidateState tells whether a candidate is open, true or false.
type candidateState uint8

const (
	candidateOpen candidateState = iota
	candidateTrue
	candidateFalse
)

// gophersatMutex allows one search at a time, because gophersat 1.4.0 collects
// the literals of a learned clause in a global variable.
var gophersatMutex sync.Mutex

// NewCDCL returns engine cdcl for a shape.
func NewCDCL(shape geometry.Box) engine.Engine {
	order, square := shape.Side(), shape.Cells()
	cube := order * square
	e := &cdcl{
		order:    order,
		members:  make([][geometry.MaxSide]int16, 4*square),
		groups:   make([][4]int16, cube),
		state:    make([]candidateState, cube),
		left:     make([]uint8, 4*square),
		settled:  make([]bool, 4*square),
		pending:  make([]int16, 0, 4*square),
		variable: make([]sat.Var, cube),
		free:     make([]int16, 0, cube),
	}
	for c := range cube {
		row, column, digit := c/square, c/order%order, c%order
		box := shape.At(row, column)
		e.groups[c] = [4]int16{
			int16(c / order),
			int16((order+row)*order + digit),
			int16((2*order+column)*order + digit),
			int16((3*order+box)*order + digit),
		}
		for _, g := range e.groups[c] {
			e.members[g][e.left[g]] = int16(c)
			e.left[g]++
		}
	}
	return e
}

func (e *cdcl) Search(cells []uint8, limit int, maxGuesses uint64) engine.Outcome {
	if !e.start(cells) {
		return engine.Outcome{Complete: true}
	}
	e.numberVariables()
	if len(e.free) == 0 {
		e.store(cells)
		return engine.Outcome{Found: 1, Complete: limit > 1}
	}
	if maxGuesses == 0 || e.Stopped() {
		return engine.Outcome{}
	}
	// Only this constructor gives a problem with a model of the right length.
	// It considers a problem without clauses solved.
	problem := sat.ParseSliceNb(nil, len(e.free))
	problem.Status = sat.Indet
	problem.Clauses = e.encode()
	s := sat.New(problem)
	var out engine.Outcome
	for {
		status := e.solve(s)
		out.Guesses = uint64(s.Stats.NbDecisions)
		if status == sat.Unsat {
			out.Complete = true
			return out
		}
		model := s.Model()
		if out.Found == 0 {
			for v, c := range e.free {
				e.state[c] = candidateFalse
				if model[v] {
					e.state[c] = candidateTrue
				}
			}
			e.store(cells)
		}
		out.Found++
		if out.Found >= limit || out.Guesses > maxGuesses || e.Stopped() {
			return out
		}
		var other []sat.Lit
		for v, is := range model {
			if is {
				other = append(other, sat.Var(v).SignedLit(true))
			}
		}
		s.AppendClause(sat.NewClause(other))
	}
}

// solve runs the SAT solver. No other goroutine can run it at the same time.
func (e *cdcl) solve(s *sat.Solver) sat.Status {
	gophersatMutex.Lock()
	defer gophersatMutex.Unlock()
	return s.Solve()
}

// start enters and propagates the clues. It returns false if a group has no
// candidate left.
func (e *cdcl) start(cells []uint8) bool {
	clear(e.state)
	clear(e.settled)
	for g := range e.left {
		e.left[g] = uint8(e.order)
	}
	e.pending = e.pending[:0]
	for cell, value := range cells {
		if value != 0 && !e.setTrue(int16(cell*e.order+int(value)-1)) {
			return false
		}
	}
	for len(e.pending) > 0 {
		g := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		if e.settled[g] {
			continue
		}
		for _, c := range e.members[g][:e.order] {
			if e.state[c] == candidateOpen && !e.setTrue(c) {
				return false
			}
		}
	}
	return true
}

// setTrue makes a candidate true and the others of its groups false. It returns
// false if the candidate is already false, or a group loses its last candidate.
func (e *cdcl) setTrue(c int16) bool {
	if e.state[c] != candidateOpen {
		return e.state[c] == candidateTrue
	}
	e.state[c] = candidateTrue
	for _, g := range e.groups[c] {
		e.settled[g] = true
	}
	for _, g := range e.groups[c] {
		for _, other := range e.members[g][:e.order] {
			if e.state[other] == candidateOpen && !e.setFalse(other) {
				return false
			}
		}
	}
	return true
}

// setFalse makes an open candidate false. It returns false if that was the last
// one of a group.
func (e *cdcl) setFalse(c int16) bool {
	e.state[c] = candidateFalse
	for _, g := range e.groups[c] {
		e.left[g]--
		if e.left[g] == 0 {
			return false
		}
		if e.left[g] == 1 && !e.settled[g] {
			e.pending = append(e.pending, g)
		}
	}
	return true
}

// numberVariables makes the open candidates variables. Cells with few
// candidates come first: the SAT solver starts with low numbers, and this order
// saves a sixth of its conflicts.
func (e *cdcl) numberVariables() {
	e.free = e.free[:0]
	for n := 2; n <= e.order; n++ {
		for cell := range e.order * e.order {
			if int(e.left[cell]) != n || e.settled[cell] {
				continue
			}
			for _, c := range e.members[cell][:e.order] {
				if e.state[c] == candidateOpen {
					e.variable[c] = sat.Var(len(e.free))
					e.free = append(e.free, c)
				}
			}
		}
	}
}

// encode returns the constraints of the open groups. Each has at least two
// variables. "At most one of n" becomes the cardinality constraint "at least
// n-1 are false". It is as fast as clauses for all pairs, and takes a tenth of
// the time to set up on an empty grid.
func (e *cdcl) encode() []*sat.Clause {
	e.lits, e.clauses, e.list = e.lits[:0], e.clauses[:0], e.list[:0]
	for g := range e.members {
		if e.settled[g] {
			continue
		}
		first := len(e.lits)
		for _, c := range e.members[g][:e.order] {
			if e.state[c] == candidateOpen {
				e.lits = append(e.lits, e.variable[c].Lit())
			}
		}
		middle := len(e.lits)
		for _, lit := range e.lits[first:middle] {
			e.lits = append(e.lits, lit.Negation())
		}
		end, n := len(e.lits), middle-first
		e.clauses = append(e.clauses,
			*sat.NewClause(e.lits[first:middle:middle]),
			*sat.NewCardClause(e.lits[middle:end:end], max(n-1, 1)))
	}
	for i := range e.clauses {
		e.list = append(e.list, &e.clauses[i])
	}
	return e.list
}

// store writes the true candidates to the cells.
func (e *cdcl) store(cells []uint8) {
	for c, state := range e.state {
		if state == candidateTrue {
			cells[c/e.order] = uint8(c%e.order) + 1
		}
	}
}
