package minlex

import (
	"math/rand/v2"
	"testing"
)

// FuzzCanonical checks the form of any cells, and of an isomorph that the seed
// chooses.
func FuzzCanonical(f *testing.F) {
	for _, puzzle := range cases() {
		f.Add(puzzle, uint64(1))
	}
	s := New()
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		puzzle := parse("")
		for i := range min(len(data), len(puzzle)) {
			puzzle[i] = data[i] % 10
		}
		checkForm(t, s, rand.New(rand.NewPCG(seed, 0)), puzzle, 1)
	})
}
