package augment

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// TurnsConfig says what Turns is to make. Of the pipeline's Config it ignores NewWorker, Start and
// the hooks but OnForm, OnFault, OnEmpty and OnUnreadable, which it calls in the first round, and
// OnIdle. Opened.Lost lists all columns but the puzzle's.
type TurnsConfig struct {
	pipeline.Config
	// Count is the number of isomorphs of all shares.
	Count uint64
	// First is the number of isomorphs to leave out at the beginning. A share makes isomorphs First
	// to Count-1 and has its own header, see OnHeader.
	First uint64
	Seed  uint64

	// OnHeader, if not nil, is called with the header of the share and the form of the first
	// puzzle, unless there is no puzzle.
	OnHeader func(header []byte, first bulk.Form)

	// For tests; zero values are the default.
	maxKept   int // bytes of puzzles to keep for further rounds
	newWorker func(*TurnsConfig) (pipeline.Worker, error)
}

// check reports settings that contradict each other.
func (cfg *TurnsConfig) check() error {
	switch {
	case cfg.First > cfg.Count:
		return fmt.Errorf("a share from puzzle %d ends at puzzle %d", cfg.First, cfg.Count)
	case len(cfg.Inputs) == 0:
		return errors.New("no inputs to make isomorphs of")
	case cfg.To != 0 && !cfg.To.CanWrite():
		return fmt.Errorf("puzzles cannot be written in the form %v", cfg.To)
	}
	return nil
}

// turnsPerJob is the number of units of puzzles in the ring per worker.
const turnsPerJob = 8

// Turns makes random isomorphs of the inputs' puzzles, in turn, round after round. Up to 32 MiB of
// puzzles are kept in memory; more are read again in each round, which must give the same puzzles.
//
// The isomorphs depend neither on the number of workers nor on time. Turns returns as pipeline.Run
// does; the statistics count the isomorphs as solved. The form Hiho begins with the number of
// puzzles, so that it can be read again.
func Turns(ctx context.Context, cfg TurnsConfig) (pipeline.Stats, error) {
	if err := cfg.check(); err != nil {
		return pipeline.Stats{}, err
	}
	if cfg.newWorker == nil {
		cfg.newWorker = func(cfg *TurnsConfig) (pipeline.Worker, error) { return newWorker(cfg.Seed), nil }
	}
	f := puzzleFeed{feed: feed{skip: cfg.First, left: cfg.Count - cfg.First}, cfg: &cfg}
	run := cfg.Config
	run.NewWorker = func() (pipeline.Worker, error) { return cfg.newWorker(&cfg) }
	run.Hooks = pipeline.Hooks{OnIdle: cfg.OnIdle}
	return f.run(ctx, run, turnsPerJob, f.fill)
}

// A puzzleFeed sends units of the inputs' puzzles, round by round, with the numbers of their
// isomorphs.
type puzzleFeed struct {
	feed
	cfg    *TurnsConfig
	number uint64    // number of the next isomorph, from 0
	form   bulk.Form // form of the first puzzle of all shares

	kept []kept
	room int // bytes that may still be kept; less than 0: the puzzles were too many
}

// fill sends units until there are enough puzzles.
func (f *puzzleFeed) fill(ctx context.Context) error {
	err := f.sendRounds(ctx)
	if err == nil && !f.begun && f.form.Kind != 0 { // no isomorph is made
		if err = f.takeUnit(ctx, f.form); err == nil {
			f.send(false)
		}
	}
	return err
}

// header announces and returns the header of the puzzles.
func (f *puzzleFeed) header() []byte {
	header := f.form.AppendCountedHeader(nil, f.cfg.Count-f.cfg.First)
	if f.cfg.OnHeader != nil {
		f.cfg.OnHeader(header, f.form)
	}
	return header
}

// takeUnit takes a batch for puzzles of a form.
func (f *puzzleFeed) takeUnit(ctx context.Context, to bulk.Form) error {
	if err := f.take(ctx, f.header); err != nil {
		return err
	}
	f.unit.to = to
	return nil
}

