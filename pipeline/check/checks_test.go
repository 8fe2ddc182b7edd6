package check

import (
	"math/rand/v2"
	"testing"
)

// TestCountClues compares with counting one by one.
func TestCountClues(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{0, 1, 7, 8, 81, 256} {
		for _, blanks := range []int{0, 2, 20} {
			cells := make([]uint8, n)
			want := uint16(0)
			for i := range cells {
				if r.IntN(20) >= blanks {
					cells[i] = uint8(1 + r.IntN(16))
					want++
				}
			}
			if got := countClues(cells); got != want {
				t.Errorf("%d cells: %d clues, want %d", n, got, want)
			}
		}
	}
}
