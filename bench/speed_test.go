package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

// This file has the Go benchmarks: engines, and the stages of the pipeline. An iteration is a
// whole corpus; the figures are ns/puzzle and puzzles/s.

// sharedCorpora is a folder with the real corpora, outside the project. Without it only the
// embedded ones are measured.
const sharedCorpora = "../../shared/corpora"

// speedCorpora are the corpora to measure by order. Those that begin with @ are embedded.
var speedCorpora = map[int][]string{
	9:  {"@demo", "kaggle", "17clue", "diabolical", "top1465", "hardest11", "multi", "mixed"},
	16: {"@demo16", "x16_CH", "x16_TF", "x16_ST", "x16_goomii"},
}

// slowEngines can solve only these corpora in reasonable time.
var slowEngines = map[string][]string{
	"backtrack": {"kaggle"},
	"mrv":       {"@demo", "kaggle", "diabolical", "top1465"},
	"dlx":       {"@demo", "kaggle", "17clue", "top1465"},
	"propagate": {"@demo", "kaggle", "17clue", "top1465", "x16_CH", "x16_TF", "x16_ST", "x16_goomii"},
}

// loadSpeed loads a corpus, 200 puzzles of it with -short. It returns nil if there is no file.
func loadSpeed(b *testing.B, name string) *Corpus {
	b.Helper()
	path := name
	if name[0] != '@' {
		path = filepath.Join(sharedCorpora, name+".txt.zst")
		if _, err := os.Stat(path); err != nil {
			return nil
		}
	}
	c, err := load(b.Context(), path, nil)
	if err != nil {
		b.Fatal(err)
	}
	if n := 200; testing.Short() && c.N > n {
		c.N, c.Text, c.Cells = n, c.Text[:n*(c.Order*c.Order+1)], c.Cells[:n*c.Order*c.Order]
	}
	return c
}

// provenEngine returns an engine that has answered the whole corpus rightly, and its guesses.
func provenEngine(b *testing.B, c *Corpus, name string, limit int) (*inMemory, uint64) {
	b.Helper()
	e, err := engineNamed(name)
	if err != nil {
		b.Fatal(err)
	}
	k, err := newKey(b.Context(), c, limit)
	if err != nil {
		b.Fatal(err)
	}
	m, err := newInMemory(c, &e, limit, 1)
	if err != nil {
		b.Fatal(err)
	}
	shown, err := m.prove(b.Context(), k)
	if err != nil {
		b.Fatal(err)
	}
	return m, *shown.guesses
}

// reportPuzzles reports the speed of a benchmark with so many puzzles an iteration.
func reportPuzzles(b *testing.B, n int) {
	puzzles := float64(b.N) * float64(n)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/puzzles, "ns/puzzle")
	b.ReportMetric(puzzles/b.Elapsed().Seconds(), "puzzles/s")
}

// BenchmarkSolve measures engines alone, on one core, with the puzzles in memory.
func BenchmarkSolve(b *testing.B) {
	for _, order := range solver.Orders() {
		for _, name := range speedCorpora[order] {
			c := loadSpeed(b, name)
			if c == nil {
				continue
			}
			for _, e := range solver.Engines() {
				only, slow := slowEngines[e.Name]
				if !slices.Contains(e.Orders, order) || slow && !slices.Contains(only, name) {
					continue
				}
				for limit := 1; limit <= 2; limit++ {
					b.Run(fmt.Sprintf("corpus=%s/engine=%s/limit=%d", name, e.Name, limit), func(b *testing.B) {
						m, guesses := provenEngine(b, c, e.Name, limit)
						b.SetBytes(int64(len(c.Text)))
						b.ReportAllocs()
						for b.Loop() {
							if _, err := m.run(b.Context(), 1); err != nil {
								b.Fatal(err)
							}
						}
						reportPuzzles(b, c.N)
						b.ReportMetric(float64(guesses)/float64(c.N), "guesses/puzzle")
					})
				}
			}
		}
	}
}

// BenchmarkStages measures what each part of the way from text to text costs alone, and whole
// pipelines. The corpora: text costs about as much as solving, something between, all solving.
func BenchmarkStages(b *testing.B) {
	for _, name := range []string{"kaggle", "17clue", "hardest11"} {
		c := loadSpeed(b, name)
		if c == nil {
			continue
		}
		if !testing.Short() { // so long that the beginning and the end of a run do not count
			times := (100_000 + c.N - 1) / c.N
			c.Text, c.Cells, c.N = bytes.Repeat(c.Text, times), bytes.Repeat(c.Cells, times), c.N*times
		}
		for _, stage := range stages {
			b.Run(fmt.Sprintf("corpus=%s/stage=%s", name, stage.name), func(b *testing.B) {
				once := stage.prepare(b, c)
				b.SetBytes(int64(len(c.Text)))
				for b.Loop() {
					once()
				}
				reportPuzzles(b, c.N)
			})
		}
	}
}

