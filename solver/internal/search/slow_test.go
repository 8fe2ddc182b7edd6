package search

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfull"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// defaultBudget is solver.DefaultMaxGuesses.
const defaultBudget = 30_000

// An effort is what a puzzle takes the search, at limit 2.
type effort struct {
	guesses uint64 // of the search
	steps   int    // of clause learning
	out     engine.Outcome
}

// effortOf solves a puzzle as the engines do that solve one alone.
func effortOf(e *tail, puzzle []uint8) (spent effort) {
	var over bool
	spent.out, over = e.early(slices.Clone(puzzle), 2, defaultBudget)
	spent.guesses = spent.out.Guesses
	if over {
		return spent
	}
	cells := slices.Clone(e.scratch)
	if spent.out.Found > 0 {
		e.fast.Search(cells, 1, defaultBudget)
	}
	e.begin(e.scratch, cells, 2, defaultBudget, spent.out)
	for spent.steps = 1; !e.goOn(1); {
		spent.steps++
	}
	spent.out = e.out
	return spent
}

// price is about how long an effort takes: a guess and a step do here.
func (f effort) price(order int) time.Duration {
	guess, step := 900*time.Nanosecond, 8*time.Microsecond
	if order == 16 {
		guess, step = 4*time.Microsecond, 17*time.Microsecond
	}
	return time.Duration(f.guesses)*guess + time.Duration(f.steps)*step
}

// A slowPuzzle is one that was found, with what it takes.
type slowPuzzle struct {
	cells []uint8
	effort
}

// A slowSearch looks for puzzles that take the search long. It climbs hills: a
// puzzle is changed a little, and the change is kept if it makes the puzzle no
// faster. Climbs begin at hard puzzles of all kinds, and at the slowest ones found so
// far; those that get on best are gone on with.
type slowSearch struct {
	*puzzletest.Generator
	tail     *tail
	starts   [][]uint8
	over     *overfull.Maker
	kept     []slowPuzzle // the slowest first, each from a climb of its own
	tries    int
	accepted int
}

const (
	mostKept = 50
	field = 64 // climbs that begin together
	stint = 50
)

func newSlowSearch(tb testing.TB, order int, seed uint64) *slowSearch {
	s := &slowSearch{
		Generator: puzzletest.NewGenerator(order, seed),
		tail:      withTail(order, portable(order)),
		over:      overfull.New(order, seed),
	}
	for _, file := range map[int][]string{
		9:  {"adversarial9.tsv", "hardest11.txt.zst", "top1465.txt.zst"},
		16: {"adversarial16.tsv", "stall16.txt", "x16_minimal.txt.zst", "x16_goomii.txt.zst", "x16_ST.txt.zst"},
	}[order] {
		var some [][]uint8
		lines := puzzletest.ReadLines(tb, file)
		for i := range min(len(lines), 1000) {
			line := lines[i*len(lines)/min(len(lines), 1000)]
			p := puzzletest.Decode(strings.Split(line, "\t")[0])
			if !puzzletest.HasClash(p) {
				some = append(some, p)
			}
		}
		s.starts = append(s.starts, some...)
	}
	return s
}

func (s *slowSearch) start() []uint8 {
	switch s.IntN(4) {
	case 0:
		return slices.Clone(s.over.Puzzle(s.IntN(overfull.Kinds)))
	case 1:
		few, some := 12, 26
		if s.Order == 16 {
			few, some = 50, 120
		}
		n := few + s.IntN(some-few)
		if s.IntN(2) == 0 {
			return s.Sparse(n)
		}
		return s.random(n)
	}
	p := s.starts[s.IntN(len(s.starts))]
	for range s.IntN(4) {
		p = s.Mutate(p)
	}
	return puzzletest.RandomSymmetry(s.Order, s.Perm, s.IntN(2) == 0).Apply(p)
}

func (s *slowSearch) random(n int) []uint8 {
	p := make([]uint8, s.Order*s.Order)
	for range 4 * n {
		cell := s.IntN(len(p))
		if p[cell] != 0 {
			continue
		}
		p[cell] = uint8(1 + s.IntN(s.Order))
		if puzzletest.HasClash(p) {
			p[cell] = 0
		} else if n--; n == 0 {
			break
		}
	}
	return p
}

func (s *slowSearch) mutate(p []uint8) []uint8 {
	if s.IntN(6) == 0 {
		return puzzletest.RandomSymmetry(s.Order, s.Perm, s.IntN(2) == 0).Apply(p)
	}
	for range 4 {
		p = s.Mutate(p)
		if s.IntN(3) > 0 {
			break
		}
	}
	return p
}

func (s *slowSearch) tournament(field, stint int, over func() bool) {
	var climbs []slowPuzzle
	s.Shuffle(len(s.kept), func(i, j int) { s.kept[i], s.kept[j] = s.kept[j], s.kept[i] })
	taken := min(len(s.kept), field/4)
	climbs = append(climbs, s.kept[:taken]...)
	s.kept = slices.Delete(s.kept, 0, taken)
	for len(climbs) < field {
		p := s.start()
		climbs = append(climbs, slowPuzzle{p, effortOf(s.tail, p)})
	}
	for ; len(climbs) > 0; stint *= 2 {
		for i := range climbs {
			for range stint {
				if over() {
					break
				}
				s.try(&climbs[i])
			}
		}
		s.sort(climbs)
		half := len(climbs) / 2
		s.kept = append(s.kept, climbs[half:]...)
		climbs = climbs[:half]
	}
	s.sort(s.kept)
	s.kept = s.kept[:min(len(s.kept), mostKept)]
}

func (s *slowSearch) try(p *slowPuzzle) {
	s.tries++
	cells := s.mutate(p.cells)
	f := effortOf(s.tail, cells)
	if f.price(s.Order) >= p.price(s.Order) {
		s.accepted++
		*p = slowPuzzle{cells, f}
	}
}

func (s *slowSearch) sort(p []slowPuzzle) {
	slices.SortStableFunc(p, func(a, b slowPuzzle) int { return cmp.Compare(b.price(s.Order), a.price(s.Order)) })
}

func TestSlowest(t *testing.T) {
	d, err := time.ParseDuration(os.Getenv("SUDOKUBATCH_SLOW"))
	if err != nil {
		t.Skip("SUDOKUBATCH_SLOW is no duration")
	}
	for _, order := range []int{9, 16} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			s := newSlowSearch(t, order, 1)
			end := time.Now().Add(d)
			over := func() bool { return time.Now().After(end) }
			for !over() {
				if order == 9 {
					s.tournament(64, 50, over)
				} else {
					s.tournament(64, 10, over)
				}
				p := s.kept[0]
				cells := slices.Clone(p.cells)
				a := time.Now()
				s.tail.Search(cells, 2, defaultBudget)
				took := time.Since(a)
				t.Logf("order %d: %d tries, %d accepted; %d guesses, %d steps %v: %v %v; 10th %v, last %v\n%s", order, s.tries, s.accepted, p.guesses, p.steps, p.out, p.price(order), took, s.kept[min(9, len(s.kept)-1)].price(order), s.kept[len(s.kept)-1].price(order), puzzletest.Encode(p.cells))
			}
			for _, p := range s.kept {
				t.Logf("KEPT %s\t%d\t%d\t%d\t%d", puzzletest.Encode(p.cells), p.out.Found, p.out.Guesses, p.guesses, p.steps)
			}
		})
	}
}
