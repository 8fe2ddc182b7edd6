package main

import (
	"fmt"
	"math/bits"
	"slices"
)

// available holds the registers of each kind. The platform reserves R18, the linker R16 and R17,
// and Go R26 to R31.
var available = map[kind][]int{
	vectors:  upTo(32),
	generals: append(upTo(16), 19, 20, 21, 22, 23, 24, 25),
}

func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// A set is a set of virtual registers.
type set []uint64

func (s set) add(r register)    { s[r.number/64] |= 1 << (r.number % 64) }
func (s set) remove(r register) { s[r.number/64] &^= 1 << (r.number % 64) }

// join adds the elements of t, and reports whether that changed the set.
func (s set) join(t set) (changed bool) {
	for i, x := range t {
		changed = changed || x&^s[i] != 0
		s[i] |= x
	}
	return changed
}

// sets returns n empty sets.
func (f *function) sets(n int) []set {
	sets := make([]set, n)
	for i := range sets {
		sets[i] = make(set, (len(f.kinds)+63)/64)
	}
	return sets
}

// live returns, for each instruction of a function, the registers that are needed after it.
func (f *function) live() []set {
	labels := map[string]int{}
	for i, in := range f.instructions {
		if in.label != "" {
			labels[in.label] = i
		}
	}
	before, after := f.sets(len(f.instructions)+1), f.sets(len(f.instructions))
	for changed := true; changed; {
		changed = false
		for i := len(f.instructions) - 1; i >= 0; i-- {
			in := &f.instructions[i]
			if in.target != "" {
				after[i].join(before[labels[in.target]])
			}
			if !in.always {
				after[i].join(before[i+1])
			}
			need := append(set(nil), after[i]...)
			for _, r := range in.sets {
				need.remove(r)
			}
			for _, r := range in.uses {
				need.add(r)
			}
			changed = before[i].join(need) || changed
		}
	}
	return after
}

// allocate assigns registers so that two virtual registers that are needed at the same time differ.
// It never spills to memory. If a function needs too many registers, allocate returns an error, and
// the function must be changed.
func (f *function) allocate() error {
	after := f.live()
	conflicts := f.sets(len(f.kinds))
	for i, in := range f.instructions {
		for _, r := range in.sets {
			conflicts[r.number].join(after[i])
			for j, x := range after[i] {
				for ; x != 0; x &= x - 1 {
					conflicts[64*j+bits.TrailingZeros64(x)].add(r)
				}
			}
			for _, other := range in.sets {
				conflicts[r.number].add(other)
			}
		}
	}
	f.assigned = slices.Repeat([]int{-1}, len(f.kinds))
	for i, in := range f.instructions {
		for _, r := range in.sets {
			if f.assigned[r.number] >= 0 {
				continue
			}
			if !f.assign(r, conflicts) {
				return fmt.Errorf("%s: no register is left at instruction %d: %s%s", f.name, i, in.text, in.word)
			}
		}
		for _, r := range in.uses {
			if f.assigned[r.number] < 0 {
				return fmt.Errorf("%s: instruction %d uses what is not set: %s%s", f.name, i, in.text, in.word)
			}
		}
	}
	return nil
}

// assign assigns a free register. If r is the first of an adjacent pair, it also assigns the next
// register to the second. It returns false if there are none.
func (f *function) assign(r register, conflicts []set) bool {
	group := []register{r}
	for _, pair := range f.adjacent {
		if pair[0] == r {
			group = pair[:]
		}
	}
	taken := make([]uint64, len(group))
	for i, g := range group {
		taken[i] = f.taken(conflicts[g.number], g.kind)
	}
	for _, n := range available[r.kind] {
		free := true
		for i := range group {
			free = free && n+i < 32 && taken[i]>>(n+i)&1 == 0
		}
		if !free {
			continue
		}
		for i, g := range group {
			f.assigned[g.number] = n + i
		}
		return true
	}
	return false
}

// taken returns the registers of a kind that the conflicting virtual registers have.
func (f *function) taken(conflicts set, k kind) (taken uint64) {
	for i, x := range conflicts {
		for ; x != 0; x &= x - 1 {
			other := 64*i + bits.TrailingZeros64(x)
			if n := f.assigned[other]; n >= 0 && f.kinds[other] == k {
				taken |= 1 << n
			}
		}
	}
	return taken
}
