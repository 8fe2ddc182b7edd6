package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver"
)

// stageCorpora are the corpora whose streaming is measured: one in which text
// costs about as much as solving, one between, one that is all solving.
var stageCorpora = []string{"kaggle", "17clue", "hardest11"}

// BenchmarkStages measures what each part of the way from text to text costs on
// its own, and whole pipelines. One iteration is the whole corpus, so many times
// over that a run's beginning and end do not count; ns/puzzle is the figure.
func BenchmarkStages(b *testing.B) {
	for _, name := range stageCorpora {
		path := filepath.Join(sharedCorpora, name+".txt.zst")
		if _, err := os.Stat(path); err != nil {
			b.Logf("corpus %s is not there: %v", name, err)
			continue
		}
		p := loadPuzzles(b, path)
		p.prove(b, solver.Options{Limit: 2})
		p.repeat(map[bool]int{false: 100_000, true: 1000}[testing.Short()])
		for _, stage := range stages {
			b.Run(fmt.Sprintf("corpus=%s/stage=%s", name, stage.name), func(b *testing.B) {
				once := stage.prepare(b, p)
				b.SetBytes(int64(len(p.text)))
				for b.Loop() {
					once()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.n), "ns/puzzle")
			})
		}
	}
}

// stages are the parts in their order, then the pipeline with workers that do
// more and more. prepare returns what does one iteration.
var stages = []struct {
	name    string
	prepare func(b *testing.B, p *puzzles) func()
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
	{"pipeline", pipelineStage},
}

func decodeBatch(batch *pipeline.Batch) {
	batch.From.Decode(&batch.Records, batch.Text)
	batch.Counts.Solved = int64(batch.Records.N)
}

// repeat makes a corpus so many puzzles long, or a bit longer, by repeating it.
func (p *puzzles) repeat(n int) {
	times := (n + p.n - 1) / p.n
	p.text, p.cells, p.n = bytes.Repeat(p.text, times), bytes.Repeat(p.cells, times), p.n*times
}

// batches cuts the text as a pipeline does.
func (p *puzzles) batches() [][]byte {
	var all [][]byte
	framer := p.form().NewFramer()
	for text := p.text; len(text) > 0; {
		_, to := framer.Cut(text[:min(len(text), pipeline.DefaultBatchBytes)], false)
		all = append(all, text[:to])
		text = text[to:]
	}
	return all
}

func (p *puzzles) form() formats.Form { return formats.Form{Kind: formats.Line, Order: p.order} }

// readStage copies the text into a batch's buffer.
func readStage(_ *testing.B, p *puzzles) func() {
	buf := make([]byte, pipeline.DefaultBatchBytes)
	return func() {
		r := bytes.NewReader(p.text)
		for n := 1; n > 0; {
			n, _ = r.Read(buf)
		}
	}
}

// frameStage finds the borders of batches.
func frameStage(b *testing.B, p *puzzles) func() {
	return func() {
		if n := len(p.batches()); n < p.n/1000 {
			b.Fatalf("%d batches of %d puzzles", n, p.n)
		}
	}
}

// decodeStage reads cells from text.
func decodeStage(b *testing.B, p *puzzles) func() {
	batches := p.batches()
	var records formats.Records
	return func() {
		n := 0
		for _, text := range batches {
			p.form().Decode(&records, text)
			n += records.N
		}
		if n != p.n {
			b.Fatalf("%d of %d puzzles", n, p.n)
		}
	}
}

// solveStage solves, two batches in turn, as a worker does. It includes a copy
// of the cells.
func solveStage(b *testing.B, p *puzzles) func() {
	s, err := solver.New(p.order, solver.Options{Limit: 2})
	if err != nil {
		b.Fatal(err)
	}
	size := p.order * p.order
	most := pipeline.DefaultBatchBytes / (size + 1)
	var free []*solver.Batch
	for range 2 {
		batch := &solver.Batch{Cells: make([]uint8, most*size), Results: make([]solver.Result, most)}
		batch.Done = func() { free = append(free, batch) }
		free = append(free, batch)
	}
	return func() {
		for at := 0; at < p.n; at += most {
			if len(free) == 0 {
				s.Flush()
			}
			batch := free[0]
			free = free[:copy(free, free[1:])]
			n := min(most, p.n-at)
			batch.Cells, batch.Results = batch.Cells[:n*size], batch.Results[:n]
			copy(batch.Cells, p.cells[at*size:])
			s.Feed(batch)
		}
		s.Flush()
		for _, batch := range free {
			batch.Cells, batch.Results = batch.Cells[:most*size], batch.Results[:most]
		}
	}
}

// formatStage writes cells as text.
func formatStage(b *testing.B, p *puzzles) func() {
	size := p.order * p.order
	cells := p.cells[:min(len(p.cells), pipeline.DefaultBatchBytes/(size+1)*size)] // one batch, again and again
	var out []byte
	return func() {
		for left := p.n * size; left > 0; left -= len(cells) {
			out = p.form().AppendSolved(out[:0], cells[:min(left, len(cells))])
		}
		if len(out) == 0 {
			b.Fatal("nothing was written")
		}
	}
}

// writeStage gives text to the system.
func writeStage(b *testing.B, p *puzzles) func() {
	batches := p.batches()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { null.Close() })
	return func() {
		for _, text := range batches {
			if _, err := null.Write(text); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// ringStage is a pipeline of one worker that solves nothing.
func ringStage(work func(*pipeline.Batch)) func(*testing.B, *puzzles) func() {
	newWorker := func() (pipeline.Worker, error) { return idle(work), nil }
	return func(b *testing.B, p *puzzles) func() {
		open := func() (pipeline.Source, error) { return memory{bytes.NewReader(p.text)}, nil }
		return func() {
			stats, err := pipeline.Run(context.Background(), pipeline.Config{
				Inputs:    []pipeline.Input{{Name: p.name, Open: open}},
				Output:    io.Discard,
				NewWorker: newWorker,
				Jobs:      1,
			})
			if err != nil || stats.TextIn != int64(len(p.text)) {
				b.Fatal(stats, err)
			}
		}
	}
}

// An idle worker solves nothing.
type idle func(*pipeline.Batch)

func (w idle) Work(_ context.Context, batch *pipeline.Batch) {
	w(batch)
	batch.Done()
}

func (idle) Flush(context.Context) {}

// pipelineStage is the whole way, with one worker.
func pipelineStage(b *testing.B, p *puzzles) func() {
	return func() { p.pipe(b, 1, io.Discard) }
}
