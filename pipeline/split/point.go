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

// A digest is the first 128 bits, as two big-endian numbers, of the SHA-256 of a pointer's key and
// a puzzle or group.
type digest [2]uint64

// point returns the place of the puzzle or group among all: the first number of the digest. No
// point is the greatest number, as that is the end beyond.
func (d digest) point() uint64 { return min(d[0], beyond-1) }

// A pointer finds the digests of puzzles and groups. One goroutine uses it; it does not allocate
// once its buffer has grown.
type pointer struct {
	canonicalizer *solver.Canonicalizer
	form          [81]uint8
	key           int    // length of the key
	text          []byte // the key, and the text to hash
}

// newPointer returns the pointer of a division. Its key is the seed (eight bytes, big-endian)
// and the parts as describeParts writes them, with a newline. So divisions into different parts
// order the same rows differently, and one part can be divided again.
func newPointer(seed uint64, parts []Part) *pointer {
	p := &pointer{canonicalizer: solver.NewCanonicalizer(), text: binary.BigEndian.AppendUint64(nil, seed)}
	p.text = append(append(p.text, describeParts(parts)...), '\n')
	p.key = len(p.text)
	return p
}

// ofPuzzle returns the digest of a puzzle: of the 81 characters of its canonical form, or of the
// 256 characters of a 16×16 puzzle.
func (p *pointer) ofPuzzle(cells []uint8) digest {
	order := 16
	if len(cells) == len(p.form) {
		p.canonicalizer.Canonical(p.form[:], cells)
		order, cells = 9, p.form[:]
	}
	p.text = formats.Form{Kind: formats.Line, Order: order}.AppendPuzzle(p.text[:p.key], cells)
	return p.of(p.key + len(cells))
}

// ofGroup returns the digest of all records with a value in a column.
func (p *pointer) ofGroup(value []byte) digest {
	p.text = append(p.text[:p.key], value...)
	return p.of(len(p.text))
}

// of returns the digest of the first n bytes of text.
func (p *pointer) of(n int) digest {
	sum := sha256.Sum256(p.text[:n])
	return digest{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

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
		end := new(big.Int).Lsh(sum.Num(), 64)
		end.Div(end, sum.Denom())
		if !end.IsUint64() {
			end.SetUint64(beyond)
		}
		e = append(e, end.Uint64())
	}
	return e
}
