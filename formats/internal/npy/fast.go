package npy

// This file reads integers fast.

import (
	"encoding/binary"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// isPlain reports whether the bytes of the elements are the cells of grids.
func (f *field) isPlain(elements []byte) bool {
	if f.size != 1 || f.isText() || f.coding != (coding{}) || !packed.AreCells(elements, f.order) {
		return false
	}
	for size := f.order * f.order; len(elements) > 0; elements = elements[size:] {
		if (f.strict || !beginsBlank(elements)) && f.isDoubtful(elements[:size]) {
			return false
		}
	}
	return true
}

// beginsBlank reports whether one of the first eight cells is a blank, as in most puzzles.
func beginsBlank(grid []uint8) bool {
	const ones = 0x0101010101010101
	first := binary.LittleEndian.Uint64(grid)
	return (first-ones)&^first&(ones<<7) != 0
}

// readFast reads integers and reports whether all are cells. If not, or if their bytes are in
// big-endian order, it returns false, and the contents of grid are undefined.
func (f *field) readFast(grid []uint8, elements []byte) bool {
	if f.blank != 0 && elements[0] == 0 && f.number(elements) == 0 && f.hasOneValue(elements) {
		clear(grid) // zeros are no grid in any coding
		return true
	}
	lowest, highest := f.blank, f.order
	if f.minus {
		lowest, highest = -1, f.order+1
	}
	good := true
	switch {
	case f.kind == 'f', f.big && f.size > 1:
		return false
	case f.size == 1:
		packed.Add(grid, elements, uint8(-lowest))
	case f.size == 2:
		good = readInts(grid, elements, uint16(lowest))
	case f.size == 4:
		good = readInts(grid, elements, uint32(lowest))
	default:
		good = readInts(grid, elements, uint64(lowest))
	}
	good = good && packed.AreCells(grid, highest)
	if good && f.minus {
		for i, cell := range grid {
			grid[i] = max(cell, 1) - 1
		}
	}
	return good
}

// readInts reads integers minus lowest, and reports whether all results are below 256.
func readInts[T uint16 | uint32 | uint64](grid []uint8, elements []byte, lowest T) bool {
	size := bits.Len64(uint64(^T(0))) / 8
	wide := T(0)
	for i := 0; i < len(grid) && len(elements) >= size; i, elements = i+1, elements[size:] {
		var number T
		switch size {
		case 2:
			number = T(binary.LittleEndian.Uint16(elements))
		case 4:
			number = T(binary.LittleEndian.Uint32(elements))
		default:
			number = T(binary.LittleEndian.Uint64(elements))
		}
		number -= lowest
		grid[i] = uint8(number)
		wide |= number
	}
	return wide < 1<<8
}
