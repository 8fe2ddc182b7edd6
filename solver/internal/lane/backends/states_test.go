package backends

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// TestStates compares as many random states of each backend as SUDOKUBATCH_STATES says. Each lane
// before each pass counts as one state. A tenth has order 16. Ten million are enough for kernels
// that can only be tested in an emulator.
func TestStates(t *testing.T) {
	wanted := 10_000
	if n := os.Getenv("SUDOKUBATCH_STATES"); n != "" {
		var err error
		if wanted, err = strconv.Atoi(n); err != nil {
			t.Fatal(err)
		}
	}
	eachBackend(t, func(t *testing.T, k *lane.Kernels) {
		p := newPair(t, k)
		p.Rand = rand.New(rand.NewPCG(uint64(wanted), uint64(k.Lanes)))
		compared := 0
		for compared < perOrder(k, wanted*9/10, wanted/10) {
			for l := range k.Lanes {
				p.random(p.row(l))
			}
			p.load(p.all())
			for moving := p.all(); moving != 0; compared += k.Lanes {
				dead, changed, open := p.pass()
				p.branch(open &^ dead &^ changed)
				if got, want := k.Solved(&p.block[0]), p.plain.Solved(&p.want[0]); got != want {
					t.Fatalf("Solved: got %#x, want %#x", got, want)
				}
				moving = changed &^ dead
			}
		}
		t.Logf("%d states", compared)
	})
}
