package gen

import (
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A unit is puzzles to make together, those from number first on; it lies in a
// batch's slot.
type unit struct {
	first uint64
	count int
	to    formats.Form   // to write them in
	head  []byte         // ahead of them
	cells []uint8        // the puzzles to make isomorphs of; none: make new ones
	made  generate.Batch // the new ones
	maker *generateWorker
}

// unitOf returns the unit of a batch, made when the batch first comes round.
func unitOf(b *pipeline.Batch) *unit {
	u, ok := b.Slot.(*unit)
	if !ok {
		u = new(unit)
		u.made.Done = func() { u.maker.write(b, u); b.Done() }
		b.Slot = u
	}
	return u
}

// Len is the number of puzzles. This and the next make a unit pipeline.Tasks.
func (u *unit) Len() int { return u.count }

// CopyTo gives another batch puzzle i alone.
func (u *unit) CopyTo(b *pipeline.Batch, i int) {
	one := unitOf(b)
	one.first, one.count, one.to, one.head, one.cells = u.first+uint64(i), 1, u.to, nil, nil
	if i == 0 {
		one.head = u.head
	}
	if size := u.to.Order * u.to.Order; len(u.cells) > 0 {
		one.cells = u.cells[i*size : (i+1)*size : (i+1)*size]
	}
}

// Truncate keeps only the first n puzzles.
func (u *unit) Truncate(n int) { u.count = n }

// Puzzle is the puzzle to make an isomorph of.
func (u *unit) Puzzle() string {
	if len(u.cells) == 0 {
		return ""
	}
	size := u.to.Order * u.to.Order
	line := formats.Form{Kind: formats.Line, Order: u.to.Order}.AppendPuzzle(nil, u.cells[:size])
	return string(line[:size])
}
