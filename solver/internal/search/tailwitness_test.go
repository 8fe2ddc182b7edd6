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

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfull"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// tailWitnessed is the number of puzzles to compare with the witnesses.
// SUDOKUBATCH_TAIL sets it; by default it is a small sample.
var tailWitnessed, _ = strconv.Atoi(os.Getenv("SUDOKUBATCH_TAIL"))

// A tailStream makes puzzles that may need clause learning: mutated, sparse and
// constructed ones.
type tailStream struct {
	*puzzletest.Generator
	base [][]uint8
	made int
	over *overfull.Maker // nil: no constructed puzzles
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
	if order == 9 { // other puzzles need few guesses
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
			puzzle[s.IntN(len(puzzle))] = 0 // the cell may be blank already
		}
	}
	return puzzle
}

// witnessTail compares the solution counts, up to a limit, of a tail with
// threshold 0 and of a witness, for n puzzles that reach clause learning.
func witnessTail(t *testing.T, order, limit, n int, constructed bool, witness func(puzzle []uint8, limit int) (found int, ok bool)) {
	t.Helper()
	s, e := newTailStream(order, 41, constructed), withTail(geometry.Of(order), portable(geometry.Of(order)))
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
			continue // did not reach clause learning
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

// TestTailAgainstGophersat compares the tail with gophersat, which shares no
// code with it. For order 16 it leaves out constructed puzzles, because
// gophersat may take too long for them and cannot be interrupted.
func TestTailAgainstGophersat(t *testing.T) {
	t.Parallel()
	for order, n := range map[int]int{9: max(200, tailWitnessed/2), 16: max(30, tailWitnessed/2)} {
		e := reference.NewCDCL(geometry.Of(order))
		witnessTail(t, order, 4, n, order == 9, func(puzzle []uint8, limit int) (int, bool) {
			return e.Search(slices.Clone(puzzle), limit, engine.Unlimited).Found, true
		})
	}
}

// cadical returns a function that counts solutions with the external SAT solver
// CaDiCaL. Each solution takes one run of at most the given number of seconds.
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

// dimacs returns the clauses of a puzzle over the candidates that the clues
// leave: exactly one digit in each cell, and each digit exactly once in each
// house.
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

// TestTailAgainstCadical compares the tail with CaDiCaL.
func TestTailAgainstCadical(t *testing.T) {
	t.Parallel()
	witness := cadical(t, 5)
	for order, n := range map[int]int{9: max(30, tailWitnessed/2), 16: max(12, tailWitnessed/2)} {
		witnessTail(t, order, 3, n, true, witness)
	}
}
