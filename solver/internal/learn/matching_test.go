package learn

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/overfulltest"
)

// onMatchings returns the edges that lie on some perfect matching. It tries all
// matchings.
func onMatchings(order, left int, used uint32, adjacent *[vertices]uint32) (edges [vertices]uint32, any bool) {
	if left == order {
		return edges, true
	}
	for a := adjacent[left] &^ used; a != 0; a &= a - 1 {
		bit := a & -a
		if rest, ok := onMatchings(order, left+1, used|bit, adjacent); ok {
			any = true
			for i := range rest {
				edges[i] |= rest[i]
			}
			edges[left] |= bit
		}
	}
	return edges, any
}

// TestMatching compares matchings, violations of Hall's condition and useless
// edges with an exhaustive search. A matching found earlier must not change the
// result.
func TestMatching(t *testing.T) {
	const order = 6
	r, l := rand.New(rand.NewPCG(6, 6)), New(geometry.Of(order))
	var m matching
	m.reset()
	perfect, useless := 0, 0
	for range 20_000 {
		var adjacent, drop [vertices]uint32
		for i := range order {
			adjacent[i] = uint32(r.IntN(1<<order)) | uint32(r.IntN(1<<order)&r.IntN(1<<order))
		}
		want, any := onMatchings(order, 0, 0, &adjacent)
		ok, left, right := m.complete(order, &adjacent)
		if ok != any {
			t.Fatalf("%b: got %v, want %v", adjacent, ok, any)
		}
		if !ok {
			all := uint32(0)
			for set := left; set != 0; set &= set - 1 {
				all |= adjacent[bits.TrailingZeros32(set)]
			}
			if all&^right != 0 || bits.OnesCount32(right) >= bits.OnesCount32(left) {
				t.Fatalf("%b: %b has no more neighbours than %b", adjacent, left, right)
			}
			continue
		}
		perfect++
		var back [vertices]uint32
		l.backwards(&m, &adjacent, &back)
		m.useless(order, &adjacent, &back, &drop)
		for i := range order {
			useless += bits.OnesCount32(drop[i])
			if drop[i] != adjacent[i]&^want[i] {
				t.Fatalf("%b: of %d %b are on no matching, want %b", adjacent, i, drop[i], adjacent[i]&^want[i])
			}
		}
	}
	if perfect < 1000 || useless < 1000 {
		t.Errorf("%d perfect matchings and %d useless edges are no test", perfect, useless)
	}
}

// TestMatchLooksEnough checks that, if match returns true, all whole matchings
// are perfect, also the ones that match skipped.
func TestMatchLooksEnough(t *testing.T) {
	t.Parallel()
	for _, order := range []int{9, 16} {
		m, l := overfulltest.New(order, 4), New(geometry.Of(order))
		looks, conflicts := 0, 0
		for i := range 600 - order/16*400 {
			l.Begin(m.Puzzle(i%overfulltest.Kinds), nil)
			for step := 0; step < 300 && !l.dead; step++ {
				if !l.propagate() {
					l.dead = !l.learn()
					continue
				}
				if !l.match() {
					conflicts++
					l.dead = !l.learn()
					continue
				}
				looks++
				for k := range l.matchings {
					m := &l.matchings[k]
					if m.bit == 0 {
						continue
					}
					var adjacent [vertices]uint32
					l.adjacency(m, &adjacent)
					for i, r := range m.partner[:order] {
						if r == none || adjacent[i]>>r&1 == 0 || int(m.owner[r]) != i {
							t.Fatalf("order %d: puzzle %d, step %d: vertex %d has no edge to %d", order, i, step, i, r)
						}
					}
				}
				if len(l.trail) == l.cube {
					break
				}
				l.decide()
			}
		}
		if looks < 1000 || conflicts < 10 {
			t.Errorf("order %d: %d looks and %d conflicts are no test", order, looks, conflicts)
		}
	}
}

// TestFilter turns the filter on in small orders. Reasons must hold when they are given, and the
// search must find what trial and error finds.
func TestFilter(t *testing.T) {
	t.Parallel()
	r, l := rand.New(rand.NewPCG(5, 25)), New(geometry.Of(9))
	l.hall = make([]hall, l.cube)
	dropped := 0
	for i := range 600 {
		cells := randomPuzzle(r, 20+r.IntN(8), r.IntN(2))
		l.Begin(cells, nil)
		for step := 0; step < 60 && !l.dead; step++ {
			before := len(l.trail)
			alive := l.propagate() && l.match() && l.filter()
			for at := before; at < len(l.trail); at++ {
				c := l.trail[at].candidate()
				if l.reasons[c] != byHall {
					continue
				}
				dropped++
				h := &l.hall[c]
				excludes := bits.OnesCount32(h.left) == bits.OnesCount32(h.right) && slices.ContainsFunc(h.matching.groups[:l.order], func(g uint16) bool {
					at := slices.Index(l.members[g][:l.order], uint16(c))
					return at >= 0 && h.right>>at&1 != 0
				})
				if !excludes {
					t.Fatalf("puzzle %d: %b and %b do not exclude candidate %d", i, h.left, h.right, c)
				}
				for _, q := range l.because(c) {
					if !slices.Contains(l.trail[:at], q.not()) {
						t.Fatalf("puzzle %d: candidate %d was dropped, but %d is no reason", i, c, q.candidate())
					}
				}
			}
			switch {
			case !alive:
				l.dead = !l.learn()
			case len(l.trail) == l.cube:
				l.dead = true
			default:
				l.decide()
			}
		}
		want, ok := bruteForce(9, cells, 2, 100_000)
		found, _ := solve(l, cells, nil, 2, 1<<30)
		if ok && len(found) != len(want) {
			t.Fatalf("puzzle %d: found %d solutions, want %d", i, len(found), len(want))
		}
	}
	if dropped < 500 {
		t.Errorf("%d dropped candidates are no test", dropped)
	}
}
