package generate

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// A random is the source of random numbers of one puzzle at a time.
type random struct{ source rand.ChaCha8 }

// Purposes keep the random numbers apart that one puzzle number has in
// different uses. They are part of what a seed means, and never change.
const (
	forPuzzle = iota + 1
	forIsomorph
	forMutant
	forOneOfMany
)

// seed makes what follows depend on its arguments alone.
func (r *random) seed(seed uint64, purpose int, order, number uint64) {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], seed)
	binary.LittleEndian.PutUint64(key[8:], number)
	binary.LittleEndian.PutUint64(key[16:], uint64(purpose))
	binary.LittleEndian.PutUint64(key[24:], order)
	r.source.Seed(key)
}

// below returns a number from 0 to n-1. The products are of 64 bits, so that
// for n as small as here its bias cannot be detected.
func (r *random) below(n int) int {
	high, _ := bits.Mul64(r.source.Uint64(), uint64(n))
	return int(high)
}

// permute sets p to a random order of 0..len(p)-1; there are at most 256.
func (r *random) permute(p []uint8) {
	for i := range p {
		j := r.below(i + 1)
		p[i] = p[j]
		p[j] = uint8(i)
	}
}
