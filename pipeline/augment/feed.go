package augment

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/feeding"
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

// run runs a ring whose units fill sends. The statistics include reading the inputs.
func (f *feed) run(ctx context.Context, cfg pipeline.Config, unitsPerJob int, fill func(context.Context) error) (pipeline.Stats, error) {
	return feeding.Run(ctx, cfg, unitsPerJob, &f.read, func(ctx context.Context, to *pipeline.Sender) error {
		f.to = to
		return fill(ctx)
	})
}

// reading returns the config for reading the inputs of a run within a feed, with one worker.
func reading(cfg *pipeline.Config) pipeline.Config {
	r := feeding.Reading(cfg)
	r.OnUnread = nil
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
