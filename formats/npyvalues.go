package formats

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// isPlain reports whether elements are cells as they are.
func (a *array) isPlain(text []byte, order int) bool {
	return a.size == 1 && !a.isText() && a.blank == 0 && !a.columns && packed.AreCells(text, order)
}

// read reads one record. The column of what is wrong is the number of the cell.
func (a *array) read(f Form, cells []uint8, record []byte) SyntaxError {
	var fault SyntaxError
	switch {
	case a.isText():
		fault = a.readText(f, cells, record)
	case !a.readInts(cells, record, f.Order):
		fault = a.readNumbers(cells, record, f.Order)
	}
	if a.columns {
		transpose(cells, f.Order)
		if at := fault.Column - 1; at >= 0 && at < len(cells) {
			fault.Column = at%f.Order*f.Order + at/f.Order + 1
		}
	}
	return fault
}

// transpose makes rows of the columns of a grid.
func transpose(cells []uint8, order int) {
	for row := range order {
		for column := range row {
			i, j := row*order+column, column*order+row
			cells[i], cells[j] = cells[j], cells[i]
		}
	}
}

// readInts reads whole numbers that are cells with one number for a blank, and
// reports whether they are. They are read as if the last byte counted most; where
// it is the first one, a rotation brings a number below 256 to its place, and
// others to none where they could be taken for one.
func (a *array) readInts(cells []uint8, record []byte, order int) bool {
	if a.kind == 'f' {
		return false
	}
	turn := 0
	if a.big {
		turn = 8
	}
	blank := a.blank
	var all uint64 // the bits of all numbers
	switch a.size {
	case 1:
		for i := range cells {
			cells[i] = record[i] - uint8(blank)
		}
	case 2:
		for i := range cells {
			v := bits.RotateLeft16(binary.LittleEndian.Uint16(record[2*i:]), turn) - uint16(blank)
			cells[i] = uint8(v)
			all |= uint64(v)
		}
	case 4:
		for i := range cells {
			v := bits.RotateLeft32(binary.LittleEndian.Uint32(record[4*i:]), turn) - uint32(blank)
			cells[i] = uint8(v)
			all |= uint64(v)
		}
	case 8:
		for i := range cells {
			v := bits.RotateLeft64(binary.LittleEndian.Uint64(record[8*i:]), turn) - uint64(blank)
			cells[i] = uint8(v)
			all |= v
		}
	}
	return all < 1<<8 && packed.AreCells(cells, order)
}

// readNumbers reads numbers of any type, or says which one is no cell.
func (a *array) readNumbers(cells []uint8, record []byte, order int) SyntaxError {
	for i := range cells {
		number := a.number(record[i*a.size:])
		cell := number - float64(a.blank)
		if a.minus && number == -1 {
			cell = 0
		}
		if !(cell >= 0 && cell <= float64(order)) || cell != math.Trunc(cell) {
			return SyntaxError{Column: i + 1, Err: ErrNumber, Number: number}
		}
		cells[i] = uint8(cell)
	}
	return SyntaxError{}
}

// number returns the number that an element is. Those that are great are rounded.
func (a *array) number(element []byte) float64 {
	var bytes [8]byte
	copy(bytes[:], element[:a.size])
	word := binary.LittleEndian.Uint64(bytes[:])
	if a.big {
		word = bits.ReverseBytes64(word) >> (64 - 8*a.size)
	}
	switch {
	case a.kind == 'f' && a.size == 2:
		return halfFloat(uint16(word))
	case a.kind == 'f' && a.size == 4:
		return float64(math.Float32frombits(uint32(word)))
	case a.kind == 'f':
		return math.Float64frombits(word)
	case a.kind == 'i':
		unused := 64 - 8*a.size
		return float64(int64(word<<unused) >> unused)
	}
	return float64(word)
}

// halfFloat returns the number that 16 bits stand for: a sign, five bits of an
// exponent and ten of a fraction.
func halfFloat(half uint16) float64 {
	exponent, fraction := int(half>>10&31), float64(half&1023)
	number := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 31 && fraction == 0:
		number = math.Inf(1)
	case exponent == 31:
		return math.NaN()
	case exponent == 0:
		number = math.Ldexp(fraction, -24)
	}
	return math.Copysign(number, 1-2*float64(half>>15))
}
