package sample

// This file chooses rows in input order, and writes rows that can be chosen only at the end.

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A sampler receives the rows of the workers in input order, and chooses.
type sampler struct {
	cfg     *Config
	state   *State
	summary Summary
	inputs  rows.Inputs
	err     error
	below   uint64 // points of a share are below it

	kept     *selection // rows that a number may take; nil: no number is asked for
	shuffled *spill.Texts
	order    draw.Sequence
	place    [8]byte

	out     *bufio.Writer
	written int64 // bytes after the end of the pipeline
}

// outBytes is the size of a write.
const outBytes = 64 << 10

// stopCheckEvery is the number of rows between two checks for cancellation.
const stopCheckEvery = 1 << 12

func newSampler(cfg *Config) (s *sampler, err error) {
	if cfg.Output == nil {
		cfg.Output = io.Discard
	}
	s = &sampler{cfg: cfg, state: cfg.State, out: bufio.NewWriterSize(cfg.Output, outBytes)}
	memory := cfg.Memory
	if cfg.Shuffle {
		s.shuffled = spill.NewTexts(cfg.TempDir, cfg.Memory/4*3)
		s.order = draw.NewSequence(cfg.Seed, "sample shuffle "+cfg.Wish.String())
		memory /= 4
	}
	switch {
	case cfg.Wish.Fraction != nil:
		s.below = threshold(cfg.Wish.Fraction)
	case cfg.Wish.Count > 0:
		s.kept, err = newSelection(cfg.Wish.Count, memory, cfg.TempDir)
	}
	return s, err
}

// close removes the temporary files.
func (s *sampler) close() {
	if s.kept != nil {
		s.kept.close()
	}
	if s.shuffled != nil {
		_ = s.shuffled.Close() // the file is temporary
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
		row := slot.row(b, i)
		s.state.Rows++
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
			s.state.Written++
			out = append(out, row...) // which lies behind
		}
	}
	b.Out = out
	return nil
}

// inShare reports whether a point is in the share.
func (s *sampler) inShare(point uint64) bool {
	s.state.Sizes.Add(point)
	return point < s.below || s.cfg.Wish.Fraction.IsInt() // 1
}

// keep keeps a row that a number may take.
func (s *sampler) keep(slot *slot, i int, row []byte) error {
	var class draw.Digest
	var value []byte
	if s.cfg.Wish.By != "" {
		if class, value = slot.classes[i], slot.value(i); len(value) == 0 {
			s.summary.NoClass++
			return nil
		}
	}
	return s.kept.add(class, value, slot.points[i], row)
}

// shuffle gives a chosen row its place.
func (s *sampler) shuffle(row []byte) error {
	binary.BigEndian.PutUint64(s.place[:], s.order.Of(uint64(s.state.Written)))
	s.state.Written++
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
	progress := s.cfg.Progress
	if s.kept != nil {
		if err := s.choose(ctx); err != nil {
			return err
		}
		put := s.write
		if s.shuffled != nil {
			put = s.shuffle
		}
		if err := s.kept.replay(ctx, put, progress.Begin("writing", s.kept.candidates)); err != nil {
			return err
		}
	}
	if s.shuffled != nil {
		if err := s.writeShuffled(ctx, progress); err != nil {
			return err
		}
	}
	s.summary.Written = s.state.Written
	return s.out.Flush()
}

// checkShare returns an error if chance does not explain the size of a share.
func (s *sampler) checkShare() error {
	if s.cfg.Wish.Fraction == nil {
		return nil
	}
	share, _ := s.cfg.Wish.Fraction.Float64()
	if s.state.Sizes.Explains(s.state.Written, s.state.Rows, share) {
		return nil
	}
	return &drawnError{s.state.Written, s.state.Rows, share}
}

// choose chooses rows, and reports classes with too few.
func (s *sampler) choose(ctx context.Context) error {
	k := s.kept
	err := k.choose(ctx, s.cfg.Progress.Begin("sorting", k.candidates))
	if s.cfg.Wish.By == "" && k.classes == 0 {
		k.short = append(k.short, Class{}) // no rows at all
	}
	s.summary.Spilled, s.summary.Classes = k.points.Spilled(), k.classes
	s.summary.Short, s.summary.MoreShort = k.short, k.moreShort
	switch {
	case err != nil:
		return err
	case len(k.short) > 0 && !s.cfg.AtMost:
		return &shortError{s.cfg.Wish, k.short, k.moreShort}
	}
	return nil
}

// write writes a chosen row.
func (s *sampler) write(row []byte) error {
	s.state.Written++
	s.written += int64(len(row))
	_, err := s.out.Write(row)
	return err
}

// writeShuffled writes the chosen rows in their new order.
func (s *sampler) writeShuffled(ctx context.Context, progress *pipeline.Progress) error {
	stage := progress.Begin("shuffling", s.state.Written)
	if err := s.shuffled.Sort(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if i%stopCheckEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		_, row, err := s.shuffled.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		stage.Done.Add(1)
		s.written += int64(len(row))
		if _, err := s.out.Write(row); err != nil {
			return err
		}
	}
}