// stages are the parts in order, then the pipeline with workers that do more and more. prepare
// returns a function that does one iteration.
var stages = []struct {
	name    string
	prepare func(b *testing.B, c *Corpus) func()
}{
	{"read", readStage},
	{"frame", frameStage},
	{"decode", decodeStage},
	{"solve", solveStage},
	{"format", formatStage},
	{"write", writeStage},
	{"ring", ringStage(func(*pipeline.Batch) {})},
	{"ring+decode", ringStage(decodeBatch)},
	{"ring+decode+format", ringStage(func(batch *pipeline.Batch) {
		decodeBatch(batch)
		batch.Out = batch.To.AppendSolved(batch.Out, batch.Records.Cells)
	})},
	{"pipeline", func(b *testing.B, c *Corpus) func() {
		return pipelineStage(b, c, solve.Workers(solver.Options{Limit: 2}, pipeline.Mark))
	}},
}

// batches cuts the text as a pipeline does.
func batches(c *Corpus) [][]byte {
	var all [][]byte
	framer := lineForm(c).NewFramer()
	for text := c.Text; len(text) > 0; {
		_, to := framer.Cut(new(model.Records), text[:min(len(text), pipeline.DefaultBatchBytes)], false)
		all = append(all, text[:to])
		text = text[to:]
	}
	return all
}

// readStage copies the text into a batch's buffer.
func readStage(_ *testing.B, c *Corpus) func() {
	buf := make([]byte, pipeline.DefaultBatchBytes)
	return func() {
		r := bytes.NewReader(c.Text)
		for n := 1; n > 0; {
			n, _ = r.Read(buf)
		}
	}
}

// frameStage finds the borders of batches.
func frameStage(b *testing.B, c *Corpus) func() {
	return func() {
		if n := len(batches(c)); n < c.N/1000 {
			b.Fatalf("%d batches of %d puzzles", n, c.N)
		}
	}
}

// decodeStage reads cells from text.
func decodeStage(b *testing.B, c *Corpus) func() {
	all := batches(c)
	var records model.Records
	return func() {
		n := 0
		for _, text := range all {
			lineForm(c).Decode(&records, text)
			n += records.N
		}
		if n != c.N {
			b.Fatalf("%d of %d puzzles", n, c.N)
		}
	}
}

// solveStage solves, with a copy of the cells.
func solveStage(b *testing.B, c *Corpus) func() {
	m, _ := provenEngine(b, c, bestEngine(c.Order), 2)
	return func() {
		if _, err := m.run(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

// formatStage writes cells as text: one batch, again and again.
func formatStage(b *testing.B, c *Corpus) func() {
	size := c.Order * c.Order
	cells := c.Cells[:min(len(c.Cells), pipeline.DefaultBatchBytes/(size+1)*size)]
	var out []byte
	return func() {
		for left := c.N * size; left > 0; left -= len(cells) {
			out = lineForm(c).AppendSolved(out[:0], cells[:min(left, len(cells))])
		}
		if len(out) == 0 {
			b.Fatal("nothing was written")
		}
	}
}

// writeStage gives text to the system.
func writeStage(b *testing.B, c *Corpus) func() {
	all := batches(c)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { null.Close() })
	return func() {
		for _, text := range all {
			if _, err := null.Write(text); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// decodeBatch reads the cells of a batch, which then counts as solved.
func decodeBatch(batch *pipeline.Batch) {
	batch.From.Decode(&batch.Records, batch.Text)
	batch.Counts.Solved = int64(batch.Records.N)
}

// ringStage is a pipeline with a worker that solves nothing.
func ringStage(work func(*pipeline.Batch)) func(*testing.B, *Corpus) func() {
	return func(b *testing.B, c *Corpus) func() {
		return pipelineStage(b, c, func() (pipeline.Worker, error) { return idle(work), nil })
	}
}

// An idle worker solves nothing.
type idle func(*pipeline.Batch)

func (w idle) Work(_ context.Context, batch *pipeline.Batch) {
	w(batch)
	batch.Done()
}

func (idle) Flush(context.Context) {}

// pipelineStage is a pipeline with one worker, from text in memory to text that is thrown away.
func pipelineStage(b *testing.B, c *Corpus, newWorker func() (pipeline.Worker, error)) func() {
	open := func() (pipeline.Source, error) { return memory{bytes.NewReader(c.Text)}, nil }
	return func() {
		stats, err := pipeline.Run(context.Background(), pipeline.Config{
			Inputs:    []pipeline.Input{{Name: c.Name, Open: open}},
			Output:    io.Discard,
			NewWorker: newWorker,
			Jobs:      1,
		})
		if err != nil || stats.TextIn != int64(len(c.Text)) {
			b.Fatal(stats, err)
		}
	}
}
