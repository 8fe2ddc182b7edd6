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

// A work is what a puzzle takes the search at limit 2, if it comes alone. It is
// the same on every machine.
type work struct {
	guesses uint64 // up to the threshold
	steps   int    // of clause learning
	out     engine.Outcome
}

// workOf has a puzzle searched, as tail.Search does.
func workOf(e *tail, puzzle []uint8) (w work) {
	cells := slices.Clone(puzzle)
	var over bool
	w.out, over = e.early(cells, 2, defaultBudget)
	w.guesses = w.out.Guesses
	if over {
		return w
	}
	e.begin(e.scratch, cells, 2, defaultBudget, w.out)
	for w.steps = 1; !e.goOn(1); w.steps++ {
	}
	w.out = e.out
	return w
}

// price is about how long the work takes: a guess and a step at the rates of one
// machine, so that the price is the same on all.
func (w work) price(order int) time.Duration {
	guess, step := 900*time.Nanosecond, 8*time.Microsecond
	if order == 16 {
		guess, step = 4*time.Microsecond, 17*time.Microsecond
	}
	return time.Duration(w.guesses)*guess + time.Duration(w.steps)*step
}

// A slowSearch looks for puzzles that take the search long, by climbing: a puzzle
// is changed a little, and the change stays if it makes the puzzle no faster. Of many
// climbs the better half goes on, for twice as long, again and again.
type slowSearch struct {
	*puzzletest.Generator
	tail *tail
	over func() bool // the time

	hard        [][]uint8       // known puzzles
	constructed *overfull.Maker // and others

	tries, taken int     // changes, and those that stayed
	kept         []climb // those that came by the slowest puzzles, these first
}

// A climb is where one has come to. How long a puzzle takes is much a matter of
// luck, so a climb goes by the mean of some isomorphs.
type climb struct {
	cells []uint8
	mean  time.Duration // its price
	worst []uint8       // that it came by
	work                // of that
}

const (
	mostKept  = 50
	isomorphs = 3
)

func newSlowSearch(tb testing.TB, order int, seed uint64) *slowSearch {
	tb.Helper()
	s := &slowSearch{
		Generator:   puzzletest.NewGenerator(order, seed),
		tail:        withTail(order, portable(order)),
		constructed: overfull.New(order, seed),
	}
	for _, file := range map[int][]string{
		9:  {"adversarial9.tsv", "hardest11.txt.zst", "top1465.txt.zst"},
		16: {"adversarial16.tsv", "stall16.txt", "x16_minimal.txt.zst", "x16_goomii.txt.zst"},
	}[order] {
		lines := puzzletest.ReadLines(tb, file)
		n := min(len(lines), 1000)
		for i := range n {
			line, _, _ := strings.Cut(lines[i*len(lines)/n], "\t")
			if cells := puzzletest.Decode(line); !puzzletest.HasClash(cells) {
				s.hard = append(s.hard, cells)
			}
		}
	}
	return s
}

// start returns a puzzle to begin with: one constructed so that it has no
// solution, or nearly, some cells of a grid, clues at random, or a known hard
// puzzle.
func (s *slowSearch) start() []uint8 {
	cells := len(s.hard[0])
	switch few := cells / (8 - s.Order/4); s.IntN(6) {
	case 0, 1:
		return slices.Clone(s.constructed.Puzzle(s.IntN(overfull.Kinds)))
	case 2:
		return s.Sparse(few + s.IntN(few))
	case 3:
		puzzle := make([]uint8, cells)
		for range few + s.IntN(few) {
			puzzle = s.Mutate(puzzle)
		}
		return puzzle
	default:
		return s.hard[s.IntN(len(s.hard))]
	}
}

// change drops, adds or changes a clue, or a few.
func (s *slowSearch) change(puzzle []uint8) []uint8 {
	for range 4 {
		puzzle = s.Mutate(puzzle)
		if s.IntN(3) > 0 {
			break
		}
	}
	return puzzle
}

// try changes the puzzle of a climb.
func (s *slowSearch) try(c *climb, puzzle []uint8) {
	s.tries++
	cells, sum := puzzle, time.Duration(0)
	for i := range isomorphs {
		w := workOf(s.tail, cells)
		price := w.price(s.Order)
		if sum += price; price > c.price(s.Order) {
			c.worst, c.work = cells, w
		}
		if i == 0 && price < c.mean/2 {
			return
		}
		cells = puzzletest.RandomSymmetry(s.Order, s.Perm, s.IntN(2) == 0).Apply(cells)
	}
	if mean := sum / isomorphs; mean >= c.mean {
		s.taken++
		c.cells, c.mean = puzzle, mean
	}
}

// round has n climbs begin, a quarter of them where kept ones ended, each with so
// many tries.
func (s *slowSearch) round(n, tries int) {
	climbs := make([]climb, n)
	s.Shuffle(len(s.kept), func(i, j int) { s.kept[i], s.kept[j] = s.kept[j], s.kept[i] })
	again := copy(climbs[:n/4], s.kept)
	s.kept = s.kept[again:]
	for i := again; i < n; i++ {
		s.try(&climbs[i], s.start())
	}
	for ; len(climbs) > 0; tries *= 2 {
		for i := range climbs {
			for k := 0; k < tries && !s.over(); k++ {
				s.try(&climbs[i], s.change(climbs[i].cells))
			}
		}
		slices.SortFunc(climbs, func(a, b climb) int { return cmp.Compare(b.mean, a.mean) })
		half := len(climbs) / 2
		s.kept = append(s.kept, climbs[half:]...)
		climbs = climbs[:half]
	}
	slices.SortFunc(s.kept, func(a, b climb) int { return cmp.Compare(b.price(s.Order), a.price(s.Order)) })
	s.kept = s.kept[:min(len(s.kept), mostKept)]
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
			s.over = func() bool { return time.Now().After(end) }
			for !s.over() {
				if order == 9 {
					s.round(64, 50)
				} else {
					s.round(64, 8)
				}
				p := s.kept[0]
				cells := slices.Clone(p.worst)
				a := time.Now()
				s.tail.Search(cells, 2, defaultBudget)
				took := time.Since(a)
				t.Logf("%s order %d: %d tries, %d accepted; %d guesses, %d steps %v: %v %v mean %v; 10th %v, last %v", time.Now().Format("15:04:05"), order, s.tries, s.taken, p.guesses, p.steps, p.out, p.price(order), took, p.mean, s.kept[min(9, len(s.kept)-1)].price(order), s.kept[len(s.kept)-1].price(order))
				for _, p := range s.kept[:min(20, len(s.kept))] {
					t.Logf("SOFAR %s\t%d\t%d\t%d\t%d\t%v", puzzletest.Encode(p.worst), p.out.Found, p.out.Guesses, p.guesses, p.steps, p.mean)
				}
			}
			for _, p := range s.kept {
				t.Logf("KEPT %s\t%d\t%d\t%d\t%d\t%v", puzzletest.Encode(p.worst), p.out.Found, p.out.Guesses, p.guesses, p.steps, p.mean)
			}
		})
	}
}
