package learn

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
)

// TestShrink checks that a shrunk clause is still false and has one literal of
// the conflict's level. No literal "b is true" may have a peer c with the
// literal "c is false", and no two literals may be false because of the same
// candidate.
func TestShrink(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 16))
	for _, order := range []int{9, 16} {
		m, l := overfulltest.New(order, 2), New(geometry.Of(order))
		clauses, literals := 0, 0
		for i := range 600 {
			cells := m.Puzzle(i % overfulltest.Kinds)
			if order == 9 && i%2 > 0 {
				cells = randomPuzzle(r, 20+r.IntN(5), r.IntN(2))
			}
			l.Begin(cells, nil)
			for range 300 {
				if l.dead || l.propagate() && l.match() {
					if l.Run(1, 1000) != More {
						break
					}
					continue
				}
				level := 0
				for _, p := range l.conflict {
					level = max(level, int(l.levels[p.candidate()]))
				}
				if level == 0 {
					break
				}
				l.undoTo(level)
				l.analyse()
				literals += len(l.analysis.learned)
				checkShrunk(t, l)
				l.dead = !l.learn()
			}
			clauses += l.restarts.total
		}
		t.Logf("order %d: %d clauses of %d literals", order, clauses, literals)
		if clauses < 50 {
			t.Errorf("order %d: only %d clauses", order, clauses)
		}
	}
}

func checkShrunk(t *testing.T, l *Learner) {
	t.Helper()
	excluders := map[int]bool{}
	for i, p := range l.analysis.learned {
		here := int(l.levels[p.candidate()]) == l.level()
		if !l.isNot(p) || here != (i == 0) {
			t.Errorf("literal %d of %d is not false or of the wrong level", i, len(l.analysis.learned))
		}
		if p&1 != 0 || i == 0 {
			continue
		}
		for _, q := range l.analysis.learned {
			if q&1 != 0 && l.peers(p.candidate(), q.candidate()) {
				t.Errorf("literal %d implies another one", i)
			}
		}
		if c, ok := l.reasons[p.candidate()].peer(); ok {
			if excluders[c] {
				t.Errorf("literal %d is not the only one that is false because of candidate %d", i, c)
			}
			excluders[c] = true
		}
	}
}

// peers reports whether two candidates share a group.
func (l *Learner) peers(a, b int) bool {
	for _, g := range l.seats[a].group {
		for _, h := range l.seats[b].group {
			if a != b && g == h {
				return true
			}
		}
	}
	return false
}