// defaultKept is the number of bytes of puzzles to keep, so that few puzzles need not be read
// again and again.
const defaultKept = 32 << 20

// sentAtOnce is the most puzzles of the inputs in a unit.
const sentAtOnce = 512

// A kept holds puzzles of one form.
type kept struct {
	to    bulk.Form
	cells []uint8
}

// A roundSum sums up a round. Every further round must give the same sum, or the inputs have
// changed.
type roundSum struct {
	puzzles uint64
	form    bulk.Form // form of the last puzzle
	digest  xxhash.Digest
}

// add adds puzzles. The sum does not depend on how they are divided.
func (s *roundSum) add(form bulk.Form, cells []uint8) {
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

// same returns an error if a further round gave other puzzles than the first.
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

// sendRounds sends the puzzles of the inputs, round by round, until there are enough.
func (f *puzzleFeed) sendRounds(ctx context.Context) error {
	f.room = cmp.Or(f.cfg.maxKept, defaultKept)
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
	for err == nil && f.skip+f.left > 0 {
		err = f.sendRound(ctx, &first)
	}
	return err
}

// findForm finds the form of the inputs if no puzzle is to be made.
func (f *puzzleFeed) findForm(ctx context.Context) (err error) {
	cfg := reading(&f.cfg.Config)
	cfg.Hooks = pipeline.Hooks{
		OnUnreadable: f.cfg.OnUnreadable,
		OnForm:       func(o pipeline.Opened) { f.form = o.To.Plain() },
	}
	cfg.Range = pipeline.Range{Last: -1}
	f.read, err = pipeline.Each(ctx, cfg, nil)
	return err
}

// sendRound sends one more round, from memory or from the inputs, until there are enough
// puzzles.
func (f *puzzleFeed) sendRound(ctx context.Context, first *roundSum) error {
	if f.skip >= first.puzzles { // the round is left out
		f.skip -= first.puzzles
		f.number += first.puzzles
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

// readRound sends the puzzles of the inputs, and sums them up. The first round ends with
// pipeline.ErrEnough once there are enough. Further rounds read the inputs to their ends, to
// compare the sums. Statistics count only the first round.
func (f *puzzleFeed) readRound(ctx context.Context, sum *roundSum, isFirst bool) error {
	cfg := reading(&f.cfg.Config)
	cfg.OnForm, cfg.OnLoss = f.opened, nil
	if !isFirst {
		cfg.Hooks, cfg.Progress = pipeline.Hooks{}, nil
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

// opened calls OnForm with the columns that isomorphs do not have.
func (f *puzzleFeed) opened(o pipeline.Opened) {
	if f.cfg.OnForm == nil {
		return
	}
	o.To = o.To.Plain()
	if _, lost, err := o.From.Target(bulk.Line, nil, bulk.Form{}); err == nil { // puzzles alone
		o.Lost = lost
	}
	f.cfg.OnForm(o)
}

// keep keeps puzzles for further rounds, while there is room.
func (f *puzzleFeed) keep(to bulk.Form, cells []uint8) {
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

// sendAll sends puzzles in units. It returns pipeline.ErrEnough once there are enough.
func (f *puzzleFeed) sendAll(ctx context.Context, to bulk.Form, cells []uint8, live bool) error {
	size := to.Order * to.Order
	if f.number == 0 && len(cells) > 0 {
		f.form = to
	}
	for len(cells) > 0 {
		n := min(len(cells)/size, sentAtOnce)
		switch {
		case f.skip > 0:
			n = int(min(uint64(n), f.skip))
			f.skip -= uint64(n)
		case f.left == 0:
			return pipeline.ErrEnough
		default:
			if err := f.takeUnit(ctx, to); err != nil {
				return err
			}
			n = int(min(uint64(n), f.left))
			f.left -= uint64(n)
			f.unit.count, f.unit.first = n, f.number
			f.unit.cells = append(f.unit.cells, cells[:n*size]...)
			f.send(live)
		}
		f.number += uint64(n)
		cells = cells[n*size:]
	}
	return nil
}
