package gen

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A feed sends units of numbered puzzles round the ring.
type feed struct {
	cfg    *Config
	form   bulk.Form
	number uint64 // number of the next puzzle, from 0
	left   uint64 // puzzles to make from this one on
	headed bool   // an earlier run wrote the header
	beyond bool   // an earlier run made more puzzles
}

// newFeed returns a feed for the puzzles from First to Count-1, except for puzzles that an earlier
// run has made.
func newFeed(cfg *Config) (*feed, error) {
	form, err := cfg.form()
	f := &feed{cfg: cfg, form: form, number: cfg.First, left: cfg.Count - cfg.First}
	if start := cfg.Start; start != nil {
		done := min(uint64(start.Records), f.left)
		f.number, f.left, f.headed, f.beyond = f.number+done, f.left-done, start.Stats.TextOut > 0, uint64(start.Records) > f.left
		if p := cfg.Progress; p != nil {
			p.Made.Store(int64(done))
		}
	}
	return f, err
}

// unitSize returns the number of puzzles in a unit: enough to hide the cost of passing units, few enough to keep all
// workers busy. If a puzzle is likely to be given up, the first shall not wait for others.
func (cfg *Config) unitSize() uint64 {
	switch {
	case cfg.rare():
		return 1
	case cfg.Options.Order > 9:
		return 8
	}
	return 64
}

// rare reports whether a puzzle may take more tries than are allowed.
func (cfg *Config) rare() bool {
	tries, _ := cfg.Options.TriesEach()
	return tries > uint64(cfg.Options.Tries())/10
}

// run sends the header in the first unit, and all puzzles. Each unit goes at once, as puzzles take
// their time.
func (f *feed) run(ctx context.Context, to *pipeline.Sender) error {
	if f.beyond {
		return pipeline.ErrUnreached
	}
	header := f.form.AppendCountedHeader(nil, f.cfg.Count-f.cfg.First)
	if f.cfg.OnHeader != nil {
		f.cfg.OnHeader(header, f.form)
	}
	if f.headed {
		header = nil
	}
	for f.left > 0 || len(header) > 0 {
		b, err := to.Take(ctx)
		if err != nil {
			return err
		}
		u := unitOf(b)
		n := min(f.cfg.unitSize(), f.left)
		u.header, u.to, u.count, u.first = header, f.form, int(n), f.number
		b.Tasks, b.Live = u, n > 0
		f.number, f.left, header = f.number+n, f.left-n, nil
		to.Send(b)
	}
	return nil
}
