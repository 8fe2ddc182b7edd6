package search

import (
	"cmp"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// A slowSearch looks for slow puzzles by hill climbing. A climb changes a
// puzzle a little, and keeps the change unless the puzzle becomes faster. After
// each round, the better half of many climbs continues for twice as long.
type slowSearch struct {
	*puzzletest.Generator
	tail   *tail
	enough time.Duration // a climb ends when its mean time reaches this
	over   func() bool   // reports whether the time is up

	slow        []slowPuzzle        // found in earlier runs
	hard        [][]uint8           // known hard puzzles
	constructed *overfulltest.Maker // makes constructed puzzles

	tries, taken int     // number of changes tried and kept
	kept         []climb // climbs that continue, slowest first
	most         int     // maximum number of climbs to keep
}

// A climb is the current puzzle of a climb and its time. The time of a single
// puzzle depends much on chance, so a climb uses the mean of some isomorphs.
type climb struct {
	cells []uint8
	mean  time.Duration // mean price of the isomorphs
	worst []uint8       // the slowest isomorph
	work                // of worst
}

const climbIsomorphs = 3

func newSlowSearch(tb testing.TB, order int, seed uint64) *slowSearch {
	tb.Helper()
	s := &slowSearch{
		Generator:   puzzletest.NewGenerator(order, seed),
		tail:        withTail(geometry.Of(order), portable(geometry.Of(order))),
		constructed: overfulltest.New(order, seed),
		enough:      map[int]time.Duration{9: 20 * time.Millisecond, 16: 500 * time.Millisecond}[order],
		most:        50 - order/16*30,
		slow:        slowPuzzles(tb, order),
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

// start returns a puzzle to begin a climb with: a constructed one, with no or
// nearly no solution; some cells of a grid; random clues; a slow puzzle from an
// earlier run; or a known hard one.
func (s *slowSearch) start() []uint8 {
	few := 13 + s.Order/16*51
	switch s.IntN(6) {
	case 0, 1:
		return slices.Clone(s.constructed.Puzzle(s.IntN(overfulltest.Kinds)))
	case 2:
		return s.Sparse(few + s.IntN(few))
	case 3:
		puzzle := make([]uint8, s.Order*s.Order)
		for range few + s.IntN(few) {
			puzzle = s.Mutate(puzzle)
		}
		return puzzle
	case 4:
		return s.slow[s.IntN(len(s.slow))].cells
	default:
		return s.hard[s.IntN(len(s.hard))]
	}
}

// change removes, adds or changes one or a few clues.
func (s *slowSearch) change(puzzle []uint8) []uint8 {
	for range 4 {
		puzzle = s.Mutate(puzzle)
		if s.IntN(3) > 0 {
			break
		}
	}
	return puzzle
}

// try moves a climb to a puzzle, unless that is faster.
func (s *slowSearch) try(c *climb, puzzle []uint8) {
	s.tries++
	cells, sum := puzzle, time.Duration(0)
	for i := range climbIsomorphs {
		w := workOf(s.tail, slices.Clone(cells), defaultBudget)
		price := w.price(s.Order)
		if sum += price; c.worst == nil || price > c.price(s.Order) {
			c.worst, c.work = cells, w
		}
		if i == 0 && price < c.mean/2 {
			return
		}
		cells = puzzletest.RandomSymmetry(s.Order, s.Perm, s.IntN(2) == 0).Apply(cells)
	}
	if mean := sum / climbIsomorphs; mean >= c.mean {
		s.taken++
		c.cells, c.mean = puzzle, mean
	}
}

// round makes n climbs with the given number of tries each. Up to a quarter of
// them start where kept climbs ended.
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
			for c, k := &climbs[i], 0; k < tries && c.mean < s.enough && !s.over(); k++ {
				s.try(c, s.change(c.cells))
			}
		}
		slices.SortFunc(climbs, func(a, b climb) int { return cmp.Compare(b.mean, a.mean) })
		half := len(climbs) / 2
		s.kept = append(s.kept, climbs[half:]...)
		climbs = climbs[:half]
	}
	slices.SortFunc(s.kept, func(a, b climb) int {
		return cmp.Or(cmp.Compare(b.price(s.Order), a.price(s.Order)), slices.Compare(a.worst, b.worst))
	})
	s.kept = slices.CompactFunc(s.kept, func(a, b climb) bool { return slices.Equal(a.worst, b.worst) })
	s.kept = s.kept[:min(len(s.kept), s.most)]
}

// TestSlowest searches for slow puzzles of each order for the time in
// SUDOKUBATCH_SLOW, such as 30m, or 30m:7 for seed 7. The seed determines what
// it finds, the time how far it gets. No climb of order 9 has reached its end
// so far.
func TestSlowest(t *testing.T) {
	value, second, seeded := strings.Cut(os.Getenv("SUDOKUBATCH_SLOW"), ":")
	duration, err := time.ParseDuration(value)
	seed := uint64(1)
	if err == nil && seeded {
		seed, err = strconv.ParseUint(second, 10, 64)
	}
	if err != nil {
		t.Skip("SUDOKUBATCH_SLOW is no duration")
	}
	for _, order := range puzzletest.Orders {
		t.Run(strconv.Itoa(order), func(t *testing.T) {
			s := newSlowSearch(t, order, seed)
			end := time.Now().Add(duration)
			s.over = func() bool { return time.Now().After(end) }
			for !s.over() {
				s.round(64, 50-order/16*42)
				c := s.kept[0]
				t.Logf("%d tries, %d taken; the slowest, by work about %v: %d guesses, %d steps, %+v",
					s.tries, s.taken, c.price(order), c.guesses, c.steps, c.out)
			}
			for _, c := range s.kept {
				t.Logf("%s\t%d\t%d\t%d\t%.1f ms", puzzletest.Encode(c.worst), c.out.Found, c.out.Guesses, c.steps,
					medianTime(s.tail, c.worst).Seconds()*1000)
				if order == 9 && c.price(order) >= s.enough {
					t.Errorf("that is slower than any known: %+v", c.work)
				}
			}
		})
	}
}

// medianTime returns the median wall-clock time to search a puzzle.
func medianTime(e engine.Engine, puzzle []uint8) time.Duration {
	times := make([]time.Duration, 5)
	for i := range times {
		cells, start := slices.Clone(puzzle), time.Now()
		e.Search(cells, 2, defaultBudget)
		times[i] = time.Since(start)
	}
	slices.Sort(times)
	return times[len(times)/2]
}
