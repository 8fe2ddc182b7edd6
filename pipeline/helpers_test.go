package pipeline_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/pipeline/solve"
	"github.com/sudokubatch/sudokubatch/solver"
)

var noOptions solver.Options

// A writerFunc is an io.Writer that is a function.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

var errDisk = errors.New("disk full")

// A workFunc is a Worker that is a function.
type workFunc func(ctx context.Context, b *pipeline.Batch)

func (f workFunc) Work(ctx context.Context, b *pipeline.Batch) {
	f(ctx, b)
	b.Done()
}

func (workFunc) Flush(context.Context) {}

// workers makes every worker the same function.
func workers(f workFunc) func() (pipeline.Worker, error) {
	return func() (pipeline.Worker, error) { return f, nil }
}

// copyText decodes a batch and answers with its text.
func copyText(_ context.Context, b *pipeline.Batch) {
	b.From.Decode(&b.Records, b.Text)
	b.Counts.Solved += int64(b.Records.N - len(b.Records.Faults))
	b.Counts.Malformed += int64(len(b.Records.Faults))
	b.Out = append(b.Out, b.Text...)
}

// copyRecords leaves out the text between records, which may be in a batch or in none.
func copyRecords(ctx context.Context, b *pipeline.Batch) {
	copyText(ctx, b)
	b.Out = b.Out[:0]
	for _, span := range b.From.Spans(nil, b.Text) {
		b.Out = append(append(b.Out, bytes.TrimRight(b.Text[span.From:span.To], "\n")...), '\n')
	}
}

// run runs inputs with what cfg says; the workers are solving ones if it does
// not say.
func run(ctx context.Context, cfg pipeline.Config, inputs ...pipeline.Input) pipetest.Outcome {
	if cfg.NewWorker == nil {
		cfg.NewWorker = solve.Workers(noOptions, pipeline.Mark)
	}
	return pipetest.Run(ctx, cfg, inputs...)
}

// mustRun is run where nothing may fail.
func mustRun(t *testing.T, cfg pipeline.Config, inputs ...pipeline.Input) pipetest.Outcome {
	t.Helper()
	o := run(t.Context(), cfg, inputs...)
	if o.Err != nil {
		t.Fatalf("Run: %v", o.Err)
	}
	return o
}
