package npy

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// isPlain reports whether elements are cells as they are.
func (a *array) isPlain(text []byte, order int) bool {
	return a.size == 1 && !a.isText() && a.blank == 0 && !a.columns && packed.AreCells(text, order)
}

// read reads one record. The column of what is wrong is the number of the cell.
func (a *array) read(info *form.Info, cells []uint8, record []byte) syntax.Error {
	var fault syntax.Error
	switch {
	case a.isText():
		fault = a.readText(info, cells, record)
	case !a.readCells(cells, record, info.Order):
		fault = a.readNumbers(cells, record, info.Order)
	}
	if a.columns {
		transpose(cells, info.Order)
		if at := fault.Column - 1; at >= 0 && at < len(cells) {
			fault.Column = at%info.Order*info.Order + at/info.Order + 1
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

// readCells reads numbers that are cells with one number for a blank, and reports
// whether they are. Of others it may take some for cells that are none.
func (a *array) readCells(cells []uint8, record []byte, order int) bool {
	wide := uint64(0) // its bits are those of all numbers, or some beyond a byte's
	switch {
	case a.kind == 'f' && a.size == 4:
		wide = a.readFloats32(cells, record)
	case a.kind == 'f' && a.size == 8:
		wide = a.readFloats64(cells, record)
	case a.kind == 'f':
		return false
	case a.size == 1:
		packed.Add(cells, record, uint8(-a.blank))
	case a.size == 2:
		wide = a.readInts16(cells, record)
	case a.size == 4:
		wide = a.readInts32(cells, record)
	case a.size == 8:
		wide = a.readInts64(cells, record)
	}
	if a.minus {
		order++
	}
	good := wide < 1<<8 && packed.AreCells(cells, order)
	if good && a.minus {
		packed.Lower(cells)
	}
	return good
}

// The functions below read integers as if their last byte counted most. Where that
// is the first one, a rotation brings a number below 256 to its place, and others
// to none below 256.

// turn is how far they are to be rotated.
func (a *array) turn() int {
	if a.big {
		return 8
	}
	return 0
}

func (a *array) readInts16(cells []uint8, record []byte) (wide uint64) {
	turn, blank := a.turn(), uint16(a.blank)
	for i := 0; i < len(cells) && len(record) >= 2; i, record = i+1, record[2:] {
		v := bits.RotateLeft16(binary.LittleEndian.Uint16(record), turn) - blank
		cells[i] = uint8(v)
		wide |= uint64(v)
	}
	return wide
}

func (a *array) readInts32(cells []uint8, record []byte) (wide uint64) {
	turn, blank := a.turn(), uint32(a.blank)
	for i := 0; i < len(cells) && len(record) >= 4; i, record = i+1, record[4:] {
		v := bits.RotateLeft32(binary.LittleEndian.Uint32(record), turn) - blank
		cells[i] = uint8(v)
		wide |= uint64(v)
	}
	return wide
}

func (a *array) readInts64(cells []uint8, record []byte) (wide uint64) {
	turn, blank := a.turn(), uint64(a.blank)
	for i := 0; i < len(cells) && len(record) >= 8; i, record = i+1, record[8:] {
		v := bits.RotateLeft64(binary.LittleEndian.Uint64(record), turn) - blank
		cells[i] = uint8(v)
		wide |= v
	}
	return wide
}

// readFloats32 reads numbers. One that is not whole makes wide greater than all
// cells.
func (a *array) readFloats32(cells []uint8, record []byte) (wide uint64) {
	blank := int64(a.blank)
	for i := 0; i < len(cells) && len(record) >= 4; i, record = i+1, record[4:] {
		word := binary.LittleEndian.Uint32(record)
		if a.big {
			word = bits.ReverseBytes32(word)
		}
		number := math.Float32frombits(word)
		whole := int64(number)
		cells[i] = uint8(whole - blank)
		wide |= uint64(whole-blank) | uint64(math.Float32bits(float32(whole)-number))<<8
	}
	return wide
}

// readFloats64 is readFloats32 for numbers of twice the size.
func (a *array) readFloats64(cells []uint8, record []byte) (wide uint64) {
	blank := int64(a.blank)
	for i := 0; i < len(cells) && len(record) >= 8; i, record = i+1, record[8:] {
		word := binary.LittleEndian.Uint64(record)
		if a.big {
			word = bits.ReverseBytes64(word)
		}
		number := math.Float64frombits(word)
		whole := int64(number)
		cells[i] = uint8(whole - blank)
		rest := math.Float64bits(float64(whole) - number)
		wide |= uint64(whole-blank) | rest | rest<<8
	}
	return wide
}

// readNumbers reads numbers of any type, or says which one is no cell.
func (a *array) readNumbers(cells []uint8, record []byte, order int) syntax.Error {
	for i := range cells {
		element, ok := record[i*a.size:], false
		if cells[i], ok = a.cell(element, order); !ok {
			return syntax.Error{Column: i + 1, Err: syntax.ErrNumber, Number: a.number(element)}
		}
	}
	return syntax.Error{}
}

// cell returns the cell that the number of an element stands for, if it is one.
func (a *array) cell(element []byte, order int) (cell uint8, ok bool) {
	number := a.number(element) - float64(a.blank)
	if a.minus && number > 0 {
		number--
	}
	if !(number >= 0 && number <= float64(order)) || number != math.Trunc(number) {
		return 0, false
	}
	return uint8(number), true
}

// number returns the number that an element is. Those that are great are rounded.
func (a *array) number(element []byte) float64 {
	word := a.word(element)
	switch {
	case a.kind == 'f' && a.size == 2:
		return halfFloat(uint16(word))
	case a.kind == 'f' && a.size == 4:
		return float64(math.Float32frombits(uint32(word)))
	case a.kind == 'f':
		return math.Float64frombits(word)
	case a.kind == 'i':
		return float64(a.signed(word))
	}
	return float64(word)
}

// word returns the bits of a number.
func (a *array) word(element []byte) uint64 {
	var bytes [8]byte
	copy(bytes[:], element[:a.size])
	word := binary.LittleEndian.Uint64(bytes[:])
	if a.big {
		word = bits.ReverseBytes64(word) >> (64 - 8*a.size)
	}
	return word
}

// signed returns the number of a type with a sign that bits stand for.
func (a *array) signed(word uint64) int64 {
	unused := 64 - 8*a.size
	return int64(word<<unused) >> unused
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
