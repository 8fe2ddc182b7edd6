package main

import (
	"strings"
	"testing"
)

// allocated generates a function with the given body, and assigns its registers.
func allocated(t *testing.T, body func()) error {
	t.Helper()
	all = nil
	begin("test", "()")
	body()
	ret()
	return current.allocate()
}

func number(v virtual) int { return current.assigned[v.self().number] }

// TestAllocate checks that values needed at the same time have different registers, also around a
// loop.
func TestAllocate(t *testing.T) {
	var sum, x, y, inner V
	var p R
	if err := allocated(t, func() {
		p, sum, x = constant(64), zero(), zero()
		times(3, "loop", func() {
			inner = load(memory{p, 0})
			y = or(inner, x) // x is needed in the next round too
			addTo(sum, y)
		})
		store(sum, memory{p, 0})
	}); err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]virtual{{sum, x}, {sum, inner}, {sum, y}, {x, inner}, {x, y}} {
		if number(pair[0]) == number(pair[1]) {
			t.Errorf("%v and %v share a register", pair[0], pair[1])
		}
	}
	if number(y) != number(inner) {
		t.Error("y does not take the register that is not needed any more")
	}
}

// TestAllocateAll checks that a function can use all registers, and that one more is an error.
func TestAllocateAll(t *testing.T) {
	needs := func(n int) error {
		return allocated(t, func() {
			var v []V
			for range n {
				v = append(v, zero())
			}
			p := constant(64)
			for _, x := range v {
				store(x, memory{p, 0})
			}
		})
	}
	if err := needs(32); err != nil {
		t.Error(err)
	}
	if err := needs(33); err == nil || !strings.Contains(err.Error(), "no register is left") {
		t.Errorf("33 registers: %v", err)
	}
}

// TestAllocateUnset checks that the use of a register that is never set is an error.
func TestAllocateUnset(t *testing.T) {
	if err := allocated(t, func() { store(newV(), memory{constant(0), 0}) }); err == nil {
		t.Error("no error")
	}
}

// TestAllocateAdjacent checks that a table of two registers has adjacent ones, where both are free.
func TestAllocateAdjacent(t *testing.T) {
	var first, between V
	var pair [2]V
	if err := allocated(t, func() {
		first, between = zero(), zero()
		p := constant(0)
		store(first, memory{p, 0}) // frees this register, but not the next one
		pair = table([vector]byte{1}, [vector]byte{2})
		for _, v := range []V{between, pair[0], pair[1]} {
			store(v, memory{p, 0})
		}
	}); err != nil {
		t.Fatal(err)
	}
	if number(pair[1]) != number(pair[0])+1 || number(between) == number(pair[0]) || number(between) == number(pair[1]) {
		t.Errorf("the table has registers %d and %d, another vector %d", number(pair[0]), number(pair[1]), number(between))
	}
}
