package learn

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

const (
	// never and always are numbers of due rounds: for no auctions, and for as
	// many as possible.
	never  = -1 << 30
	always = 1 << 30
)

// slowPuzzles returns slow puzzles of order 16. If solvable is set, it returns
// the last three of them that have a solution.
func slowPuzzles(t *testing.T, solvable bool) (puzzles [][]uint8) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "search", "testdata", "slow16.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		puzzle, rest, _ := strings.Cut(line, "\t")
		if !solvable || !strings.HasPrefix(rest, "0") {
			puzzles = append(puzzles, puzzletest.Decode(puzzle))
		}
	}
	if solvable {
		return puzzles[len(puzzles)-3:]
	}
	return puzzles
}

// TestAuction checks with a learner without prices that refuted puzzles have no
// solution, and that excluded candidates are in no solution that agrees with
// their reason.
func TestAuction(t *testing.T) {
	t.Parallel()
	l, witness := New(geometry.Of(16)), New(geometry.Of(16))
	var refuted, excluded [auctionLevels + 1]int
	puzzles := slowPuzzles(t, false)
	for maker, i := overfulltest.New(16, 9), 0; i < 40; i++ { // prices refute more of these at the root
		puzzles = append(puzzles, slices.Clone(maker.Puzzle(i%overfulltest.Kinds)))
	}
	for _, cells := range puzzles {
		l.Begin(cells, nil)
		l.prices.due = always
		for verdict := More; verdict == More && l.restarts.total < 150; {
			due, conflicts, before := l.prices.due, l.restarts.total, len(l.trail)
			decided := decisions(l, cells)
			level := l.level()
			if verdict = l.Run(1, 1<<30); l.prices.due >= due {
				continue
			}
			if l.dead || l.restarts.total > conflicts {
				refuted[level]++
				checkRefuted(t, witness, decided)
				continue
			}
			for _, p := range l.trail[before:] {
				c := p.candidate()
				if p&1 == 0 || l.reasons[c] != byPrices {
					continue
				}
				if excluded[level]++; excluded[level]%32 == 0 {
					checkRefuted(t, witness, against(t, l, cells, c))
				}
			}
		}
		for _, prices := range l.prices.of {
			if most := slices.Max(prices[:]); most > maxPrice+16*roundsPerStep {
				t.Errorf("a price of %d", most)
			}
		}
	}
	t.Logf("refuted %v, excluded %v", refuted, excluded)
	all := 0
	for level := range refuted {
		if all += refuted[level]; excluded[level] < 20 {
			t.Errorf("after %d decisions %d candidates excluded are no test", level, excluded[level])
		}
	}
	if all < 10 {
		t.Errorf("%d refutations are no test", all)
	}
}

// decisions returns a puzzle together with a learner's decisions as clues.
func decisions(l *Learner, cells []uint8) []uint8 {
	cells = slices.Clone(cells)
	for _, start := range l.starts {
		c := l.trail[start].candidate()
		cells[c/l.order] = uint8(c%l.order) + 1
	}
	return cells
}

// against returns a puzzle in which a false candidate is a clue, together with
// the reason for its being false.
func against(t *testing.T, l *Learner, cells []uint8, candidate int) []uint8 {
	t.Helper()
	cells = slices.Clone(cells)
	cells[candidate/l.order] = uint8(candidate%l.order) + 1
	why := l.because(candidate)
	for _, p := range why {
		c := p.candidate()
		cells[c/l.order] = uint8(c%l.order) + 1
	}
	if level := int(l.levels[candidate]); len(why) != level {
		t.Errorf("a reason of %d literals after %d decisions", len(why), level)
	}
	return cells
}

// checkRefuted fails the test if the witness soon finds a solution of a puzzle.
func checkRefuted(t *testing.T, witness *Learner, cells []uint8) {
	t.Helper()
	witness.Begin(cells, nil)
	witness.prices.due = never
	if verdict := witness.Run(1<<30, 500); verdict == Found {
		t.Fatalf("%s has a solution", puzzletest.Encode(cells))
	}
}

// TestAuctionClauses checks that clauses learned from prices hold in all
// solutions not found yet.
func TestAuctionClauses(t *testing.T) {
	t.Parallel()
	l := New(geometry.Of(16))
	priced, clauses := 0, 0
	for _, cells := range slowPuzzles(t, true) {
		solutions, _ := solve(l, cells, nil, 1, 1<<30)
		l.Begin(cells, nil)
		l.prices.due = always
		for l.restarts.total < 300 && l.Run(1, 1<<30) == More {
			for _, p := range l.conflict {
				if l.reasons[p.candidate()] == byPrices {
					priced++
					break
				}
			}
			l.conflict = l.conflict[:0]
		}
		if l.solutions == 0 || !slices.Equal(l.solution, solutions[0]) {
			clauses += checkClauses(t, l, solutions[0])
		}
	}
	t.Logf("%d conflicts with reasons of prices, %d clauses", priced, clauses)
	if priced < 5 || clauses < 500 {
		t.Errorf("%d conflicts with reasons of prices and %d clauses are no test", priced, clauses)
	}
}
