package reference

import (
	"sync"

	sat "github.com/crillab/gophersat/solver"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// A cdcl translates a puzzle to a propositional formula and gives that to
// gophersat, a SAT solver with conflict-driven clause learning (J. P.
// Marques-Silva and K. A. Sakallah, "GRASP", 1996; M. Moskewicz et al.,
// "Chaff", 2001; restarts and clause deletion as in Glucose, G. Audemard and
// L. Simon, 2009). Sudoku as SAT is due to I. Lynce and J. Ouaknine, "Sudoku
// as a SAT Problem" (2006).
//
// It is kept as a witness that has no heavy tail: the grids of order 16 that cost a
// plain search millions of guesses need a few hundred conflicts here. It shares
// nothing with package learn. What only counting refutes it may not finish, on easy
// puzzles it is slow, and unlike the other engines it allocates.
//
// A candidate is a cell and a digit. It belongs to four groups: of the cell,
// and of the digit in the row, the column and the box. Exactly one candidate of a
// group is true. Clues are propagated through the groups
// first; the rest becomes variables, and each open group a clause (at least
// one) and a cardinality constraint (at most one). A further solution is looked
// for after a clause that forbids the one found; these clauses stay, so that no
// more than MaxCDCLSolutions may be looked for.
//
// A guess is a decision of the SAT solver. The library cannot be interrupted,
// so the budget is checked, and whether to stop asked, only before each solution
// that is looked for: the guesses counted may exceed the budget. All guesses are reported, and what was found
// with them counts. The search has no random element; the same puzzle always
// has the same outcome.
type cdcl struct {
	engine.Interruptible
	order    int
	members  [][16]int16 // the candidates of each group
	groups   [][4]int16  // the groups of each candidate
	state    []candidateState
	left     []uint8 // candidates of each group that are not false
	settled  []bool  // groups that have a true candidate
	pending  []int16 // groups with one candidate left
	variable []sat.Var
	free     []int16 // the candidate that each variable stands for

	lits    []sat.Lit
	clauses []sat.Clause
	list    []*sat.Clause
}

// MaxCDCLSolutions bounds the memory that forbidden solutions take: with this
// many, and the clauses learned from them, the heap stays below 20 MB in order 16.
// The other engines count without any.
const MaxCDCLSolutions = 1000

// A candidateState says whether a digit is in a cell.
type candidateState uint8

const (
	candidateOpen candidateState = iota
	candidateTrue
	candidateFalse
)

// gophersatMutex admits one search at a time to gophersat, whose version 1.4.0
// collects the literals of a clause that it learns in a global variable.
var gophersatMutex sync.Mutex

// NewCDCL returns the engine of an order that has gophersat learn clauses.
func NewCDCL(order int) engine.Engine {
	side := 3
	if order == 16 {
		side = 4
	}
	square, cube := order*order, order*order*order
	e := &cdcl{
		order:    order,
		members:  make([][16]int16, 4*square),
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
		box := row/side*side + column/side
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
	// The constructor is the only way to a problem with a model of the right
	// length; it takes a problem without clauses for a solved one.
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

// solve runs the SAT solver, alone.
func (e *cdcl) solve(s *sat.Solver) sat.Status {
	gophersatMutex.Lock()
	defer gophersatMutex.Unlock()
	return s.Solve()
}

// start enters the clues and what follows from them. It reports false if a
// group is left without a candidate.
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

// setTrue makes a candidate true and the others of its groups false. It
// reports false if it is false already, or a group loses its last candidate.
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

// setFalse makes an open candidate false. It reports false if that is the last
// of one of its groups.
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

// numberVariables makes the open candidates variables, cells with
// the fewest candidates first: the SAT solver prefers low numbers at first, and
// so saves a sixth of its conflicts.
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

// encode returns the constraints of the groups that are open. Each has at
// least two variables. As a cardinality constraint "at most one of n" reads
// "at least n-1 are false"; that is as fast as the clauses for all pairs, and
// takes a tenth of the time to set up on an empty grid.
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
