package solver

import "math/bits"

// A CellSet is a set of cells of a puzzle of any order, numbered row by row from
// 0. The zero value is empty; sets compare with ==. Methods panic where a cell is
// not 0 to 255.
type CellSet [4]uint64

// Add puts a cell into the set.
func (s *CellSet) Add(cell int) { s[cell>>6] |= 1 << (cell & 63) }

// Remove takes a cell out of the set.
func (s *CellSet) Remove(cell int) { s[cell>>6] &^= 1 << (cell & 63) }

// Has reports whether a cell is in the set.
func (s *CellSet) Has(cell int) bool { return s[cell>>6]>>(cell&63)&1 != 0 }

// Len returns the number of cells in the set.
func (s *CellSet) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// All yields the cells of the set in ascending order.
func (s *CellSet) All(yield func(cell int) bool) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			if !yield(64*i + bits.TrailingZeros64(word)) {
				return
			}
		}
	}
}
