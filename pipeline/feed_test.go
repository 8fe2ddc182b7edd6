package pipeline_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TestFeed has a feed send numbers, and end well or not: what it sent is done in
// order, and its error ends the run after that.
func TestFeed(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	write := workers(func(_ context.Context, b *pipeline.Batch) {
		b.Out = strconv.AppendInt(b.Out, int64(b.Slot.(int)), 10)
		b.Records.N = 1
		b.Counts.Solved = 1
	})
	for _, jobs := range []int{1, 3} {
		for _, want := range []error{nil, broken} {
			feed := &pipeline.Feed{Name: "numbers", Run: func(ctx context.Context, to *pipeline.Sender) error {
				for i := range 10 {
					b, err := to.Take(ctx)
					if err != nil {
						return err
					}
					b.Slot = i
					to.Send(b)
				}
				return want
			}}
			o := run(t.Context(), pipeline.Config{Feed: feed, Jobs: jobs, NewWorker: write})
			if !errors.Is(o.Err, want) || o.Out != "0123456789" || o.Stats.Solved != 10 {
				t.Errorf("%d jobs: %q, %+v, %v, want %v", jobs, o.Out, o.Stats.Counts, o.Err, want)
			}
		}
	}
}
