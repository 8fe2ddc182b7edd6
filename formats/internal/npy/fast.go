package npy

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// isPlain reports whether elements are cells as they are.
func (f *field) isPlain(elements []byte) bool {
	return f.size == 1 && !f.isText() && f.blank == 0 && !f.minus && !f.turned && packed.AreCells(elements, f.order)
}

// readFast reads numbers that are all cells, and reports whether they are. If not, the contents of
// grid are undefined. It reads no half floats.
func (f *field) readFast(grid []uint8, elements []byte) bool {
	lowest, highest := f.blank, f.order
	if f.minus {
		lowest, highest = -1, f.order+1
	}
	turn := 0 // how far to rotate integers so that their last byte counts most
	if f.big {
		turn = 8
	}
	good := true
	switch {
	case f.kind == 'f' && f.size == 4:
		good = readFloats[uint32](grid, elements, f.big, int64(lowest))
	case f.kind == 'f':
		good = f.size == 8 && readFloats[uint64](grid, elements, f.big, int64(lowest))
	case f.size == 1:
		packed.Add(grid, elements, uint8(-lowest))
	case f.size == 2:
		good = readInts(grid, elements, turn, uint16(lowest))
	case f.size == 4:
		good = readInts(grid, elements, turn, uint32(lowest))
	default:
		good = readInts(grid, elements, turn, uint64(lowest))
	}
	good = good && packed.AreCells(grid, highest)
	if good && f.minus {
		packed.Lower(grid)
	}
	return good
}

// readInts reads integers, less the lowest, and reports whether all are below 256. A rotation
// brings a number below 256 to its place if its first byte counts most, and any other number to
// none below 256.
func readInts[T uint16 | uint32 | uint64](grid []uint8, elements []byte, turn int, lowest T) bool {
	size := bits.Len64(uint64(^T(0))) / 8
	wide := T(0)
	for i := 0; i < len(grid) && len(elements) >= size; i, elements = i+1, elements[size:] {
		var number T
		switch size {
		case 2:
			number = T(bits.RotateLeft16(binary.LittleEndian.Uint16(elements), turn))
		case 4:
			number = T(bits.RotateLeft32(binary.LittleEndian.Uint32(elements), turn))
		default:
			number = T(bits.RotateLeft64(binary.LittleEndian.Uint64(elements), turn))
		}
		number -= lowest
		grid[i] = uint8(number)
		wide |= number
	}
	return wide < 1<<8
}

// readFloats reads floats, less the lowest, and reports whether all are whole and below 256.
func readFloats[T uint32 | uint64](grid []uint8, elements []byte, big bool, lowest int64) bool {
	size := bits.Len64(uint64(^T(0))) / 8
	wide := int64(0)
	for i := 0; i < len(grid) && len(elements) >= size; i, elements = i+1, elements[size:] {
		var whole int64
		var isWhole bool
		if size == 4 {
			word := binary.LittleEndian.Uint32(elements)
			if big {
				word = bits.ReverseBytes32(word)
			}
			number := math.Float32frombits(word)
			whole = int64(number)
			isWhole = float32(whole) == number
		} else {
			word := binary.LittleEndian.Uint64(elements)
			if big {
				word = bits.ReverseBytes64(word)
			}
			number := math.Float64frombits(word)
			whole = int64(number)
			isWhole = float64(whole) == number
		}
		if !isWhole {
			return false
		}
		grid[i] = uint8(whole - lowest)
		wide |= whole - lowest
	}
	return uint64(wide) < 1<<8
}
