package pipeline

import (
	"context"
	"io"
)

// Each reads the records of cfg.Inputs, decoded and in order, without doing
// anything with them but show them to do, a batch at a time; do must not keep
// the batch, and its error ends the reading. Of cfg the fields about workers,
// answers and the output do not matter.
func Each(ctx context.Context, cfg Config, do func(*Batch, Place) error) (Stats, error) {
	cfg.NewWorker = func() (Worker, error) { return decoder{}, nil }
	cfg.Jobs, cfg.Output, cfg.OnBatch = 1, io.Discard, do
	return Run(ctx, cfg)
}

// A decoder is a worker that only decodes.
type decoder struct{}

func (decoder) Work(_ context.Context, b *Batch) {
	b.From.Decode(&b.Records, b.Text)
	b.Counts.Malformed = int64(len(b.Records.Faults))
	b.Done()
}

func (decoder) Flush(context.Context) {}
