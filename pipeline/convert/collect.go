package convert

import (
	"context"
	"io"

	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/spill"
)

// A keeper decides, in input order, which answers are written.
type keeper interface {
	// add takes an answer and reports whether it is to be written at once. cells is nil for the
	// answer to a malformed record. add keeps no references.
	add(answer []byte, cells []uint8, k key) (now bool, err error)
	// again repeats an add of a run that was stopped; did says what that run did with the
	// answer. The answer is empty if it was not kept.
	again(did did, answer []byte, cells []uint8, k key) error
	// finish writes the kept answers.
	finish(ctx context.Context, out *output) error
	// repeated returns the number of answers that were dropped.
	repeated() int64
	close()
}

// A collector passes the answers of batches to a keeper.
type collector struct {
	keeper
	log   *spill.Log
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
		var k key
		if len(faults) > 0 && faults[0].Record == record {
			faults = faults[1:]
			if len(answer) == 0 {
				continue // the record is left out
			}
		} else {
			cells, k = b.Records.Cells[good*size:][:size], s.keys[good]
			good++
		}
		had := c.repeated()
		now, err := c.add(answer, cells, k)
		if err != nil {
			return err
		}
		dropped := c.repeated() - had
		did := kept
		switch {
		case now:
			out = append(out, answer...)
			did = written
		case dropped > 0:
			did = left
		}
		c.note(did, answer, cells, k)
		c.early += dropped
		b.Counts.Solved -= dropped
	}
	b.Out = out
	return c.log.Flush()
}

// outBytes is the size of a write.
const outBytes = 64 << 10

// stopCheckEvery is the number of answers between two checks for cancellation.
const stopCheckEvery = 1 << 12

// An output writes answers in large pieces.
type output struct {
	to       io.Writer
	progress *pipeline.Progress
	text     []byte
	written  int64
	answers  int
}

// add adds an answer.
func (o *output) add(ctx context.Context, answer []byte) error {
	if o.answers++; o.answers%stopCheckEvery == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	o.text = append(o.text, answer...)
	if len(o.text) < outBytes {
		return nil
	}
	return o.flush()
}

// flush writes the text so far.
func (o *output) flush() error {
	if o.to == nil || len(o.text) == 0 {
		return nil
	}
	n, err := o.to.Write(o.text)
	o.written += int64(n)
	if err == nil && n < len(o.text) {
		err = io.ErrShortWrite
	}
	o.text = o.text[:0]
	return err
}
