package search

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfull"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// tailWitnessed is how many puzzles the tail is held against the witnesses with,
// if that is to be more than a sample.
var tailWitnessed, _ = strconv.Atoi(os.Getenv("SUDOKUBATCH_TAIL"))

// A tailStream makes puzzles that clause learning may have to do with: mutated and
// sparse ones, and constructed ones.
type tailStream struct {
	*puzzletest.Generator
	base [][]uint8
	made int
	over *overfull.Maker // nil: no constructed ones
}

func newTailStream(order int, seed uint64, constructed bool) *tailStream {
	s := &tailStream{Generator: puzzletest.NewGenerator(order, seed)}
	if constructed {
		s.over = overfull.New(order, seed)
	}
	for range 8 {
		puzzle, _ := s.Unique(22 + order/16*74)
		s.base = append(s.base, puzzle)
	}
	if order == 9 { // where others hardly take a guess
		s.base = append(s.base[:2], puzzletest.Decode(puzzletest.Escargot), puzzletest.Decode(puzzletest.Escargot), puzzletest.Decode(puzzletest.Stalls))
	}
	return s
}

func (s *tailStream) next() []uint8 {
	s.made++
	puzzle := puzzletest.RandomSymmetry(s.Order, s.Perm, s.made%2 == 0).Apply(s.base[s.made%len(s.base)])
	switch kind := s.made % 4; {
	case kind == 0 && s.over != nil:
		return slices.Clone(s.over.Puzzle(s.made / 4 % overfull.Kinds))
	case kind < 2:
		return s.Mutate(puzzle)
	case kind == 2:
		for range 1 + s.IntN(4) {
			puzzle[s.IntN(len(puzzle))] = 0 // which may be blank
		}
	}
	return puzzle
}

// witnessTail has the tail, without search before it, and a witness count
// the solutions of n puzzles that pass it, up to a limit.
func witnessTail(t *testing.T, order, limit, n int, constructed bool, witness func(puzzle []uint8, limit int) (found int, ok bool)) {
	t.Helper()
	s, e := newTailStream(order, 41, constructed), withTail(order, portable(order))
	e.threshold = 0
	var counts [3]int
	unknown := 0
	for done := 0; done < n; {
		puzzle := s.next()
		if puzzletest.HasClash(puzzle) {
			continue
		}
		out, _ := puzzletest.SearchCopy(t, e, puzzle, limit, engine.Unlimited)
		if _, over := e.early(slices.Clone(puzzle), limit, engine.Unlimited); over {
			continue // it did not come to clause learning
		}
		if done++; done%1000 == 0 {
			t.Logf("order %d: %d puzzles, %v", order, done, counts)
		}
		found, ok := witness(puzzle, limit)
		if !ok {
			unknown++
			continue
		}
		counts[min(found, 2)]++
		if found != out.Found || out.Complete != (found < limit) {
			t.Fatalf("%s: got %+v, the witness counts %d", puzzletest.Encode(puzzle), out, found)
		}
	}
	t.Logf("order %d: %v puzzles with 0, 1 and more solutions, %d that the witness could not decide", order, counts, unknown)
	if slices.Contains(counts[:], 0) || unknown > n/4 {
		t.Errorf("order %d: that tests nothing", order)
	}
}

// The tail and gophersat share no code. What only counting refutes is left out in
// order 16: there gophersat may not finish it, and cannot be called off.
func TestTailAgainstGophersat(t *testing.T) {
	t.Parallel()
	for order, n := range map[int]int{9: max(200, tailWitnessed/2), 16: max(30, tailWitnessed/2)} {
		e := reference.NewCDCL(order)
		witnessTail(t, order, 4, n, order == 9, func(puzzle []uint8, limit int) (int, bool) {
			return e.Search(slices.Clone(puzzle), limit, engine.Unlimited).Found, true
		})
	}
}

// cadical returns the count of a SAT solver that is not part of the project, by
// one run for each solution, of so many seconds at most.
func cadical(t *testing.T, seconds int) func(puzzle []uint8, limit int) (int, bool) {
	t.Helper()
	path, err := exec.LookPath("cadical")
	if err != nil {
		t.Skip("the SAT solver cadical is not installed")
	}
	return func(puzzle []uint8, limit int) (found int, ok bool) {
		clauses := dimacs(puzzle)
		for ; found < limit; found++ {
			problem := fmt.Sprintf("p cnf %d %d\n%s", len(puzzle)*puzzletest.OrderOf(puzzle), len(clauses), strings.Join(clauses, ""))
			cmd := exec.Command(path, "-q", "-t", strconv.Itoa(seconds))
			cmd.Stdin = strings.NewReader(problem)
			out, _ := cmd.Output()
			switch {
			case bytes.HasPrefix(out, []byte("s UNSATISFIABLE")):
				return found, true
			case !bytes.HasPrefix(out, []byte("s SATISFIABLE")):
				return 0, false
			}
			block := ""
			for _, word := range strings.Fields(string(out)) {
				if v, err := strconv.Atoi(word); err == nil && v > 0 {
					block += strconv.Itoa(-v) + " "
				}
			}
			clauses = append(clauses, block+"0\n")
		}
		return found, true
	}
}

// dimacs returns the clauses of a puzzle: of each cell, and of each digit in each
// house, one at least and one at most, over the candidates that clues leave.
func dimacs(puzzle []uint8) (clauses []string) {
	order := puzzletest.OrderOf(puzzle)
	side := 3 + order/16
	groups := make([][]int, 4*order*order)
	for cell, clue := range puzzle {
		row, column := cell/order, cell%order
		box := row/side*side + column/side
		for d := range order {
			excluded := clue != 0 && int(clue) != d+1
			for _, peer := range puzzletest.Peers[order][cell] {
				excluded = excluded || int(puzzle[peer]) == d+1
			}
			if excluded {
				clauses = append(clauses, "-"+strconv.Itoa(cell*order+d+1)+" 0\n")
				continue
			}
			for kind, g := range []int{cell, row*order + d, column*order + d, box*order + d} {
				g += kind * order * order
				groups[g] = append(groups[g], cell*order+d+1)
			}
		}
	}
	for _, g := range groups {
		line := ""
		for i, v := range g {
			line += strconv.Itoa(v) + " "
			for _, w := range g[:i] {
				clauses = append(clauses, "-"+strconv.Itoa(v)+" -"+strconv.Itoa(w)+" 0\n")
			}
		}
		clauses = append(clauses, line+"0\n")
	}
	return clauses
}

// The tail and cadical.
func TestTailAgainstCadical(t *testing.T) {
	t.Parallel()
	witness := cadical(t, 5)
	for order, n := range map[int]int{9: max(30, tailWitnessed/2), 16: max(12, tailWitnessed/2)} {
		witnessTail(t, order, 3, n, true, witness)
	}
}
