package pipeline

import (
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Batches are small at first, and of hard puzzles; with one worker they are not. Of very
// short records they always are.
func TestPace(t *testing.T) {
	const kib = 1024
	for _, c := range []struct {
		jobs, most int
		seq        uint64
		guesses    uint64 // a KiB
		micros     uint64 // a KiB
		want       int
	}{
		{2, 64 * kib, 0, 0, 0, firstBytes},
		{2, 64 * kib, 3, 0, 0, firstBytes},
		{2, 64 * kib, 4, 0, 0, 2 * firstBytes},
		{8, 64 * kib, 31, 0, 0, 2 * firstBytes},
		{2, 64 * kib, 1 << 40, 0, 0, 64 * kib},
		{2, 64 * kib, 1 << 40, 8, 50, 64 * kib},          // 17clue
		{2, 64 * kib, 1 << 40, 1 << 10, 1 << 9, 4 * kib}, // hardest11
		{2, 64 * kib, 1 << 40, 8, 1 << 10, 4 * kib},      // the same takes time
		{2, 64 * kib, 1 << 40, 0, 1 << 20, firstBytes},   // puzzles take milliseconds each
		{2, 64 * kib, 1 << 40, 1 << 62, 0, firstBytes},   // all at their budgets
		{2, 64 * kib, 0, 1, 0, firstBytes},
		{2, 100, 1 << 40, 1 << 10, 0, 100},
		{1, 64 * kib, 0, 1 << 10, 1 << 20, 64 * kib},
	} {
		var p pace
		p.guesses.Store(c.guesses)
		p.micros.Store(c.micros)
		if got := p.bytes(c.seq, &Config{Jobs: c.jobs, BatchBytes: c.most}); got != c.want {
			t.Errorf("%+v: got %d bytes", c, got)
		}
	}
	for _, c := range []struct {
		jobs    int
		records uint64 // a KiB
		want    int
	}{
		{2, 12, 128 * kib}, // of order 9
		{1, 12, 128 * kib},
		{2, 512, 16 * kib}, // of one byte
		{1, 512, 16 * kib},
	} {
		var p pace
		p.records.Store(c.records)
		if got := p.bytes(1<<40, &Config{Jobs: c.jobs, BatchBytes: 128 * kib}); got != c.want {
			t.Errorf("%+v: got %d bytes", c, got)
		}
	}
	var p pace
	p.note(&Batch{Text: make([]byte, 512), Counts: Counts{Guesses: 700}, Records: model.Records{N: 6}})
	p.note(&Batch{Counts: Counts{Guesses: 9}})
	p.timed(512, 3*time.Millisecond)
	p.timed(0, time.Second)
	if got := p.micros.Load(); got != 6000 {
		t.Errorf("got %d µs a KiB, want 6000", got)
	}
	if got := p.guesses.Load(); got != 1400 {
		t.Errorf("got %d guesses a KiB, want 1400", got)
	}
	if got := p.records.Load(); got != 12 {
		t.Errorf("got %d records a KiB, want 12", got)
	}
}
