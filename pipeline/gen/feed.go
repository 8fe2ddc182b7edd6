package gen

import (
	"context"
	"runtime"

	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A feed cuts the work into units, and sends these round the ring.
type feed struct {
	to     *pipeline.Sender
	read   pipeline.Stats // of the inputs
	skip   uint64         // rows still to come that this run leaves out: another share or an earlier run has them
	left   uint64         // rows to make after these
	headed bool           // an earlier run wrote the header
	begun  bool           // the first unit was taken

	unit  *unit // being filled; nil: none
	batch *pipeline.Batch
}

// newFeed returns a feed for the rows from first to end-1, except for rows that an earlier run
// has made.
func newFeed(cfg *pipeline.Config, first, end uint64) feed {
	f := feed{skip: first, left: end - first}
	if start := cfg.Start; start != nil {
		done := min(uint64(start.Records), f.left)
		f.skip, f.left, f.headed = f.skip+done, f.left-done, start.Stats.TextOut > 0
	}
	return f
}

// run runs a ring whose units fill sends. The statistics include reading the inputs.
func (f *feed) run(ctx context.Context, cfg pipeline.Config, unitsPerJob int, fill func(context.Context) error) (pipeline.Stats, error) {
	if cfg.Jobs <= 0 {
		cfg.Jobs = runtime.GOMAXPROCS(0)
	}
	cfg.Batches = unitsPerJob*cfg.Jobs + 2
	cfg.Feed = &pipeline.Feed{Name: "puzzles", Run: func(ctx context.Context, to *pipeline.Sender) error {
		f.to = to
		return fill(ctx)
	}}
	stats, err := pipeline.Run(ctx, cfg)
	stats.Malformed += f.read.Malformed
	stats.Unreadable, stats.Faults = f.read.Unreadable, f.read.Faults
	stats.BytesIn, stats.TextIn, stats.Reading = f.read.BytesIn, f.read.TextIn, f.read.Reading
	stats.Unchecked, stats.Unverified = f.read.Unchecked, f.read.Unverified
	return stats, err
}

// reading returns the config for reading the inputs of a run within a feed, with one worker.
func reading(cfg *pipeline.Config) pipeline.Config {
	r := *cfg
	r.Output, r.Pool, r.Range, r.Start = nil, nil, pipeline.Range{}, nil
	r.Jobs, r.Batches = 1, 0
	r.OnBatch, r.OnCheckpoint, r.OnEnd, r.OnUnread = nil, nil, nil, nil
	return r
}

// take takes a batch for a unit. The first unit gets the header, unless an earlier run wrote
// it.
func (f *feed) take(ctx context.Context, header func() []byte) (err error) {
	if f.batch, err = f.to.Take(ctx); err != nil {
		return err
	}
	f.unit = unitOf(f.batch)
	f.unit.reset()
	if !f.begun {
		f.begun = true
		if text := header(); !f.headed {
			f.unit.header = text
		}
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
