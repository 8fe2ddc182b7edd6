// Package draw makes random choices that depend only on a seed, the purpose of the choice, and the
// record. So they do not depend on the number of workers, or on other records.
package draw

import (
	"math"
	"math/big"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A Key hashes texts for one purpose. One goroutine uses it; it does not allocate once its buffer
// has grown.
type Key struct {
	seed uint64
	line []byte // the last puzzle
}

// NewKey returns the key of a purpose: the 64-bit XXH3 of the purpose, with the seed. Two purposes
// have independent keys, also with the same seed.
func NewKey(seed uint64, purpose string) *Key {
	return &Key{seed: xxh3.HashStringSeed(purpose, seed)}
}

// A Digest is the 128-bit XXH3 of a text with the key as its seed, high half first. Texts can be
// made to have the same digest, so it is no protection against their author.
type Digest [2]uint64

// OfPuzzle returns the digest of a puzzle of an order: of its 81 or 256 characters as a line.
func (k *Key) OfPuzzle(order int, cells []uint8) Digest {
	k.line = bulk.Form{Kind: bulk.Line, Order: order}.AppendPuzzle(k.line[:0], cells)
	return k.OfText(k.line[:len(cells)])
}

// OfText returns the digest of a text.
func (k *Key) OfText(text []byte) Digest {
	sum := xxh3.Hash128Seed(text, k.seed)
	return Digest{sum.Hi, sum.Lo}
}

// A Sequence gives each number a different random number: a random order of the numbers.
type Sequence uint64

// NewSequence returns the sequence of a purpose.
func NewSequence(seed uint64, purpose string) Sequence {
	return Sequence(NewKey(seed, purpose).OfText(nil)[0])
}

// Of returns the random number of a number. (SplitMix64: Steele, Lea and Flood 2014.)
func (s Sequence) Of(n uint64) uint64 {
	z := uint64(s) + (n+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// End returns the end of the points of a share from 0 up: points below it are in the share. The greatest number
// stands for the share 1.
func End(share *big.Rat) uint64 {
	end := new(big.Int).Lsh(share.Num(), 64)
	if end.Div(end, share.Denom()); !end.IsUint64() {
		return math.MaxUint64
	}
	return end.Uint64()
}

// Sizes estimates the sum of the squares of the sizes of groups of records, in constant memory.
// Each record adds the sign of its group to the cell of its group; the expected square of a cell
// is the sum over its groups. (Count sketch: Charikar, Chen, Farach-Colton 2002.) A thousand cells
// make the standard error 4 %. Cell and sign are the low bits of the group's point, on which a
// choice by the high bits does not depend.
type Sizes [1024]int64

// Add adds a record of the group with a point.
func (s *Sizes) Add(point uint64) {
	sign := 1 - 2*int64(point>>10&1)
	s[point&1023] += sign
}

// Squares returns the estimate.
func (s *Sizes) Squares() float64 {
	sum := 0.0
	for _, cell := range s {
		sum += float64(cell) * float64(cell)
	}
	return sum
}

// largest returns about the size of the largest group, or more.
func (s *Sizes) largest() float64 {
	most := int64(0)
	for _, cell := range s {
		most = max(most, cell, -cell)
	}
	return float64(most)
}

// maxDeviation is the allowed deviation from a share, in standard deviations.
const maxDeviation = 6

// Explains reports whether chance explains that so many of all records were chosen, if each group
// is chosen with a probability. So the variance is share·(1-share)·Σsize². One large group in a
// small part is likelier than the variance says, so its size is allowed for.
func (s *Sizes) Explains(chosen, of int64, share float64) bool {
	deviation := math.Abs(float64(chosen) - share*float64(of))
	return deviation <= maxDeviation*math.Sqrt(share*(1-share)*s.Squares())+s.largest()
}
