package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// threeTimes answers a batch with its text, three times. It has the sink call more for the last two.
func threeTimes(more func(b *pipeline.Batch, call int)) func() (pipeline.Worker, error) {
	return workers(func(ctx context.Context, b *pipeline.Batch) {
		copyText(ctx, b)
		call := 1
		b.More = func() bool {
			call++
			more(b, call)
			return call < 3
		}
	})
}

// TestMoreEnds ends runs while the sink appends answers.
func TestMoreEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	errBad := errors.New("bad")
	for name, c := range map[string]struct {
		end       func(*pipeline.Batch)
		out, want string
	}{
		"cancelled": {func(*pipeline.Batch) { cancel() }, "a\nb\n", "context canceled"},
		"failed":    {func(b *pipeline.Batch) { b.Fail(0, errBad) }, "a\nb\nc\n", "in: record 1: bad"},
		"panic":     {func(*pipeline.Batch) { panic("a bug") }, "a\nb\n", "in: after record 0: panic: a bug"},
	} {
		used := t.Context()
		if name == "cancelled" {
			used = ctx
		}
		cfg := pipeline.Config{Jobs: 2, NewWorker: threeTimes(func(b *pipeline.Batch, call int) {
			if call == 3 {
				c.end(b)
			}
			b.Out = fmt.Appendf(b.Out, "%c\n", 'a'+call-1)
		})}
		o := run(used, cfg, pipetest.Text("in", pipetest.Puzzle9+"\n"))
		if got := strings.Replace(o.Out, pipetest.Puzzle9, "a", 1); got != c.out || o.Err == nil || !strings.HasPrefix(o.Err.Error(), c.want) {
			t.Errorf("%s: %v, %q", name, o.Err, got)
		}
	}
}
