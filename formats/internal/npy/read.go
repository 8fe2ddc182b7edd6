package npy

// This file decodes the records of an array.

import (
	"bytes"
	"math"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// puzzle returns the field with the puzzle; solution the field with its solution, or nil.
func (l *Layout) puzzle() *field { return &l.fields[l.info.Puzzle] }

func (l *Layout) solution() *field {
	if l.info.Solution < 0 {
		return nil
	}
	return &l.fields[l.info.Solution]
}

// Decode implements [form.Layout]. The column of a fault is the number of the cell.
func (l *Layout) Decode(dst *model.Records, text []byte) {
	f, size, grid := l.puzzle(), l.info.RecordSize, l.info.Order*l.info.Order
	records := len(text) / size
	text = text[:records*size]
	if len(l.info.Columns) > 0 {
		dst.Spans = l.Spans(dst.Spans, text)
	}
	if size == grid && f.isPlain(text) {
		dst.Cells, dst.N = append(dst.Cells, text...), records
		return
	}
	dst.Cells = slices.Grow(dst.Cells, records*grid)
	for ; len(text) > 0; text = text[size:] {
		cells := dst.Cells[len(dst.Cells):][:grid]
		fault := f.read(cells, f.of(text), &dst.Scratch)
		if name, other := l.findOther(text, cells, fault.Err == nil); other {
			fault = model.SyntaxError{Column: 1, Field: name, Err: model.ErrCoding}
		}
		if fault.Err != nil {
			dst.Fault(fault)
			continue
		}
		dst.Cells = dst.Cells[:len(dst.Cells)+grid]
		if s := l.solution(); s != nil && l.info.Cells == nil && !s.isText() && !s.isWhole(s.of(text)) {
			dst.Rounded = append(dst.Rounded, dst.N)
		}
		dst.N++
	}
}

// Spans implements [form.Layout]. Records have no line.
func (l *Layout) Spans(dst []model.Span, text []byte) []model.Span {
	size := l.info.RecordSize
	for at := 0; at+size <= len(text); at += size {
		dst = append(dst, model.Span{From: at, To: at + size})
	}
	return dst
}

// Fields implements [form.Layout]. Grids are written with one byte per cell. A solution with
// one number in all cells is a missing value.
func (l *Layout) Fields(dst *model.Fields, record []byte) {
	for i := range l.info.Columns {
		f, from := &l.fields[i], len(dst.Buffer)
		if f.order == 0 {
			dst.Buffer = f.appendValue(dst.Buffer, f.of(record))
		} else {
			dst.Buffer = f.appendGrid(dst.Buffer, record)
		}
		value := dst.Buffer[from:len(dst.Buffer):len(dst.Buffer)]
		missing := len(value) == 0 && !f.isText()
		if i == l.info.Solution {
			missing = len(bytes.Trim(value, ".")) == 0 || f.hasOneValue(f.of(record))
		}
		if missing {
			value = nil
		}
		dst.Values = append(dst.Values, value)
	}
}

// appendGrid appends the grid of a record as a value. A number that is not a cell becomes a
// question mark. Texts that are not a grid do not change.
func (f *field) appendGrid(dst, record []byte) []byte {
	n, from, elements := f.order*f.order, len(dst), f.of(record)
	dst = slices.Grow(dst, 2*n+1+f.elements*(f.width()+1)) // the value and a line end, the cells, texts
	grid := dst[from+n+1 : from+2*n+1]
	if f.isText() {
		text := f.appendTexts(dst[:from+2*n+1], elements)[from+2*n+1:]
		if fault := f.letters.Read(grid, text); fault.Err != nil {
			return append(dst, text...)
		}
		return f.letters.AppendCells(dst, grid)
	}
	good := f.readFast(grid, elements)
	for i := 0; !good && i < n; i++ {
		grid[i], _ = f.cell(elements[i*f.size:])
	}
	dst = f.letters.AppendCells(dst, grid)
	for i := 0; !good && i < n; i++ {
		if _, ok := f.cell(elements[i*f.size:]); !ok {
			dst[from+i] = '?'
		}
	}
	return dst
}

// findOther reports whether the puzzle or the solution of a record is in another coding than
// in the sample, and returns the name of its field. good says that the puzzle could be read;
// cells are its cells.
func (l *Layout) findOther(record []byte, cells []uint8, good bool) (name string, other bool) {
	f, s := l.puzzle(), l.solution()
	if !f.isText() && (!good || f.isDoubtful(cells)) && f.isOther(f.of(record)) {
		return f.name, true
	}
	if s == nil || s.isText() {
		return "", false
	}
	elements := s.of(record)
	if s.hasOneValue(elements) || s.isPlain(elements) {
		return "", false
	}
	var room [geometry.MaxCells]uint8
	solution := room[:len(cells)]
	if s.readFast(solution, elements) && !s.isDoubtful(solution) {
		return "", false
	}
	return s.name, s.isOther(elements)
}

// read reads the cells of one grid. scratch is a buffer for texts.
func (f *field) read(grid []uint8, elements []byte, scratch *[]byte) model.SyntaxError {
	if f.isText() {
		*scratch = f.appendTexts((*scratch)[:0], elements)
		return f.letters.Read(grid, *scratch)
	}
	return f.readNumbers(grid, elements)
}

// appendTexts appends the texts of a grid. An empty text among several is a blank.
func (f *field) appendTexts(dst, elements []byte) []byte {
	for ; len(elements) > 0; elements = elements[f.size:] {
		from := len(dst)
		dst = f.appendText(dst, elements[:f.size])
		if f.elements > 1 && len(dst) == from {
			dst = append(dst, '.')
		}
	}
	return dst
}

// readNumbers reads the cells of a grid of numbers, or returns a fault with the first
// number that is not a cell.
func (f *field) readNumbers(grid []uint8, elements []byte) model.SyntaxError {
	if f.readFast(grid, elements) {
		return model.SyntaxError{}
	}
	for i := range grid {
		element, ok := elements[i*f.size:], false
		if grid[i], ok = f.cell(element); !ok {
			return model.SyntaxError{Column: i + 1, Err: model.ErrNumber, Number: f.number(element)}
		}
	}
	return model.SyntaxError{}
}

// isWhole reports whether a grid of numbers has only cells. One number in all of them is a missing grid.
func (f *field) isWhole(elements []byte) bool {
	var room [geometry.MaxCells]uint8
	grid := room[:f.order*f.order]
	return f.readFast(grid, elements) || f.hasOneValue(elements) || f.readNumbers(grid, elements).Err == nil
}

// cell returns the cell for a number. ok is false if the number is not a cell.
func (f *field) cell(element []byte) (cell uint8, ok bool) {
	number := f.value(element) - float64(f.blank)
	if f.minus && number == -1 {
		number = 0
	}
	if !(number >= 0 && number <= float64(f.order)) || number != math.Trunc(number) {
		return 0, false
	}
	return uint8(number), true
}
