package convert

import (
	"context"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/later"
)

// A keeper decides, in input order, which answers are written.
type keeper interface {
	// add takes an answer and reports whether it is to be written at once. cells is nil for the
	// answer to a malformed record. add keeps no references.
	add(answer []byte, cells []uint8, k later.Key) (now bool, err error)
	// finish calls put with the kept answers that are to be written.
	finish(ctx context.Context, put func(answer []byte) error) error
	// Dropped returns the number of answers that were dropped.
	Dropped() int64
	Close()
}

// distinct keeps the first of equal puzzles.
type distinct struct{ *later.Distinct }

func (d distinct) add(answer []byte, cells []uint8, k later.Key) (now bool, err error) {
	return d.Add(answer, k, cells != nil)
}

func (d distinct) finish(ctx context.Context, put func([]byte) error) error {
	return d.Finish(ctx, put)
}

// sorted sorts puzzles, and keeps malformed records behind them.
type sorted struct{ *later.Ordered }

func (s sorted) add(answer []byte, cells []uint8, _ later.Key) (now bool, err error) {
	return false, s.Add(cells, answer)
}

func (s sorted) finish(ctx context.Context, put func([]byte) error) error {
	return s.Finish(ctx, "sorting", put)
}

// A collector passes the answers of batches to a keeper.
type collector struct {
	keeper
	early int64 // answers dropped while their batch was at hand
}

// batch receives each batch in turn.
func (c *collector) batch(b *pipeline.Batch, _ pipeline.Place) error {
	s := pipeline.SlotOf[slot](b)
	out, from, good := b.Out[:0], 0, 0
	size := b.Records.Order * b.Records.Order
	faults := b.Records.Faults
	for record, end := range s.ends {
		answer := b.Out[from:end]
		from = end
		var cells []uint8
		var k later.Key
		if len(faults) > 0 && faults[0].Record == record {
			faults = faults[1:]
			if len(answer) == 0 {
				continue // the record is left out
			}
		} else {
			cells, k = b.Records.Cells[good*size:][:size], s.keys[good]
			good++
		}
		had := c.Dropped()
		now, err := c.add(answer, cells, k)
		if err != nil {
			return err
		}
		dropped := c.Dropped() - had
		if now {
			out = append(out, answer...)
		}
		c.early += dropped
		b.Counts.Solved -= dropped
	}
	b.Out = out
	return nil
}
