package learn

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// onMatchings returns the edges that are on some perfect matching, by trying all.
func onMatchings(order, left int, used uint16, adjacent *[16]uint16) (edges [16]uint16, any bool) {
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

// Matchings, violations of Hall's condition, and edges on no matching are what
// trying all comes to; a matching found before changes nothing.
func TestMatching(t *testing.T) {
	const order = 6
	r := rand.New(rand.NewPCG(6, 6))
	var m matching
	m.reset()
	perfect, useless := 0, 0
	for range 20_000 {
		var adjacent, drop [16]uint16
		for i := range order {
			adjacent[i] = uint16(r.IntN(1<<order)) | uint16(r.IntN(1<<order)&r.IntN(1<<order))
		}
		want, any := onMatchings(order, 0, 0, &adjacent)
		ok, left, right := m.complete(order, &adjacent)
		if ok != any {
			t.Fatalf("%b: got %v, want %v", adjacent, ok, any)
		}
		if !ok {
			all := uint16(0)
			for set := left; set != 0; set &= set - 1 {
				all |= adjacent[bits.TrailingZeros16(set)]
			}
			if all&^right != 0 || bits.OnesCount16(right) >= bits.OnesCount16(left) {
				t.Fatalf("%b: %b has no more neighbours than %b", adjacent, left, right)
			}
			continue
		}
		perfect++
		m.useless(order, &adjacent, &drop)
		for i := range order {
			useless += bits.OnesCount16(drop[i])
			if drop[i] != adjacent[i]&^want[i] {
				t.Fatalf("%b: of %d %b are on no matching, want %b", adjacent, i, drop[i], adjacent[i]&^want[i])
			}
		}
	}
	if perfect < 1000 || useless < 1000 {
		t.Errorf("%d perfect matchings and %d useless edges are no test", perfect, useless)
	}
}
