package generate

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return float64(r.Utime.Nano()+r.Stime.Nano())
}

func TestCPU(t *testing.T) {
	for _, o := range []Options{{Order: 4}, {Order: 4, Clues: 6}, {Order: 6}, {Order: 6, Clues: 14}, {Order: 8}, {Order: 8, Clues: 24}, {Order: 12, Clues: 70}, {Order: 12}, {Order: 25, Clues: 400}, {Order: 25, Clues: 340}} {
		if w := os.Getenv("ONLY"); w != "" && w != fmt.Sprint(o.Order) { continue }
		count := 2000
		if o.Order > 9 { count = 50 }
		if o.Order == 25 { count = 10 }
		ps := puzzles(t, o, count)
		var cells []uint8
		for _, p := range ps { cells = append(cells, p.cells...) }
		s, _ := solver.New(o.Order, solver.Options{Limit: 2})
		work := make([]uint8, len(cells))
		res := make([]solver.Result, count)
		best := 1e18
		for range 5 {
			n := 0
			began := cpu()
			for cpu()-began < 1e8 {
				copy(work, cells)
				s.SolveBatch(work, res)
				n++
			}
			best = min(best, (cpu()-began)/float64(n*count))
		}
		g := uint64(0)
		for _, r := range res { g += r.Guesses }
		fmt.Printf("%d-%d: %.0f ns, %.2f guesses, %.3f M/s\n", o.Order, o.Clues, best, float64(g)/float64(count), 1e3/best)
	}
}
