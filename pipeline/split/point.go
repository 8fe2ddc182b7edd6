package split

import (
	"math"
	"math/big"
	"sort"

	"github.com/sudokubatch/sudokubatch/pipeline/columns"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/draw"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A digest identifies a puzzle or group.
type digest draw.Digest

// point returns the place of the puzzle or group among all: the first number of the digest. No
// point is the greatest number, as that is the end beyond.
func (d digest) point() uint64 { return min(d[0], beyond-1) }

// A pointer finds the digests of puzzles and groups. One goroutine uses it; it does not allocate
// once its buffer has grown.
type pointer struct {
	canonicalizer *solver.Canonicalizer
	form          [geometry.MaxCells]uint8
	key           *draw.Key
	equal         bool // see Config.Equal
}

// newPointer returns the pointer of a division. Its key depends on the seed and on the parts as
// describeParts writes them. So divisions into different parts order the same rows differently,
// and one part can be divided again.
func newPointer(cfg *Config) *pointer {
	return &pointer{canonicalizer: solver.NewCanonicalizer(), key: draw.NewKey(cfg.Seed, describeParts(cfg.Parts)), equal: cfg.Equal}
}

// ofPuzzle returns the digest of a puzzle: of the characters of its representative, see
// solver.Canonicalizer, or of the puzzle if its size has none.
func (p *pointer) ofPuzzle(board geometry.Box, cells []uint8) digest {
	order := board.Side()
	if columns.HasForm(order) && !p.equal {
		form := p.form[:len(cells)]
		p.canonicalizer.Box = board
		p.canonicalizer.Representative(form, cells)
		cells = form
	}
	return digest(p.key.OfPuzzle(order, cells))
}

// ofGroup returns the digest of all records with a value in a column.
func (p *pointer) ofGroup(value []byte) digest { return digest(p.key.OfText(value)) }

// beyond is the end of an interval without an upper bound.
const beyond = math.MaxUint64

// ends are the ends of the parts' intervals, in ascending order. The end of one part belongs to
// the next. The last part has an end only if rows are left over.
type ends []uint64

// of returns the part of a point, or the number of parts if no part takes it.
func (e ends) of(point uint64) int {
	return sort.Search(len(e), func(i int) bool { return point < e[i] })
}

// endsOf returns the ends of parts with shares.
func endsOf(parts []Part) ends {
	var e ends
	sum := new(big.Rat)
	for _, p := range parts[:len(parts)-1] {
		sum.Add(sum, p.Share)
		e = append(e, draw.End(sum)) // which is beyond for 1
	}
	return e
}
