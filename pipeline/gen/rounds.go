package gen

import (
	"context"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// defaultKept is how many bytes of puzzles are kept for further rounds, so that
// few puzzles need not be read again and again.
const defaultKept = 32 << 20

// sentAtOnce is how many of the puzzles that were read make a unit, at most.
const sentAtOnce = 512

// A kept is puzzles of one form.
type kept struct {
	to    formats.Form
	cells []uint8
}

// A roundSum is what a round gave: each further one must give the same, or the
// inputs have changed meanwhile.
type roundSum struct {
	puzzles uint64
	form    formats.Form // of the last puzzle
	digest  xxhash.Digest
}

// add adds puzzles. How they are parted makes no difference.
func (s *roundSum) add(form formats.Form, cells []uint8) {
	if len(cells) == 0 {
		return
	}
	if form != s.form {
		s.form = form
		_, _ = s.digest.Write([]byte{byte(form.Kind), byte(form.Order)}) // never fails
	}
	_, _ = s.digest.Write(cells)
	s.puzzles += uint64(len(cells) / (form.Order * form.Order))
}

// same returns an error if a further round gave something else than the first.
func (s *roundSum) same(first *roundSum) error {
	const hint = "the inputs have changed, or cannot be read twice, as standard input"
	switch {
	case s.puzzles != first.puzzles:
		return fmt.Errorf("reading the inputs again gave %d puzzles, and before %d: %s", s.puzzles, first.puzzles, hint)
	case s.digest.Sum64() != first.digest.Sum64():
		return fmt.Errorf("reading the inputs again gave other puzzles than before: %s", hint)
	}
	return nil
}

// sendRounds sends the puzzles of the inputs, round by round, until there are
// enough.
func (f *feed) sendRounds(ctx context.Context) error {
	f.room = f.cfg.maxKept
	if f.room == 0 {
		f.room = defaultKept
	}
	if f.cfg.Count == 0 {
		return f.findForm(ctx)
	}
	var first roundSum
	first.digest.Reset()
	err := f.readRound(ctx, &first, true)
	switch {
	case errors.Is(err, pipeline.ErrEnough) || err == nil && f.read.Unreadable == len(f.cfg.Inputs):
		return nil
	case err == nil && first.puzzles == 0:
		err = errors.New("no puzzles to make isomorphs of")
	}
	for err == nil && f.sent < f.cfg.Count {
		err = f.sendRound(ctx, &first)
	}
	return err
}

// findForm finds the form of the inputs where no puzzle is to be made.
func (f *feed) findForm(ctx context.Context) (err error) {
	cfg := f.reading()
	cfg.OnUnreadable = f.cfg.OnUnreadable
	cfg.Range = pipeline.Range{Last: -1}
	cfg.OnForm = func(o pipeline.Opened) { f.form = o.To.Plain() }
	f.read, err = pipeline.Each(ctx, cfg, nil)
	return err
}

// reading is how the inputs are read.
func (f *feed) reading() pipeline.Config {
	return pipeline.Config{Inputs: f.cfg.Inputs, From: f.cfg.From, Hints: f.cfg.Hints, To: f.cfg.To, BatchBytes: f.cfg.BatchBytes}
}

// sendRound sends all puzzles once more, or as many as there are to be: those
// that were kept, or what the inputs hold.
func (f *feed) sendRound(ctx context.Context, first *roundSum) error {
	if f.skip >= f.sent+first.puzzles { // none of them is to be made
		f.sent += first.puzzles
		return nil
	}
	if f.room < 0 {
		var sum roundSum
		sum.digest.Reset()
		if err := f.readRound(ctx, &sum, false); err != nil {
			return err
		}
		return sum.same(first)
	}
	for _, k := range f.kept {
		if err := f.sendAll(ctx, k.to, k.cells, false); err != nil {
			if errors.Is(err, pipeline.ErrEnough) {
				return nil
			}
			return err
		}
	}
	return nil
}

// readRound sends what the inputs hold, and sums it up. The first round ends with
// pipeline.ErrEnough where that is enough; further ones go on to the end of the
// inputs, because it takes all of them to know that they are the same. What is read
// once more is not counted again.
func (f *feed) readRound(ctx context.Context, sum *roundSum, isFirst bool) error {
	cfg := f.reading()
	if isFirst {
		cfg.OnFault, cfg.OnUnreadable, cfg.Progress = f.cfg.OnFault, f.cfg.OnUnreadable, f.cfg.Progress
		cfg.OnForm, cfg.OnEmpty = f.opened, f.cfg.OnEmpty
	}
	stats, err := pipeline.Each(ctx, cfg, func(b *pipeline.Batch, _ pipeline.Place) error {
		cells, to := b.Records.Cells, b.To.Plain()
		sum.add(to, cells)
		if isFirst {
			f.keep(to, cells)
		}
		err := f.sendAll(ctx, to, cells, b.Live)
		if !isFirst && errors.Is(err, pipeline.ErrEnough) {
			return nil
		}
		return err
	})
	if isFirst {
		f.read = stats
		return err
	}
	f.read.Reading += stats.Reading
	f.read.Unchecked = stats.Unchecked
	return err
}

// opened says what of an input isomorphs do not have.
func (f *feed) opened(o pipeline.Opened) {
	if f.cfg.OnForm == nil {
		return
	}
	o.To = o.To.Plain()
	if _, lost, err := o.From.Target(formats.Line, nil, formats.Form{}); err == nil { // puzzles alone
		o.Lost = lost
	}
	f.cfg.OnForm(o)
}

// keep keeps puzzles for further rounds, while there is room.
func (f *feed) keep(to formats.Form, cells []uint8) {
	if len(cells) == 0 {
		return
	}
	if f.room -= len(cells); f.room < 0 {
		f.kept = nil
		return
	}
	if last := len(f.kept) - 1; last >= 0 && f.kept[last].to == to {
		f.kept[last].cells = append(f.kept[last].cells, cells...)
		return
	}
	f.kept = append(f.kept, kept{to, append([]uint8(nil), cells...)})
}

// sendAll sends puzzles in units, or pipeline.ErrEnough where that makes enough.
func (f *feed) sendAll(ctx context.Context, to formats.Form, cells []uint8, live bool) error {
	size := to.Order * to.Order
	if f.sent == 0 {
		f.form = to
	}
	for len(cells) > 0 {
		n := min(len(cells)/size, sentAtOnce)
		if left := f.cfg.Count - f.sent; uint64(n) > left {
			n = int(left)
		}
		if n == 0 {
			return pipeline.ErrEnough
		}
		if f.sent < f.skip {
			n = min(n, int(min(f.skip-f.sent, sentAtOnce)))
			f.sent += uint64(n)
			cells = cells[n*size:]
			continue
		}
		if err := f.send(ctx, to, n, cells[:n*size], live); err != nil {
			return err
		}
		cells = cells[n*size:]
	}
	return nil
}
