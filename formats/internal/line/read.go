// Package line reads and writes one puzzle a line: 81 or 256 cells, followed by any other
// data. Package csv reads lists with the puzzle in another field.
package line

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Decode reads lines into dst.
func (l *layout) Decode(dst *form.Records, text []byte) {
	size := l.info.Order * l.info.Order
	// Every record takes at least its cells and a newline. So one reservation is enough,
	// and the loop need not check the capacity of the slice.
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(size+1)+1)*size)
	for len(text) > 0 {
		n := len(dst.Cells)
		room := dst.Cells[n:cap(dst.Cells)]
		// Lines that hold only cells need no search for their ends: if all bytes are cells,
		// none of them is a newline.
		if len(text) > size && text[size] == '\n' {
			if lines := packed.ReadLines(room, text, l.info.Order); lines > 0 {
				dst.Cells = dst.Cells[:n+lines*size]
				dst.Lines += lines
				dst.N += lines
				text = text[lines*(size+1):]
				continue
			}
		}
		line, used, _ := syntax.NextLine(text)
		text = text[used:]
		dst.Lines++
		if !l.decodeOne(dst, line, room[:size]) {
			decodeTrailing(dst, text)
			return
		}
	}
}

// decodeOne reads one line. room is for the cells of a well-formed record. It returns false
// if the line ends the input.
func (l *layout) decodeOne(dst *form.Records, line []byte, room []uint8) bool {
	switch {
	case syntax.IsComment(line):
		return true
	case len(line) > form.TextMaxLine:
		dst.Fault(syntax.Error{Line: dst.Lines, Column: form.TextMaxLine + 1, Err: syntax.ErrLineTooLong, Want: form.TextMaxLine})
		return true
	case syntax.IsBlank(line, form.TextMaxLine):
		return true
	}
	line = syntax.TrimCR(line)
	if IsEnd(line) {
		return false
	}
	if readLine(room, line) || syntax.BOMLen(line) > 0 && readLine(room, line[syntax.BOMLen(line):]) || readOtherBlanks(room, line) {
		dst.Cells = dst.Cells[:len(dst.Cells)+len(room)]
		dst.N++
		return true
	}
	fault := cells.LineFault(line, len(room), cells.TableOf(l.info.Order))
	fault.Line = dst.Lines
	dst.Fault(fault)
	return true
}

// readLine reads the cells at the beginning of a line, and reports whether it is a record.
func readLine(room []uint8, line []byte) bool {
	size := len(room)
	return len(line) >= size && (len(line) == size || syntax.BoundLen(line[size:]) > 0) && packed.ReadCells(room, line)
}

// readOtherBlanks is readLine for a line of order 9 that uses another character for all
// blanks, as in a list that was joined from several files. The line must have as many clues
// as a puzzle with one solution; a line that separates paragraphs has fewer.
func readOtherBlanks(room []uint8, line []byte) bool {
	size := len(room)
	if size != 81 || len(line) < size || len(line) > size && syntax.BoundLen(line[size:]) == 0 {
		return false
	}
	blank, clues := byte('1'), 0 // '1' is no blank, so there is none yet
	for i, b := range line[:size] {
		switch {
		case b >= '1' && b <= '9':
			room[i] = b - '0'
			clues++
		case b == blank || blank == '1' && strings.IndexByte(cells.OtherBlanks, b) >= 0:
			blank, room[i] = b, 0
		default:
			return false
		}
	}
	return clues >= cells.LeastClues && size-clues > 1
}

// decodeTrailing looks for text after the line "end".
func decodeTrailing(dst *form.Records, text []byte) {
	dst.Ended = true
	if line, column, ok := FirstText(text); ok {
		dst.Trailing = syntax.Error{Line: dst.Lines + line, Column: column, Err: syntax.ErrTrailing}
	}
	dst.Lines += syntax.CountLines(text)
}

// FirstText returns the line and column, from 1, of the first byte of text that is not part
// of a blank line or a comment. ok is false if there is none.
func FirstText(text []byte) (line, column int, ok bool) {
	for line = 1; len(text) > 0; line++ {
		this, size, _ := syntax.NextLine(text)
		text = text[size:]
		if syntax.IsComment(this) {
			continue
		}
		if column = syntax.TextColumn(this, form.TextMaxLine); column > 0 {
			return line, column, true
		}
	}
	return 0, 0, false
}

// Solution reads the solution that a record carries after its cells into dst, whose length
// is the number of cells. The solution is the first run of exactly as many cells, between
// bounds or at the end of the line. Solution returns the byte of the record at which it
// begins, from 1, or 0 if there is none. If a field is meant as a solution but is not one,
// fault says why.
func Solution(dst []uint8, record []byte) (at int, fault *syntax.Error) {
	size := len(dst)
	if len(record) <= size {
		return 0, nil
	}
	record, _, _ = syntax.NextLine(record)
	record = syntax.TrimCR(record)
	table := cells.TableOf(map[int]int{81: 9, 256: 16}[size])
	for at := size; at < len(record); {
		if n := syntax.BoundLen(record[at:]); n > 0 {
			at += n
			continue
		}
		end := at
		for end < len(record) && syntax.BoundLen(record[end:]) == 0 {
			end++
		}
		field := record[at:end]
		if len(field) == size && packed.ReadCells(dst, field) {
			return at + 1, nil
		}
		if fault == nil && cells.IsMeantAsGrid(field, size, table) {
			err := cells.LineFault(field, size, table)
			err.Line = 1
			err.Column += at
			fault = &err
		}
		at = end
	}
	return 0, fault
}

// IsEnd reports whether a line, without its line end, ends the input. There may be blanks
// around the word.
func IsEnd(line []byte) bool {
	return len(line) > 0 && (line[0] == 'e' || syntax.IsSpace(line[0])) && string(bytes.Trim(line, " \t")) == "end"
}
