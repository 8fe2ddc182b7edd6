package candidates

// This file reads candidates.

import (
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Decode decodes the records of text into dst, which is empty.
func (l *layout) Decode(dst *model.Records, text []byte) {
	dst.Lines = syntax.CountLines(text)
	eachRecord(l.info.Order, text, true, func(_ model.Span, candidates []uint32, fault *model.SyntaxError) {
		if fault.Err != nil {
			dst.Fault(*fault)
		} else {
			add(dst, candidates)
		}
	})
}

// add appends a record.
func add(dst *model.Records, candidates []uint32) {
	for _, digits := range candidates {
		digit := uint8(0)
		if bits.OnesCount32(digits) == 1 {
			digit = uint8(bits.Len32(digits))
		}
		dst.Cells = append(dst.Cells, digit)
	}
	dst.Candidates = append(dst.Candidates, candidates...)
	dst.N++
}

// isPlace reports whether a byte may stand in the place of a digit, from 0, of a list: this digit, or
// a blank.
func isPlace(b byte, digit int) bool { return b == '.' || b == '0' || int(b) == '1'+digit }

// readList reads a line of a character for each digit of each cell, 729 in 9×9: a digit in its place is a
// candidate. It reports whether the line is meant so, and sets the fault if it is malformed.
func readList(masks []uint32, line []byte, fault *model.SyntaxError) bool {
	side := geometry.OfCells(len(masks)).Side()
	size, least := side*side*side, 2*side
	bom := syntax.BOMLen(line)
	line = line[bom:]
	run, places := 0, 0
	for run < len(line) && (line[run] == '.' || syntax.IsDigit(line[run])) {
		if places == run && isPlace(line[run], run%side) {
			places++
		}
		run++
	}
	switch ended := run == len(line) || syntax.BoundLen(line[run:]) > 0; {
	case run < size/3 && (run < least || places < run):
		return false
	case run > size && places >= size:
		fault.Err, fault.Column = model.ErrLong, size
	case places < min(run, size):
		fault.Err, fault.Column, fault.Got = model.ErrCell, places, line[places]
	case !ended:
		fault.Err, fault.Column, fault.Got = model.ErrCell, run, line[run]
	case run < size:
		fault.Err, fault.Column, fault.Have = model.ErrShort, run, run
	}
	if fault.Column += bom + 1; fault.Err != nil && fault.Got == 0 {
		fault.Want = size
	}
	clear(masks)
	for i, b := range line[:min(places, size)] {
		if b > '0' {
			masks[i/side] |= 1 << (i % side)
		}
	}
	return true
}

// readRow reads the candidates of the cells of a row: groups of digits, with any line-drawing characters
// between them. It returns the number of groups with a digit. If the line is not such a row, it sets
// the fault.
func readRow(masks []uint32, line []byte, fault *model.SyntaxError) (groups int) {
	clear(masks)
	side := len(masks)
	digits, inside := uint32(0), false
	for at, size := 0, 0; at < len(line); at += size {
		var b byte
		b, size = cells.GlyphAt(line[at:])
		isDigit := b >= '1' && int(b) < '1'+side
		if !isDigit && cells.Between(b) {
			inside = false
			continue
		}
		if !inside {
			inside, digits = true, 0
		}
		switch {
		case !isDigit || digits>>(b-'1')&1 != 0:
			if fault.Err == nil {
				fault.Err, fault.Column, fault.Got = model.ErrCell, at+1, line[at]
			}
			continue
		case digits == 0:
			if groups++; groups > side && fault.Err == nil {
				fault.Err, fault.Column, fault.Want = model.ErrLong, at+1, side
			}
		}
		if digits |= 1 << (b - '1'); groups <= side {
			masks[groups-1] = digits
		}
	}
	if groups < side && fault.Err == nil {
		fault.Err, fault.Column, fault.Have, fault.Want = model.ErrShort, len(syntax.TrimBlanks(line))+1, groups, side
	}
	return groups
}
