package search

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
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
	over *overfulltest.Maker // nil: no constructed puzzles
}

func newTailStream(order int, seed uint64, constructed bool) *tailStream {
	s := &tailStream{Generator: puzzletest.NewGenerator(order, seed)}
	if constructed {
		s.over = overfulltest.New(order, seed)
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
		return slices.Clone(s.over.Puzzle(s.made / 4 % overfulltest.Kinds))
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
func witnessTail(t *testing.T, order, limit, n int, constructed bool, witness engine.Engine) {
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
		want, _ := puzzletest.SearchCopy(t, witness, puzzle, limit, engine.Unlimited)
		if !want.Complete && want.Found < limit {
			unknown++
			continue
		}
		counts[min(want.Found, 2)]++
		if want.Found != out.Found || want.Complete != out.Complete {
			t.Fatalf("%s: got %+v, the witness %+v", puzzletest.Encode(puzzle), out, want)
		}
	}
	t.Logf("order %d: %v puzzles with 0, 1 and more solutions, %d that the witness could not decide", order, counts, unknown)
	if slices.Contains(counts[:], 0) || unknown > n/4 {
		t.Errorf("order %d: that tests nothing", order)
	}
}

// TestTailAgainstDLX compares the tail with dancing links, which share no code with
// it, in order 9: in order 16 dancing links may take too long.
func TestTailAgainstDLX(t *testing.T) {
	t.Parallel()
	witnessTail(t, 9, 4, max(200, tailWitnessed/2), true, reference.NewDLX(geometry.Of(9)))
}

// TestTailAgainstCadical compares the tail with CaDiCaL.
func TestTailAgainstCadical(t *testing.T) {
	t.Parallel()
	witness := puzzletest.NeedCadical(t, 5)
	for order, n := range map[int]int{9: max(30, tailWitnessed/2), 16: max(12, tailWitnessed/2)} {
		witnessTail(t, order, 3, n, true, witness)
	}
}
