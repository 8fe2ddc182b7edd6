package gen

import (
	"fmt"

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

// header begins the output where its form wants that.
func (u *unit) header(dst []byte, total uint64) []byte {
	if u.first == 0 && u.to.Kind == formats.Hiho {
		dst = fmt.Appendf(dst, "%d\n", total)
	}
	return dst
}
