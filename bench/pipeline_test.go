package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A memory is an input that lies in memory.
type memory struct{ *bytes.Reader }

func (m memory) Close() error   { return nil }
func (m memory) BytesIn() int64 { return m.Size() - int64(m.Len()) }
func (m memory) Stream() bool   { return false }

// BenchmarkPipeline measures the way from text to text, in memory. One
// iteration is the whole corpus.
func BenchmarkPipeline(b *testing.B) {
	for _, order := range solver.Orders() {
		for _, name := range names(order) {
			p := load(b, name)
			for _, jobs := range []int{1, 2} {
				b.Run(fmt.Sprintf("corpus=%s/jobs=%d", p.name, jobs), func(b *testing.B) {
					b.SetBytes(int64(len(p.text)))
					for b.Loop() {
						run(b, p, jobs)
					}
					b.ReportMetric(float64(p.n)*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
				})
			}
		}
	}
}

func run(b *testing.B, p *puzzles, jobs int) {
	b.Helper()
	open := func() (pipeline.Source, error) { return memory{bytes.NewReader(p.text)}, nil }
	stats, err := pipeline.Run(context.Background(), pipeline.Config{
		Inputs:    []pipeline.Input{{Name: p.name, Open: open}},
		Output:    io.Discard,
		NewWorker: pipeline.SolveWorkers(solver.Options{Limit: 2}, pipeline.Mark),
		Jobs:      jobs,
	})
	if err != nil || stats.Puzzles() != int64(p.n) {
		b.Fatalf("%d of %d puzzles, %v", stats.Puzzles(), p.n, err)
	}
}
