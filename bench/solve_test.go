package bench

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// classics are engines that some corpora stall; they are measured only on
// corpora that they can solve.
var classics = map[string][]string{
	"backtrack": {"kaggle"},
	"mrv":       {"demo", "kaggle", "diabolical", "top1465"},
	"dlx":       {"demo", "kaggle", "17clue", "top1465"},
	"cdcl":      {"kaggle", "top1465", "x16_TF", "x16_goomii"},
	"propagate": {"demo", "kaggle", "17clue", "top1465", "x16_CH", "x16_TF", "x16_ST", "x16_goomii"},
}

// BenchmarkSolve measures engines alone, on one core, with the puzzles in
// memory. One iteration is one puzzle.
func BenchmarkSolve(b *testing.B) {
	for _, order := range solver.Orders() {
		for _, name := range names(order) {
			p := loadPuzzles(b, name)
			for _, e := range solver.Engines() {
				only, limited := classics[e.Name]
				if !slices.Contains(e.Orders, order) || limited && !slices.Contains(only, p.name) {
					continue
				}
				for limit := 1; limit <= 2; limit++ {
					b.Run(fmt.Sprintf("corpus=%s/engine=%s/limit=%d", p.name, e.Name, limit), func(b *testing.B) {
						benchmarkSolve(b, p, solver.Options{Engine: e.Name, Limit: limit})
					})
				}
			}
		}
	}
}

func benchmarkSolve(b *testing.B, p *puzzles, opts solver.Options) {
	s, err := solver.New(p.order, opts)
	if err != nil {
		b.Fatal(err)
	}
	guesses := p.prove(b, opts)
	size := p.order * p.order
	n := min(4096, p.n, b.N)
	batches := [2]solver.Batch{} // one is filled while the other is finished
	var free []*solver.Batch
	for i := range batches {
		batch := &batches[i]
		*batch = solver.Batch{Cells: make([]uint8, n*size), Results: make([]solver.Result, n)}
		batch.Done = func() { free = append(free, batch) }
		free = append(free, batch)
	}
	b.SetBytes(int64(size + 1))
	b.ReportAllocs()
	b.ResetTimer()
	at := 0
	for left := b.N; left > 0; left -= n {
		if len(free) == 0 {
			s.Flush()
		}
		batch := free[0]
		free = free[:copy(free, free[1:])]
		if at+n > p.n {
			at = 0
		}
		copy(batch.Cells, p.cells[at*size:])
		at += n
		s.Feed(batch)
	}
	s.Flush()
	solved := (b.N + n - 1) / n * n
	b.ReportMetric(float64(solved)/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(float64(guesses)/float64(p.n), "guesses/puzzle")
}
