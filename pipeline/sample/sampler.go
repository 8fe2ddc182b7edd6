package sample

// This file chooses rows in input order, and writes rows that can be chosen only at the end.

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
)

// A sampler receives the rows of the workers in input order, and chooses.
type sampler struct {
	cfg           *Config
	rows, written int64      // well-formed, and chosen
	sizes         draw.Sizes // of the rows of a share
	summary       Summary
	inputs        rows.Inputs
	err           error
	below         uint64 // points of a share are below it

	kept     *later.Least // rows that a number may take; nil: no number is asked for
	shuffled *later.Ordered
	order    draw.Sequence
	place    [8]byte

	out *later.Out // after the end of the pipeline
}

func newSampler(cfg *Config) (s *sampler, err error) {
	s = &sampler{cfg: cfg, out: later.NewOut(cfg.Output)}
	store := &later.Store{Memory: cfg.Memory, Dir: cfg.TempDir, Progress: cfg.Progress}
	if cfg.Shuffle {
		s.shuffled = later.NewOrdered(store.Part(3, 4))
		s.order = draw.NewSequence(cfg.Seed, "sample shuffle "+cfg.Wish.String())
		store = store.Part(1, 4)
	}
	switch {
	case cfg.Wish.Fraction != nil:
		s.below = draw.End(cfg.Wish.Fraction)
	case cfg.Wish.Count > 0:
		s.kept, err = later.NewLeast(store, cfg.Wish.Count)
	}
	return s, err
}

// close removes the temporary files.
func (s *sampler) close() {
	if s.kept != nil {
		s.kept.Close()
	}
	if s.shuffled != nil {
		s.shuffled.Close()
	}
}

// opened receives the form of the next input.
func (s *sampler) opened(o pipeline.Opened) {
	s.inputs.Opened(o)
	switch {
	case s.err != nil:
	case s.inputs.Err() != nil:
		s.err = s.inputs.Err()
	case s.cfg.Wish.By != "":
		if err := columns.NewReader(s.cfg.Wish.By).Check(o.From); err != nil {
			s.err = fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	if s.cfg.OnForm != nil {
		s.cfg.OnForm(o)
	}
}

// batch receives the rows of a batch. Chosen rows stay in the batch, and others are kept or
// dropped.
func (s *sampler) batch(b *pipeline.Batch, _ pipeline.Place) error {
	if s.err != nil {
		return s.err
	}
	slot := pipeline.SlotOf[slot](b)
	out := b.Out[:0]
	for i := range slot.ends {
		row := rows.Pieces{Text: b.Out, Ends: slot.ends}.Of(i)
		s.rows++
		switch {
		case s.kept != nil:
			if err := s.keep(slot, i, row); err != nil {
				return err
			}
		case s.cfg.Wish.Fraction != nil && !s.inShare(slot.points[i]):
		case s.shuffled != nil:
			if err := s.shuffle(row); err != nil {
				return err
			}
		default:
			s.written++
			out = append(out, row...) // which lies behind
		}
	}
	b.Out = out
	return nil
}

func (s *sampler) inShare(point uint64) bool {
	s.sizes.Add(point)
	return point < s.below || s.cfg.Wish.Fraction.IsInt() // 1
}

// keep keeps a row that a number may take.
func (s *sampler) keep(slot *slot, i int, row []byte) error {
	var class draw.Digest
	var value []byte
	if s.cfg.Wish.By != "" {
		if class, value = slot.classes[i], slot.values.Of(i); len(value) == 0 {
			s.summary.NoClass++
			return nil
		}
	}
	return s.kept.Add(later.Key(class), value, slot.points[i], row)
}

// shuffle gives a chosen row its place.
func (s *sampler) shuffle(row []byte) error {
	binary.BigEndian.PutUint64(s.place[:], s.order.Of(uint64(s.written)))
	s.written++
	return s.shuffled.Add(s.place[:], row)
}

// finish chooses among the kept rows, and writes what was not written yet.
func (s *sampler) finish(ctx context.Context) error {
	if s.err != nil { // of an input without records
		return s.err
	}
	if err := s.checkShare(); err != nil {
		return err
	}
	if s.kept != nil {
		if err := s.choose(ctx); err != nil {
			return err
		}
		put := s.write
		if s.shuffled != nil {
			put = s.shuffle
		}
		if err := s.kept.Finish(ctx, put); err != nil {
			return err
		}
	}
	if s.shuffled != nil {
		if err := s.shuffled.Finish(ctx, "shuffling", s.out.Put); err != nil {
			return err
		}
	}
	s.summary.Written = s.written
	return s.out.Flush()
}

// checkShare returns an error if chance does not explain the size of a share.
func (s *sampler) checkShare() error {
	if s.cfg.Wish.Fraction == nil {
		return nil
	}
	share, _ := s.cfg.Wish.Fraction.Float64()
	if s.sizes.Explains(s.written, s.rows, share) {
		return nil
	}
	return &drawnError{s.written, s.rows, share}
}

// choose chooses rows, and reports classes with too few.
func (s *sampler) choose(ctx context.Context) error {
	k := s.kept
	err := k.Choose(ctx)
	short := k.Short
	if s.cfg.Wish.By == "" && k.Classes == 0 {
		short = append(short, later.Class{}) // no rows at all
	}
	s.summary.Spilled, s.summary.Classes = k.Spilled(), k.Classes
	s.summary.Short, s.summary.MoreShort = short, k.MoreShort
	switch {
	case err != nil:
		return err
	case len(short) > 0 && !s.cfg.AtMost:
		return &shortError{s.cfg.Wish, short, k.MoreShort}
	}
	return nil
}

func (s *sampler) write(row []byte) error {
	s.written++
	return s.out.Put(row)
}
