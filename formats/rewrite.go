package formats

import (
	"slices"
	"strconv"
	"strings"
)

// replaceGrids puts the cells and the solution of a row into the values of its
// record, written as those are that were there. The value of a puzzle that is not
// written like that, as it would go into another kind of table as cells alone, is
// taken away.
func (w *RowWriter) replaceGrids(row *Row, sameKind bool) {
	f, values := row.From, w.fields.Values
	if f.Layout == nil || len(values) == 0 {
		return
	}
	const most = 4 // bytes that a cell takes, at most, where it took fewer
	size := 2 * most * len(row.Cells)
	for _, value := range values {
		size += len(value)
	}
	w.grids = slices.Grow(w.grids[:0], size) // enough, as a rule
	if f.isPuzzle(f.Layout.Puzzle) && !sameKind && !f.keepsPuzzle(values, f.Layout.Puzzle) {
		values[f.Layout.Puzzle] = nil
	} else {
		w.replaceGrid(f, f.Layout.Puzzle, row.Cells)
	}
	if f.Layout.Solution >= 0 {
		w.replaceGrid(f, f.Layout.Solution, row.Solution)
	}
}

// replaceGrid puts cells into the values from one column on; nil empties them.
func (w *RowWriter) replaceGrid(f Form, column int, cells []uint8) {
	width := f.cellColumns()
	values := w.fields.Values[min(column, len(w.fields.Values)):]
	values = values[:min(width, len(values))]
	if cells == nil {
		clear(values)
		return
	}
	a := f.Layout.alphabet
	if a == nil {
		a = standardAlphabet(len(cells))
	}
	from := len(w.grids)
	if width == 1 && len(values) == 1 && len(values[0]) == len(cells) {
		w.grids = a.rewriteBytes(w.grids, values[0], cells)
		values[0] = w.grids[from:len(w.grids):len(w.grids)]
		return
	}
	style := a.styleOf(values, len(cells))
	for i := range values {
		w.grids = style.rewrite(w.grids, values[i], cells[i*len(cells)/width:(i+1)*len(cells)/width])
		values[i] = w.grids[from:len(w.grids):len(w.grids)]
		from = len(w.grids)
	}
}

// rewriteBytes appends cells as a value has them in which each byte is one.
func (a *alphabet) rewriteBytes(dst, value []byte, cells []uint8) []byte {
	glyphs := *a.glyph
	for _, b := range value {
		if a.table[b] == 0 {
			glyphs[0] = b
			break
		}
	}
	for _, cell := range cells {
		dst = append(dst, glyphs[cell&glyphMask])
	}
	return dst
}

// A cellStyle is how a record writes its cells.
type cellStyle struct {
	*alphabet
	blank   []byte // what stands for a blank cell
	tokens  bool   // cells have something between them
	numbers bool   // they are numbers, even from 10 on
}

// longestBlank is how long the text of a blank cell may be to be used for others:
// one of many zeros would make rows of any length.
const longestBlank = 8

var dot, zero = []byte{'.'}, []byte{'0'}

// styleOf finds out how the values that are a grid write its cells.
func (a *alphabet) styleOf(values [][]byte, cells int) cellStyle {
	s := cellStyle{alphabet: a, blank: dot, tokens: len(values) == cells}
	if len(values) == 1 {
		s.tokens = countTokens(values[0]) == cells
	}
	known := false
	letters := false
	for _, value := range values {
		eachCell(value, s.tokens, func(token []byte) {
			cell, ok := a.token(token)
			switch {
			case ok && cell == 0 && !known && len(token) <= longestBlank:
				s.blank, known = token, true
			case ok && cell > 0:
				s.numbers = s.numbers || len(token) > 1
				letters = letters || token[0] > '9'
			}
		})
	}
	s.numbers = s.numbers || s.tokens && a.order > 9 && !letters
	if !known && s.tokens {
		s.blank = zero
		if strings.IndexByte(a.blanks, '0') < 0 {
			s.blank = dot
		}
	}
	return s
}

// rewrite appends a value with other cells in place of its own. One that does not
// have as many is replaced as a whole.
func (s *cellStyle) rewrite(dst, value []byte, cells []uint8) []byte {
	n := 0
	eachCell(value, s.tokens, func([]byte) { n++ })
	if n != len(cells) || s.placed {
		for _, cell := range cells {
			dst = s.appendCell(dst, cell)
		}
		return dst
	}
	n = 0
	at := 0
	eachCell(value, s.tokens, func(token []byte) {
		from := cap(value) - cap(token) // where the token lies in the value
		dst = append(dst, value[at:from]...)
		dst = s.appendCell(dst, cells[n])
		at = from + len(token)
		n++
	})
	return append(dst, value[at:]...)
}

// appendCell appends one cell.
func (s *cellStyle) appendCell(dst []byte, cell uint8) []byte {
	switch {
	case cell == 0:
		return append(dst, s.blank...)
	case s.numbers:
		return strconv.AppendInt(dst, int64(cell)-int64(s.table['0']&1), 10)
	}
	return append(dst, s.glyph[cell&glyphMask])
}

// eachCell calls do with each cell of a value: with what stands between two
// separators, or with each byte that is none.
func eachCell(value []byte, tokens bool, do func(token []byte)) {
	for i := 0; i < len(value); i++ {
		if between(value[i]) {
			continue
		}
		end := i + 1
		for tokens && end < len(value) && !between(value[end]) {
			end++
		}
		do(value[i:end])
		i = end - 1
	}
}

// countTokens counts what stands between separators.
func countTokens(value []byte) (n int) {
	eachCell(value, true, func([]byte) { n++ })
	return n
}
