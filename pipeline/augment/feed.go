package augment

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A feed cuts the work into units, and sends these round the ring.
type feed struct {
	to    *pipeline.Sender
	read  pipeline.Stats // of the inputs
	skip  uint64         // rows still to come that another share has
	left  uint64         // rows to make after these
	begun bool           // the first unit was taken

	unit  *unit // being filled; nil: none
	batch *pipeline.Batch
}

// run runs a ring with unitsPerJob batches for each worker, whose units fill sends. The statistics include reading
// the inputs.
func (f *feed) run(ctx context.Context, cfg pipeline.Config, unitsPerJob int, fill func(context.Context) error) (pipeline.Stats, error) {
	cfg.Feed = &pipeline.Feed{Name: "puzzles", PerJob: unitsPerJob, Run: func(ctx context.Context, to *pipeline.Sender) error {
		f.to = to
		return fill(ctx)
	}}
	stats, err := pipeline.Run(ctx, cfg)
	inputs := f.read
	inputs.Elapsed, inputs.TextOut = 0, 0 // the run read meanwhile, and wrote nothing of it
	stats.Join(&inputs)
	return stats, err
}

// reading returns the config for reading the inputs of a run within a feed, with one worker.
func reading(cfg *pipeline.Config) pipeline.Config {
	r := *cfg
	r.Output, r.Pool, r.OnBatch, r.OnIdle, r.OnUnread, r.Stretch = nil, nil, nil, nil, nil, pipeline.Stretch{}
	r.Jobs = 1
	return r
}

// take takes a batch for a unit. The first unit gets the header.
func (f *feed) take(ctx context.Context, header func() []byte) (err error) {
	if f.batch, err = f.to.Take(ctx); err != nil {
		return err
	}
	f.unit = pipeline.SlotOf[unit](f.batch)
	f.batch.Tasks = f.unit
	f.unit.reset()
	if !f.begun {
		f.begun = true
		f.unit.header = header()
	}
	return nil
}

// send sends the unit, if there is one. With live the next unit may be long in coming.
func (f *feed) send(live bool) {
	if f.unit == nil {
		return
	}
	f.batch.Live = live
	f.to.Send(f.batch)
	f.unit, f.batch = nil, nil
}
