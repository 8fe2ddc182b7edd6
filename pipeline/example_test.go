package pipeline_test

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A clueCounter is a verb of its own: it answers each record with its number of
// clues.
type clueCounter struct{}

func (clueCounter) Work(_ context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	size := b.Records.Order * b.Records.Order
	for cells := b.Records.Cells; len(cells) > 0; cells = cells[size:] {
		clues := 0
		for _, cell := range cells[:size] {
			if cell != 0 {
				clues++
			}
		}
		b.Out = append(strconv.AppendInt(b.Out, int64(clues), 10), '\n')
	}
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Counts.Solved = int64(b.Records.N) - b.Counts.Malformed
	b.Done()
}

func (clueCounter) Flush(context.Context) {} // Work leaves nothing undone

// A new verb is a worker: order, bounded memory, compression, positions and
// cancellation come from the ring.
func Example_newVerb() {
	stats, err := pipeline.Run(context.Background(), pipeline.Config{
		Inputs: []pipeline.Input{{Name: "@hiho", Open: func() (pipeline.Source, error) {
			return corpus.Open("@hiho", corpus.Options{})
		}}},
		Output:    os.Stdout,
		NewWorker: func() (pipeline.Worker, error) { return clueCounter{}, nil },
	})
	fmt.Println(stats.Solved, "counted", err)
	// Output:
	// 25
	// 1 counted <nil>
}
