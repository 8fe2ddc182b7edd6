package gen

import (
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A unit is numbered puzzles to make together. It lies in a batch's slot and owns its memory.
type unit struct {
	header []byte // before the puzzles
	to     bulk.Form
	count  int    // of the puzzles
	first  uint64 // the number of the first
	made   generate.Series
	maker  *worker
	// If puzzles could not be made: the index of the first, and why.
	failedAt int
	failed   error
}

// unitOf returns the unit of a batch, made when the batch first comes round.
func unitOf(b *pipeline.Batch) *unit {
	u := pipeline.SlotOf[unit](b)
	if u.made.Done == nil {
		u.made.Done = func() { u.maker.write(b, u); b.Done() }
	}
	return u
}

// madeCount returns how many puzzles were made before the first that could not be.
func (u *unit) madeCount() (made int) {
	for made < len(u.made.Results) && u.made.Results[made].Made {
		made++
	}
	return made
}

// Len returns the number of puzzles. With the next three methods a unit is a pipeline.Tasks.
func (u *unit) Len() int { return u.count }

// CopyTo gives another batch puzzle i alone.
func (u *unit) CopyTo(b *pipeline.Batch, i int) {
	one := unitOf(b)
	b.Tasks = one
	one.header, one.to, one.count, one.first = nil, u.to, 1, u.first+uint64(i)
}

// Truncate keeps the first n puzzles.
func (u *unit) Truncate(n int) { u.count = min(u.count, n) }

// Puzzle returns "": the puzzles are not made yet.
func (u *unit) Puzzle() string { return "" }
