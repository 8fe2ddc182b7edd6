package gridreader

// This file writes answers in the drawing of their records.

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// step takes a line, and drops the grids that end before it.
func (s *stack) step(line []byte, at lineAt) {
	s.read(line)
	for rows := s.ended(at); rows > 0; rows = s.ended(at) {
		s.drop(rows)
	}
	s.push(line, at)
}

// Redraw appends the mark, if there is one, as a line, and then the record with the cells of a grid in
// place of its blanks, unless grid is nil. Line ends stay; the last line gets one.
func (s *Style) Redraw(dst, record, mark []byte, grid []uint8) []byte {
	lineEnd := []byte{'\n'}
	if first, _, _ := syntax.NextLine(record); len(syntax.TrimCR(first)) < len(first) {
		lineEnd = []byte("\r\n")
	}
	if mark != nil {
		dst = append(append(dst, mark...), lineEnd...)
	}
	rows := stack{style: *s}
	for len(grid) > 0 && len(record) > 0 {
		line, size, ended := syntax.NextLine(record)
		record = record[size:]
		text := syntax.TrimCR(line)
		if rows.step(text, lineAt{}); rows.isRow() {
			dst, grid = s.redrawRow(dst, text, grid[:s.Size]), grid[s.Size:]
		} else {
			dst = append(dst, text...)
		}
		if ended {
			dst = append(append(dst, line[len(text):]...), '\n')
		} else {
			dst = append(dst, lineEnd...)
		}
	}
	return dst
}

// redrawRow appends a row with other cells in place of its blanks.
func (s *Style) redrawRow(dst, line []byte, cells []uint8) []byte {
	if out, ok := s.redrawBytes(dst, line, cells); ok {
		return out
	}
	var places [maxSize]place
	r := row{places: &places}
	s.read(&r, line)
	begin, done := len(dst), 0
	for i, cell := range cells {
		if r.cells[i] > 0 {
			continue
		}
		from, to := places[i].from, places[i].to
		dst = append(dst, line[min(done, len(line)):min(from, len(line))]...)
		for range from - max(done, len(line)) {
			dst = append(dst, max(separators[s.Notation], ' '))
		}
		dst = s.appendCell(dst, begin, line[min(from, len(line)):min(to, len(line))], cell)
		done = to
	}
	return append(dst, line[min(done, len(line)):]...)
}

// redrawBytes is redrawRow for a row whose characters are cells or separators, as in most rows. For any
// other row it returns false.
func (s *Style) redrawBytes(dst, line []byte, row []uint8) (out []byte, ok bool) {
	if s.Notation != Chars || s.Cells.Spaced {
		return dst, false
	}
	var room [maxSize]byte
	begin, n := len(dst), 0
	glyphs := s.Cells.AppendCells(room[:0], row)
	for _, b := range line {
		cell := s.Cells.Table[b]
		switch {
		case b >= utf8.RuneSelf || b == '*' && cell == cells.BadCell || cell != cells.BadCell && n == len(glyphs):
			return dst[:begin], false
		case cell != cells.BadCell:
			if cell == 0 {
				b = glyphs[n]
			}
			n++
		}
		dst = append(dst, b)
	}
	return dst, true
}

// appendCell appends a cell in place of a blank, and keeps the width of columns: a shorter text is
// padded, and a longer one takes the place of spaces before it, except one space. The row begins at begin.
func (s *Style) appendCell(dst []byte, begin int, blank []byte, cell uint8) []byte {
	var room [4]byte
	text := s.Cells.AppendCells(room[:0], []uint8{cell})
	if s.Cells.Spaced {
		text = strconv.AppendInt(room[:0], int64(cell)-int64(s.Cells.Table['0']&1), 10)
	}
	width, pad := utf8.RuneCount(blank), byte(' ')
	if len(bytes.Trim(blank, "0")) == 0 {
		pad = '0'
	}
	for range width - len(text) {
		dst = append(dst, pad)
	}
	for n := len(dst); width > 0 && width < len(text) && n > begin && dst[n-1] == ' ' && (n-1 == begin || dst[n-2] == ' '); n-- {
		dst = dst[:n-1]
		width++
	}
	return append(dst, text...)
}

// Between appends the text between two records, without the titles and grids of solutions.
func (d *File) Between(dst, text []byte) []byte {
	if len(bytes.TrimSpace(text)) == 0 {
		return append(dst, text...)
	}
	var room [2]stack
	open := room[:0]
	for _, style := range d.Styles {
		open = append(open, stack{style: style})
	}
	for len(text) > 0 {
		line, size, _ := syntax.NextLine(text)
		text = text[size:]
		inside := sectionOf(line) != puzzles
		for i := range open {
			open[i].step(syntax.TrimCR(line), lineAt{})
			inside = inside || open[i].isRow() || open[i].isOpen()
		}
		if !inside {
			dst = append(append(dst, line...), '\n')
		}
	}
	return dst
}
