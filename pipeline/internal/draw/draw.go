// Package draw makes random choices that depend only on a seed, the purpose of the choice, and the
// record. So they do not depend on the number of workers, or on other records.
package draw

import (
	"crypto/sha256"
	"encoding/binary"
	"math"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A Key hashes texts for one purpose. One goroutine uses it; it does not allocate once its buffer
// has grown.
type Key struct {
	length int
	text   []byte // the seed (eight bytes, big-endian), the purpose and a newline; then the text to hash
}

// NewKey returns the key of a purpose. Two purposes have independent keys, also with the same seed.
func NewKey(seed uint64, purpose string) *Key {
	text := append(append(binary.BigEndian.AppendUint64(nil, seed), purpose...), '\n')
	return &Key{len(text), text}
}

// A Digest is the first 128 bits, as two big-endian numbers, of the SHA-256 of a key and a text.
type Digest [2]uint64

// OfPuzzle returns the digest of a puzzle of an order: of its 81 or 256 characters as a line.
func (k *Key) OfPuzzle(order int, cells []uint8) Digest {
	k.text = bulk.Form{Kind: bulk.Line, Order: order}.AppendPuzzle(k.text[:k.length], cells)
	return k.of(k.length + len(cells))
}

// OfText returns the digest of a text.
func (k *Key) OfText(text []byte) Digest {
	k.text = append(k.text[:k.length], text...)
	return k.of(len(k.text))
}

// of returns the digest of the first n bytes of k.text.
func (k *Key) of(n int) Digest {
	sum := sha256.Sum256(k.text[:n])
	return Digest{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
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
