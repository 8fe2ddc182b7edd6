package gen

import (
	"context"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A feed sends units round the ring.
type feed struct {
	cfg  *Config
	to   *pipeline.Sender
	skip uint64       // puzzles that are not made: those of other shares, or made before the run was stopped
	sent uint64       // those included
	form formats.Form // of the first puzzle of all

	read pipeline.Stats // of the inputs
	kept []kept
	room int // bytes that may still be kept; less than 0: they were too many
}

// run sends units until there are enough.
func (f *feed) run(ctx context.Context, to *pipeline.Sender) (err error) {
	f.to = to
	if f.cfg.Inputs != nil {
		err = f.sendRounds(ctx)
	} else {
		err = f.sendNew(ctx)
	}
	if err == nil && f.cfg.Count == f.cfg.First && f.form.Kind != 0 && (f.cfg.Start == nil || f.cfg.Start.Stats.TextOut == 0) {
		return f.send(ctx, f.form, 0, nil, false) // the header alone
	}
	if f.cfg.Start != nil && f.form.Kind != 0 { // the first unit was sent before the run was stopped
		f.announce(f.form)
	}
	return err
}

// sendNew sends units of new puzzles.
func (f *feed) sendNew(ctx context.Context) error {
	form, err := f.cfg.form()
	if err != nil {
		return err
	}
	f.form = form
	f.sent = min(f.skip, f.cfg.Count)
	for f.sent < f.cfg.Count {
		n := min(uint64(unitSizes[form.Order]), f.cfg.Count-f.sent)
		// New puzzles take their time: each unit goes on its way at once.
		if err := f.send(ctx, form, int(n), nil, true); err != nil {
			return err
		}
	}
	return nil
}

// send sends one unit; of puzzles to make others of it sends a copy. Live says
// that the next one may be long in coming.
func (f *feed) send(ctx context.Context, to formats.Form, count int, cells []uint8, live bool) error {
	b, err := f.to.Take(ctx)
	if err != nil {
		return err
	}
	u := unitOf(b)
	u.first, u.count, u.to, u.head = f.sent, count, to, nil
	if f.sent == f.cfg.First {
		u.head = f.announce(to)
	}
	u.cells = append(u.cells[:0], cells...)
	b.Live = live
	f.sent += uint64(count)
	f.to.Send(b)
	return nil
}

// announce says what is ahead of the puzzles, the first of which has a form.
func (f *feed) announce(form formats.Form) (header []byte) {
	header = Header(form, f.cfg.Count-f.cfg.First)
	if f.cfg.OnHeader != nil {
		f.cfg.OnHeader(header, f.form)
	}
	return header
}
