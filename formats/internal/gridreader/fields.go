package gridreader

// This file reads rows of fields, which may be empty.

import (
	"bytes"
	"unicode/utf8"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// fieldMarks are the characters that may surround the cell in a field.
const fieldMarks = " \t'\"[]{}()"

// readFields reads fields. Empty fields are blanks.
func (s *Style) readFields(r *row, line []byte) {
	if s.Notation == Bars && !mayHaveBars(line) || s.Notation != Bars && bytes.IndexByte(line, separators[s.Notation]) < 0 {
		return
	}
	most, begin, end := s.most(), markLen(line), len(line)
	switch s.Notation {
	case Bars:
		begin, end = insideBars(line)
	case Ampersands:
		if i := bytes.Index(line, []byte(`\\`)); i >= 0 {
			end = i
		}
	}
	for at := begin; !r.isNone(s); {
		to, next := s.fieldEnd(line[:end], at)
		empty := r.empty
		s.readField(r, line, at, to, most)
		if r.blankEnd = r.empty > empty; next == to {
			break
		}
		at = next
	}
	if s.Notation <= Tabs {
		s.addMissing(r, end)
	}
}

// readField adds the field at line[at:to].
func (s *Style) readField(r *row, line []byte, at, to, most int) {
	field := bytes.TrimLeft(line[at:to], fieldMarks)
	from := to - len(field)
	field = bytes.TrimRight(field, fieldMarks)
	switch {
	case len(field) == 0 && s.Filled:
	case len(field) == 0:
		r.empty++
		middle := at + (to-at)/2
		r.add(0, middle, min(middle+1, to), most)
	case s.Notation == Ampersands && string(field) == "~":
		r.empty++
		r.add(0, from, from+1, most)
	default:
		r.add(s.token(r, field), from, from+len(field), most)
	}
}

// addMissing adds the last fields of a row of a spreadsheet, which programs and people leave out if they are
// empty.
func (s *Style) addMissing(r *row, end int) {
	const usual = 9
	most := s.Size
	if most == 0 && r.n >= 5 && r.n < usual {
		most = usual
	}
	if r.empty == 0 || r.bad > 0 || r.n <= most/2 {
		return
	}
	for at := end + 1; r.n < most; at++ { // each lies a separator behind the one before
		r.empty++
		r.missing++
		r.add(0, at, at, most)
	}
	r.blankEnd = r.blankEnd && r.missing == 0
}

// fieldEnd returns the end of the field at a place of the line, and the beginning of the next one, or
// the same for the last field.
func (s *Style) fieldEnd(line []byte, at int) (end, next int) {
	for at < len(line) {
		b, size := cells.GlyphAt(line[at:])
		if b == separators[s.Notation] {
			return at, at + size
		}
		at += size
	}
	return at, at
}

// mayHaveBars reports whether a line has a bar or a character that may be drawn as one.
func mayHaveBars(line []byte) bool {
	const boxDrawing = "\u2502"
	return bytes.IndexByte(line, '|') >= 0 || bytes.IndexByte(line, boxDrawing[0]) >= 0
}

// insideBars returns the part of a line between the first bar and the last one, if these stand around
// the row.
func insideBars(line []byte) (begin, end int) {
	bars, last := 0, 0
	for at := 0; at < len(line); {
		b, size := cells.GlyphAt(line[at:])
		if b == '|' {
			if bars++; bars == 1 && len(bytes.TrimSpace(line[:at])) == 0 {
				begin = at + size
			}
			last = at
		}
		at += size
	}
	end = len(line)
	_, size := utf8.DecodeRune(line[last:])
	rest := bytes.TrimSpace(line[last+size:]) // LaTeX's package sudoku has a point there
	if bars > 0 && (len(rest) == 0 || string(rest) == ".") && (begin > 0 || !geometry.Of(bars+1).Known()) {
		end = last
	}
	return begin, max(begin, end)
}

// isDelimiter reports whether a rule separates the head of a Markdown table from its rows.
func isDelimiter(line []byte) bool {
	return bytes.Count(line, []byte{'|'}) > 3 && len(bytes.Trim(line, " \t|-:")) == 0
}

// isCommand reports whether a line is a command between the rows of a LaTeX table.
func isCommand(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte(`\`)) && !bytes.HasPrefix(line, []byte(`\begin`)) && !bytes.HasPrefix(line, []byte(`\end`))
}
