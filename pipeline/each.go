package pipeline

import "context"

// Each decodes the records of cfg.Inputs in order and calls do with each batch;
// do must not keep the batch, and its error ends the reading. Of cfg it ignores
// NewWorker, Jobs (it uses one worker), Output and OnBatch. To only sets the
// batches' To; one that an input's order does not have ends the reading, as in
// Run. Of the records, the statistics count those that are malformed; do may count
// others in the batch's Counts.
func Each(ctx context.Context, cfg Config, do func(*Batch, Place) error) (Stats, error) {
	cfg.NewWorker = func() (Worker, error) { return decoder{}, nil }
	cfg.Jobs, cfg.Output, cfg.OnBatch = 1, nil, do
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
