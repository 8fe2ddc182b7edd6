package pipeline

import "context"

// What tests of the whole ring look at inside.

// MinSection and MinRead are bounds that tests aim at.
const MinSection, MinRead = minSection, minRead

// ErrUncut is the error for inputs that cannot be divided.
var ErrUncut = errUncut

// Section reports whether a worker read the batch's text for itself.
func (b *Batch) Section() bool { return b.section.n > 0 }

// RunRing is Run with one worker; it also returns the size of the largest of the
// buffers for text, and whether all batches came back.
func RunRing(ctx context.Context, cfg Config, w Worker) (stats Stats, largest int, whole bool, err error) {
	r := newRing(&cfg)
	stats, err = r.run(ctx, []Worker{w})
	largest = max(cap(r.source.text), cap(r.source.carry))
	whole = len(r.free)+r.source.more == cap(r.free)
	for range len(r.free) {
		largest = max(largest, cap((<-r.free).buf))
	}
	return stats, largest, whole, err
}

// Seq is the batch's number in the run.
func (b *Batch) Seq() uint64 { return b.seq }

// End is the number of the range's last record.
func (r Range) End() int64 { return r.last() }

// MaxLines is how many lines a batch may hold.
func (c *Config) MaxLines() int { return c.maxLines() }

// BufferSize is how many bytes the batch keeps for text.
func (b *Batch) BufferSize() int { return cap(b.buf) }
