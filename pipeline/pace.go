package pipeline

import "sync/atomic"

// A pace says how much text the next batch is to hold: Config.BatchBytes, but
// less at first and of hard puzzles, so that a few of these keep all workers
// busy. The output does not depend on it.
type pace struct {
	guesses atomic.Uint64 // a KiB of text, of the batch that was finished last
}

const (
	// firstBytes is what the first batches hold: four puzzles of order 16.
	firstBytes = 1100
	// batchGuesses is how much search there is to be in a batch, about: far more
	// than what a batch costs, and still only some milliseconds.
	batchGuesses = 4 << 10
)

// bytes is how much text batch number seq is to hold. It doubles every two batches
// per worker, up to Config.BatchBytes.
func (p *pace) bytes(seq uint64, cfg *Config) int {
	if cfg.Jobs == 1 {
		return cfg.BatchBytes
	}
	lap := seq / uint64(2*cfg.Jobs)
	most := firstBytes << min(lap, 20)
	if g := p.guesses.Load(); g > 0 {
		most = min(most, int(min(batchGuesses<<10/g, 1<<30)))
	}
	return min(max(most, firstBytes), cfg.BatchBytes)
}

// note notes what a finished batch took.
func (p *pace) note(b *Batch) {
	if n := len(b.Text); n > 0 {
		p.guesses.Store(b.Counts.Guesses << 10 / uint64(n))
	}
}
