package learn

import (
	"math/bits"
	"math/rand/v2"
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
	r := rand.New(rand.NewPCG(6, 6))
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
		m.useless(order, &adjacent, &drop)
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
