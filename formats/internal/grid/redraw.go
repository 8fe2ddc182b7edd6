package grid

// This file writes answers in the drawing of their records.

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// CanRedraw returns true: every grid can be drawn again.
func (*layout) CanRedraw() bool { return true }

// Redraw appends the mark, if there is one, as a line, and then the record with cells in
// place of its blanks, unless cells is nil. Line ends stay; the last line gets one.
func (l *layout) Redraw(dst, record, mark []byte, grid []uint8) []byte {
	lineEnd := []byte{'\n'}
	if first, _, _ := syntax.NextLine(record); len(syntax.TrimCR(first)) < len(first) {
		lineEnd = []byte("\r\n")
	}
	if mark != nil {
		dst = append(append(dst, mark...), lineEnd...)
	}
	w := l.walk()
	for len(grid) > 0 && len(record) > 0 {
		line, size, ended := syntax.NextLine(record)
		record = record[size:]
		text := syntax.TrimCR(line)
		if w.next(line); w.isRow() {
			dst, grid = l.style.redrawRow(dst, text, &w.row, grid[:l.style.Order]), grid[l.style.Order:]
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
func (s *style) redrawRow(dst, line []byte, r *row, row []uint8) []byte {
	if out, ok := s.redrawBytes(dst, line, r, row); ok {
		return out
	}
	begin, at := len(dst), 0
	for i, cell := range row {
		if r.cells[i] > 0 {
			continue
		}
		from := int(r.from[i])
		dst = append(dst, line[min(at, len(line)):min(from, len(line))]...)
		if from > len(line) {
			dst = append(dst, bytes.Repeat([]byte{max(s.separator, ' ')}, from-max(at, len(line)))...)
		}
		at = from + int(r.size[i])
		var blank []byte
		if at <= len(line) {
			blank = line[from:at]
		}
		dst = s.appendCell(dst, begin, blank, cell)
	}
	return append(dst, line[min(at, len(line)):]...)
}

// redrawBytes is redrawRow for a row whose blanks and cells are one byte each, as in most rows.
// For any other row it returns false.
func (s *style) redrawBytes(dst, line []byte, r *row, row []uint8) (out []byte, ok bool) {
	var room [maxOrder]byte
	begin := len(dst)
	dst = append(dst, line...)
	for i, glyph := range s.AppendCells(room[:0], row) {
		if r.cells[i] > 0 {
			continue
		}
		from := int(r.from[i])
		if s.Spaced || r.size[i] != 1 || from >= len(line) {
			return nil, false
		}
		dst[begin+from] = glyph
	}
	return dst, true
}

// appendCell appends a cell in place of a blank, and keeps the width of columns: a shorter
// text is padded, and a longer one takes the place of spaces before it, except one space.
// The row begins at begin.
func (s *style) appendCell(dst []byte, begin int, blank []byte, cell uint8) []byte {
	var room [4]byte
	text := s.AppendCells(room[:0], []uint8{cell})
	if s.Spaced {
		text = strconv.AppendInt(room[:0], int64(cell)-int64(s.Table['0']&1), 10)
	}
	width := utf8.RuneCount(blank)
	pad := byte(' ')
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
func (l *layout) Between(dst, text []byte) []byte {
	w := l.walk()
	for len(text) > 0 {
		line, size, _ := syntax.NextLine(text)
		text = text[size:]
		w.next(line)
		if w.isRow() || w.open() || w.kind == titleLine && sectionOf(line) != puzzles {
			continue
		}
		dst = append(append(dst, line...), '\n')
	}
	return dst
}
