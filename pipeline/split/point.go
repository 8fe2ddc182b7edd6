package split

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/big"
	"sort"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A pointer finds the points of puzzles and groups: the first eight bytes, as a
// big-endian number, of the SHA-256 of a key and what is to fall together. It is
// for one goroutine, and does not allocate once its buffer has grown.
type pointer struct {
	canonicalizer *solver.Canonicalizer
	form          [81]uint8
	key           int    // bytes of the key
	text          []byte // the key, followed by the text to hash
}

// newPointer returns the pointer of a division. Its key is the seed, eight bytes,
// big-endian, and the parts as describeParts writes them, with a newline: so two
// divisions into different parts order the same rows differently, and one part of
// the first is divided like any other rows by the second.
func newPointer(seed uint64, parts []Part) *pointer {
	p := &pointer{canonicalizer: solver.NewCanonicalizer(), text: binary.BigEndian.AppendUint64(nil, seed)}
	p.text = append(append(p.text, describeParts(parts)...), '\n')
	p.key = len(p.text)
	return p
}

// ofPuzzle returns the point of a puzzle: that of its canonical form, as a line of
// 81 characters, or where there is none (16×16) of the puzzle, as 256 characters.
func (p *pointer) ofPuzzle(cells []uint8) uint64 {
	order := 16
	if len(cells) == len(p.form) {
		p.canonicalizer.Canonical(p.form[:], cells)
		order, cells = 9, p.form[:]
	}
	p.text = formats.Form{Kind: formats.Line, Order: order}.AppendPuzzle(p.text[:p.key], cells)
	return p.of(p.key + len(cells))
}

// ofGroup returns the point of all records that have a value in a column.
func (p *pointer) ofGroup(value []byte) uint64 {
	p.text = append(p.text[:p.key], value...)
	return p.of(len(p.text))
}

// of returns the point of the text up to n. It is never the greatest number: that
// is an end that no record is at.
func (p *pointer) of(n int) uint64 {
	sum := sha256.Sum256(p.text[:n])
	return min(binary.BigEndian.Uint64(sum[:]), beyond-1)
}

// beyond is the end of an interval that has all points from some on.
const beyond = math.MaxUint64

// ends are where the intervals of parts end, in ascending order. The end of one
// belongs to the next. The last part has an end only if it does not take all that
// is left.
type ends []uint64

// of returns the part of a point; the number of parts if the point is in none.
func (e ends) of(point uint64) int {
	return sort.Search(len(e), func(i int) bool { return point < e[i] })
}

// endsOf returns the ends of parts that have shares.
func endsOf(parts []Part) ends {
	var e ends
	sum := new(big.Rat)
	for _, p := range parts[:len(parts)-1] {
		sum.Add(sum, p.Share)
		end := new(big.Int).Lsh(sum.Num(), 64)
		end.Div(end, sum.Denom())
		if !end.IsUint64() {
			end.SetUint64(beyond)
		}
		e = append(e, end.Uint64())
	}
	return e
}
