package pipeline

import (
	"testing"
	"time"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// Batches are small at first, and if records take long; with one worker only if records take very long. Of very
// short records they always are.
func TestPace(t *testing.T) {
	const kib = 1024
	for _, c := range []struct {
		jobs, most int
		seq        uint64
		guesses    uint64        // a KiB
		took       time.Duration // for a KiB
		want       int
	}{
		{2, 64 * kib, 0, 0, 0, firstBytes},
		{2, 64 * kib, 3, 0, 0, firstBytes},
		{2, 64 * kib, 4, 0, 0, 2 * firstBytes},
		{8, 64 * kib, 31, 0, 0, 2 * firstBytes},
		{2, 64 * kib, 1 << 40, 0, 0, 64 * kib},
		{2, 64 * kib, 1 << 40, 8, time.Microsecond, 64 * kib},       // 17clue
		{2, 64 * kib, 1 << 40, 1 << 10, 0, 4 * kib},                 // hardest11
		{2, 64 * kib, 1 << 40, 0, 1024 * time.Microsecond, 4 * kib}, // ratings of easy puzzles
		{2, 64 * kib, 1 << 40, 0, time.Second, firstBytes},          // of hard ones
		{2, 64 * kib, 1 << 40, 1 << 62, 0, firstBytes},              // all at their budgets
		{2, 64 * kib, 0, 1, 0, firstBytes},
		{2, 50, 1 << 40, 1 << 10, 0, 50},
		{1, 64 * kib, 0, 1 << 10, 16 * time.Millisecond, 64 * kib},
		{1, 64 * kib, 0, 0, 128 * time.Millisecond, 8388},
		{1, 64 * kib, 0, 0, time.Minute, firstBytes},
	} {
		var p pace
		p.guesses.Store(c.guesses)
		p.timed(kib, c.took)
		p.timed(0, time.Hour)
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
	if got := p.guesses.Load(); got != 1400 {
		t.Errorf("got %d guesses a KiB, want 1400", got)
	}
	if got := p.records.Load(); got != 12 {
		t.Errorf("got %d records a KiB, want 12", got)
	}
}
