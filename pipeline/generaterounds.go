package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats"
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

// errEnough ends the reading of inputs.
var errEnough = errors.New("enough puzzles")

// sendRounds sends the puzzles of the inputs, round by round, until there are
// enough.
func (f *unitFeed) sendRounds(ctx context.Context) error {
	f.room = f.cfg.maxKept
	if f.room == 0 {
		f.room = defaultKept
	}
	first := uint64(0) // puzzles of a round
	for round := 0; f.sent < f.cfg.Count; round++ {
		before := f.sent
		err := f.sendRound(ctx, round)
		if errors.Is(err, errEnough) || err == nil && f.read.Unreadable == len(f.cfg.Inputs) {
			return nil
		}
		if err != nil {
			return err
		}
		switch n := f.sent - before; {
		case round == 0 && n == 0:
			return errors.New("no puzzles to make isomorphs of")
		case round == 0:
			first = n
		case n != first:
			return fmt.Errorf("reading the inputs again gave %d puzzles, and before %d (standard input cannot be read twice)", n, first)
		}
	}
	return nil
}

// end ends the output, behind all units that were sent, with an error.
func (f *unitFeed) end(ctx context.Context, reason error) error {
	err := f.ring.sendEnd(ctx, reason)
	if errors.Is(err, errBroken) {
		return nil // the sink meets the reason in its turn
	}
	return err
}

// sendRound sends all puzzles once: those that were kept, or what the inputs
// hold.
func (f *unitFeed) sendRound(ctx context.Context, round int) error {
	if round > 0 && f.room >= 0 {
		for _, k := range f.kept {
			if err := f.sendAll(ctx, k.to, k.cells, false); err != nil {
				return err
			}
		}
		return nil
	}
	cfg := Config{
		Inputs: f.cfg.Inputs, Output: io.Discard, Jobs: 1, From: f.cfg.From, To: f.cfg.To,
		NewWorker: CheckWorkers(CheckOptions{SkipSolving: true}),
		OnBatch: func(b *Batch, _ Place) error {
			b.Counts = Counts{Malformed: b.Counts.Malformed}
			if round == 0 {
				f.keep(b.To, b.Records.Cells)
			}
			return f.sendAll(ctx, b.To, b.Records.Cells, b.live)
		},
	}
	if round == 0 {
		cfg.OnFault, cfg.OnUnreadable, cfg.Progress = f.cfg.OnFault, f.cfg.OnUnreadable, f.cfg.Progress
	}
	stats, err := Run(ctx, cfg)
	if round == 0 {
		f.read = stats
		return err
	}
	f.read.BytesIn += stats.BytesIn
	f.read.TextIn += stats.TextIn
	f.read.Reading += stats.Reading
	f.read.Unchecked = stats.Unchecked
	return err
}

// keep keeps puzzles for further rounds, while there is room.
func (f *unitFeed) keep(to formats.Form, cells []uint8) {
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

// sendAll sends puzzles in units, or errEnough where that makes enough.
func (f *unitFeed) sendAll(ctx context.Context, to formats.Form, cells []uint8, live bool) error {
	size := to.Order * to.Order
	for len(cells) > 0 {
		n := min(len(cells)/size, sentAtOnce)
		if left := f.cfg.Count - f.sent; uint64(n) > left {
			n = int(left)
		}
		if n == 0 {
			return errEnough
		}
		if err := f.send(ctx, to, n, cells[:n*size], live); err != nil {
			return err
		}
		cells = cells[n*size:]
	}
	return nil
}
