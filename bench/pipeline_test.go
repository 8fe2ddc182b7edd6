package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
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
			p := loadPuzzles(b, name)
			for _, jobs := range []int{1, 2} {
				b.Run(fmt.Sprintf("corpus=%s/jobs=%d", p.name, jobs), func(b *testing.B) {
					var out bytes.Buffer
					p.pipe(b, jobs, &out)
					p.verify(b, out.Bytes())
					b.SetBytes(int64(len(p.text)))
					for b.Loop() {
						p.pipe(b, jobs, io.Discard)
					}
					b.ReportMetric(float64(p.n)*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
				})
			}
		}
	}
}

// pipe solves the corpus from text to text.
func (p *puzzles) pipe(tb testing.TB, jobs int, out io.Writer) {
	tb.Helper()
	open := func() (pipeline.Source, error) { return memory{bytes.NewReader(p.text)}, nil }
	stats, err := pipeline.Run(context.Background(), pipeline.Config{
		Inputs:    []pipeline.Input{{Name: p.name, Open: open}},
		Output:    out,
		NewWorker: solve.Workers(solver.Options{Limit: 2}, pipeline.Mark),
		Jobs:      jobs,
	})
	if err != nil || stats.Puzzles() != int64(p.n) {
		tb.Fatalf("%d of %d puzzles, %v", stats.Puzzles(), p.n, err)
	}
}

// verify verifies the answers to the corpus that are grids, alone or the first
// of several, and that there is one line for each puzzle.
func (p *puzzles) verify(tb testing.TB, answers []byte) {
	tb.Helper()
	form, err := formats.Line.Form(p.order)
	if err != nil {
		tb.Fatal(err)
	}
	size := p.order * p.order
	var grid formats.Records
	lines := bytes.Split(bytes.TrimSuffix(answers, []byte("\n")), []byte("\n"))
	if len(lines) != p.n {
		tb.Fatalf("%s: %d lines for %d puzzles", p.name, len(lines), p.n)
	}
	for i, line := range lines {
		form.Decode(&grid, bytes.TrimPrefix(line, []byte("multiple ")))
		if len(grid.Cells) != size {
			continue
		}
		if err := solver.Verify(p.cells[i*size:(i+1)*size], grid.Cells); err != nil {
			tb.Fatalf("%s, line %d: %v", p.name, i+1, err)
		}
	}
}
