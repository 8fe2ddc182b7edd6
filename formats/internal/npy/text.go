package npy

import (
	"bytes"
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// textSize is how many bytes a record that text makes of one can take.
func (a *array) textSize() int {
	if !a.isText() {
		return 0
	}
	return a.elements * (a.width() + 1)
}

// readText reads a record of texts. What it makes of them lies behind the cells
// for that time.
func (a *array) readText(info *form.Info, cells []uint8, record []byte) syntax.Error {
	value := a.text(cells[len(cells):len(cells):cap(cells)], record)
	fault := info.Cells.Read(cells, value)
	if fault.Err == syntax.ErrCell && a.separated() { //nolint:errorlint // never wrapped
		fault.Column = a.cellAt(value[:fault.Column], len(cells))
	}
	return fault
}

// cellAt returns the number of the cell at which a part of a record ends, as text
// makes it.
func (a *array) cellAt(part []byte, grid int) int {
	if a.elements == grid {
		return 1 + bytes.Count(part, []byte{' '})
	}
	n := 0
	for _, b := range part {
		if !cells.Between(b) {
			n++
		}
	}
	return n
}

// separated reports whether text puts something between elements.
func (a *array) separated() bool { return a.elements > 1 && a.width() > 1 }

// text appends the texts of a record, in ASCII, to dst, with blanks between them
// where they are not single characters. An empty one among several is a blank
// cell.
func (a *array) text(dst, record []byte) []byte {
	for ; len(record) > 0; record = record[a.size:] {
		from := len(dst)
		dst = a.characters(dst, record[:a.size])
		if a.elements > 1 && len(dst) == from {
			dst = append(dst, '.')
		}
		if a.separated() {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// characters appends one text without the zeros that fill it. What is not ASCII
// becomes a byte that is not, either.
func (a *array) characters(dst, element []byte) []byte {
	if a.kind == 'S' {
		return append(dst, bytes.TrimRight(element, "\x00")...)
	}
	from := len(dst)
	for ; len(element) > 0; element = element[4:] {
		character := binary.LittleEndian.Uint32(element)
		if a.big {
			character = binary.BigEndian.Uint32(element)
		}
		dst = append(dst, uint8(min(character, 0xff)))
	}
	return dst[:from+len(bytes.TrimRight(dst[from:], "\x00"))]
}
