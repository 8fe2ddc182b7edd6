package pipeline

import "sync/atomic"

// A pace says how much text the next batch is to hold: Config.BatchBytes, but
// less at first and of hard puzzles, so that a few of these keep all workers
// busy, and of very short records, each of which takes memory. The output does not
// depend on it.
type pace struct {
	// Of the batch that was finished last, a KiB of text:
	guesses, records atomic.Uint64
}

const (
	// firstBytes is what the first batches hold: four puzzles of order 16.
	firstBytes = 1100
	// batchGuesses is how much search there is to be in a batch, about: far more
	// than what a batch costs, and still only some milliseconds.
	batchGuesses = 4 << 10
	// batchRecords is how many records there are to be in a batch, about: five times
	// as many as there is room for puzzles. Malformed ones may have two bytes.
	batchRecords = 8 << 10
)

// bytes is how much text batch number seq is to hold. It doubles every two batches
// per worker, up to Config.BatchBytes.
func (p *pace) bytes(seq uint64, cfg *Config) int {
	most := cfg.BatchBytes
	if r := p.records.Load(); r > 0 {
		most = min(most, int(min(batchRecords<<10/r, 1<<30)))
	}
	if cfg.Jobs == 1 {
		return most
	}
	lap := seq / uint64(2*cfg.Jobs)
	most = min(most, firstBytes<<min(lap, 20))
	if g := p.guesses.Load(); g > 0 {
		most = min(most, int(min(batchGuesses<<10/g, 1<<30)))
	}
	return min(max(most, firstBytes), cfg.BatchBytes)
}

// note notes what a finished batch took.
func (p *pace) note(b *Batch) {
	if n := len(b.Text); n > 0 {
		p.guesses.Store(b.Counts.Guesses << 10 / uint64(n))
		p.records.Store(uint64(b.Records.N) << 10 / uint64(n))
	}
}
