package backends

import (
	"math/rand/v2"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// TestWithin tries every place and length, with values on both sides of the limit.
func TestWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	buf := make([]uint8, 300)
	for _, greatest := range []uint8{9, 16} {
		for n := range len(buf) {
			cells := buf[:n]
			for i := range cells {
				cells[i] = uint8(r.IntN(int(greatest) + 1))
			}
			if !Within(cells, greatest) || !lane.Within(cells, greatest) {
				t.Fatalf("%d cells up to %d: not within %d", n, greatest, greatest)
			}
			for i := range cells {
				was := cells[i]
				cells[i] = []uint8{greatest + 1, 127, 128, 255, greatest + 1 + uint8(r.IntN(100))}[r.IntN(5)]
				if Within(cells, greatest) || lane.Within(cells, greatest) {
					t.Fatalf("cell %d of %d is %d: within %d", i, n, cells[i], greatest)
				}
				cells[i] = was
			}
		}
	}
}
