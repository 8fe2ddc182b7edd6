package spill

import (
	"math/rand/v2"
	"os"
	"testing"
)

// TestSet finds in a set what a map holds, and nothing else, whether the set fits into memory or
// not. The least of several values of a key counts.
func TestSet(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 169, 170, 171, 5000} {
		for _, memory := range []int64{0, 40 * setItem, 1 << 20} {
			dir := t.TempDir()
			random := rand.New(rand.NewPCG(uint64(n), uint64(memory)))
			sorter, want := NewSorter(dir, 0), map[[2]uint64]uint64{}
			for range n {
				// Few values of the first number, so that the second one decides in many blocks.
				key := [2]uint64{random.Uint64N(4) << 62, random.Uint64N(2 * uint64(n))}
				value := random.Uint64N(100)
				if was, known := want[key]; !known || value < was {
					want[key] = value
				}
				if err := sorter.Add(Entry{key[0], key[1], value}); err != nil {
					t.Fatal(err)
				}
			}
			set, err := NewSet(sorter, dir, memory)
			if err != nil {
				t.Fatal(err)
			}
			if set.Len() != int64(len(want)) {
				t.Errorf("%d keys, want %d", set.Len(), len(want))
			}
			lookup := NewLookup(set)
			for high := range uint64(5) {
				for low := range 2*uint64(n) + 2 {
					key := [2]uint64{high << 62, low}
					value, found, err := lookup.Find(key)
					if wanted, known := want[key]; err != nil || found != known || value != wanted {
						t.Fatalf("%d keys, memory %d: %x: %d, %v, %v; want %d, %v", n, memory, key, value, found, err, wanted, known)
					}
				}
			}
			_ = sorter.Close()
			if err := set.Close(); err != nil {
				t.Error(err)
			}
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%d temporary files are left", len(left))
			}
		}
	}
}
