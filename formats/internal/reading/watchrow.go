package reading

// This file reads lines as rows of grids.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// maxRow limits the characters of a row.
const maxRow = 200

// lineCells is a line split into ASCII characters.
type lineCells struct {
	glyphs [maxRow]byte
	size   int
	yaml   int  // length of a mark of a YAML list before the row
	plain  bool // all characters are cells or separators
}

// The classes of characters.
const (
	isOther = iota
	isCell
	isSeparator
)

var classes = newClasses()

func newClasses() (table [256]uint8) {
	for b := range table {
		if _, ok := valueOf(byte(b)); ok {
			table[b] = isCell
		}
	}
	for _, b := range []byte(" \t|,;:'\"[](){}!") {
		table[b] = isSeparator
	}
	return table
}

// valueOf returns the value of a character: a digit, a blank or a letter.
func valueOf(b byte) (value uint8, ok bool) {
	switch {
	case b >= '1' && b <= '9':
		return b - '0', true
	case b == '0' || b == '.' || b == '-' || b == '_' || b == '*' || b == '?' || b|0x20 == 'x':
		return 0, true
	case b|0x20 >= 'a' && b|0x20 <= 'y':
		return letter + b&31, true
	}
	return 0, false
}

// load splits a line. It returns false if the line cannot be a row.
func (l *lineCells) load(line []byte) bool {
	l.plain = true
	for at := 0; at < len(line); {
		b, size := cells.GlyphAt(line[at:])
		at += size
		if b >= 0x80 || b < ' ' && b != '\t' {
			return false
		}
		l.glyphs[l.size] = b
		l.size++
		l.plain = l.plain && classes[b] != isOther
	}
	start := 0
	for start < l.size && syntax.IsSpace(l.glyphs[start]) {
		start++
	}
	if start+3 <= l.size && string(l.glyphs[start:start+3]) == "- [" {
		l.yaml = start + 2
	}
	return true
}

// read reads the line as a row in a notation.
func (l *lineCells) read(r *watchedRow, way int) {
	ok := false
	switch text := l.glyphs[l.yaml:l.size]; {
	case way == asSymbols:
		ok = r.readSymbols(text)
	case !l.plain:
	case way == asCells:
		ok = r.readCells(text)
	case way == asNumbers:
		ok = r.readTokens(text)
	case way == asColumns:
		ok = r.readColumns(text, 9)
	case way == asGroups:
		ok = r.readGroups(text)
	default:
		ok = r.readFields(text, separators[way])
	}
	if !ok || way != asSymbols && !r.fits() {
		r.size = 0
	}
}

// fits reports whether a grid may have rows of this size, and all cells are digits of it.
func (r *watchedRow) fits() bool {
	if r.size > maxSize || boxes[r.size].Rows == 0 {
		return false
	}
	for _, cell := range r.cells[:r.size] {
		if int(cell) > r.size && (cell < letter || r.size <= 9) {
			return false
		}
	}
	return true
}

// push adds a cell. It returns false if there is no room.
func (r *watchedRow) push(value uint8) bool {
	if r.size == maxSize {
		return false
	}
	r.cells[r.size] = value
	r.size++
	return true
}

// eachToken calls do with the text between separators until it returns false.
func eachToken(text []byte, do func(token []byte) bool) bool {
	for at := 0; at < len(text); at++ {
		if classes[text[at]] == isSeparator {
			continue
		}
		from := at
		for at < len(text) && classes[text[at]] != isSeparator {
			at++
		}
		if !do(text[from:at]) {
			return false
		}
	}
	return true
}

// sameShape reports whether a token is as long as the tokens before it.
func (r *watchedRow) sameShape(token []byte) bool {
	if r.shape == 0 {
		r.shape = len(token)
	}
	return r.shape == len(token)
}

// readCells reads a character a cell. All tokens must have one length.
func (r *watchedRow) readCells(text []byte) bool {
	return eachToken(text, func(token []byte) bool {
		if !r.sameShape(token) {
			return false
		}
		for _, b := range token {
			if value, _ := valueOf(b); !r.push(value) {
				return false
			}
		}
		return true
	})
}

// readTokens reads a number or a character a cell.
func (r *watchedRow) readTokens(text []byte) bool {
	return eachToken(text, func(token []byte) bool {
		value, ok := tokenValue(token)
		return ok && r.push(value)
	})
}

// tokenValue returns the value of a number below 100 or of a character.
func tokenValue(token []byte) (value uint8, ok bool) {
	switch {
	case len(token) == 1:
		return valueOf(token[0])
	case len(token) == 2 && syntax.IsDigit(token[0]) && syntax.IsDigit(token[1]):
		return 10*(token[0]-'0') + token[1] - '0', true
	}
	return 0, false
}

// readFields reads fields, which may be empty. Empty fields at the end may be missing.
func (r *watchedRow) readFields(text []byte, separator byte) bool {
	const least = 5 // fields of a row whose last fields are missing
	fields, empty := 0, false
	for at := 0; at <= len(text); at++ {
		from := at
		for at < len(text) && text[at] != separator {
			at++
		}
		field := text[from:at]
		for len(field) > 0 && field[0] != separator && classes[field[0]] == isSeparator {
			field = field[1:]
		}
		for len(field) > 0 && classes[field[len(field)-1]] == isSeparator {
			field = field[:len(field)-1]
		}
		value, ok := uint8(0), true
		if empty = empty || len(field) == 0; len(field) > 0 {
			value, ok = tokenValue(field)
		}
		if fields++; !ok || !r.push(value) {
			return false
		}
	}
	if empty && r.size >= least && r.size < 9 {
		r.size = 9
	}
	return fields > 1
}

// readColumns reads digits and spaces, a character a cell. The last spaces may be missing.
func (r *watchedRow) readColumns(text []byte, size int) bool {
	if len(text) > size || len(text) == 0 {
		return false
	}
	for _, b := range text {
		switch {
		case b == ' ':
			r.push(0)
		case b >= '1' && b <= '9':
			r.push(b - '0')
		default:
			return false
		}
	}
	for range size - len(text) {
		r.push(0)
	}
	return true
}

// readGroups reads three groups of three columns with bars between them.
func (r *watchedRow) readGroups(text []byte) bool {
	if len(text) > 1 && text[0] == '|' && text[len(text)-1] == '|' {
		text = text[1 : len(text)-1]
	}
	groups := 0
	for at := 0; at <= len(text); at++ {
		from := at
		for at < len(text) && text[at] != '|' {
			at++
		}
		var group watchedRow
		if at > from && !group.readColumns(text[from:at], 3) || groups == 3 {
			return false
		}
		copy(r.cells[3*groups:], group.cells[:3])
		groups++
	}
	r.size = 9
	return groups == 3
}

// readSymbols reads 9 or 16 characters in tokens of one length.
func (r *watchedRow) readSymbols(text []byte) bool {
	ok := eachToken(text, func(token []byte) bool {
		if !r.sameShape(token) {
			return false
		}
		for _, b := range token {
			if !r.push(b) {
				return false
			}
		}
		return true
	})
	return ok && (r.size == 9 || r.size == 16)
}

// isPause reports whether a line may stand between the rows of a grid, because it is drawn.
func isPause(line []byte) bool {
	for at := 0; at < len(line); {
		b, size := cells.GlyphAt(line[at:])
		at += size
		switch b {
		case ' ', '\t', '-', '+', '=', '|', '_', '*', '.', ':', '#', '~':
		default:
			return false
		}
	}
	return true
}

// runBytes are the characters of a run of cells.
var runBytes = func() (table [256]bool) {
	for b := range table {
		_, ok := valueOf(byte(b))
		table[b] = ok
	}
	return table
}()

// findRuns looks for runs of about 81 or exactly 256 cells, and reports whether there are
// some. It adds them to Found as strays at a place, if there is one. A line with several is
// one stray.
func (w *Watcher) findRuns(line []byte, place *Stray) (found bool) {
	const least, most = 77, 85
	for at := 0; len(line)-at >= least; {
		if !runBytes[line[at]] {
			at++
			continue
		}
		begin := at
		for at < len(line) && runBytes[line[at]] {
			at++
		}
		run := line[begin:at]
		if begin > 0 && line[begin-1]|0x20 >= 'a' && line[begin-1]|0x20 <= 'z' {
			continue
		}
		var stray Stray
		if place != nil {
			stray = *place
		}
		switch n := len(run); {
		case n == 81 && isRunOf(run, 9):
			stray.Size = 9
		case n == 256 && isRunOf(run, 16):
			stray.Size = 16
		case n >= least && n <= most && n != 81 && isNearly81(run):
			stray.Cells = n
		default:
			continue
		}
		if place == nil {
			return true
		}
		if stray.Comment = isComment(line); !found {
			w.Found = append(w.Found, stray)
		}
		found = true
	}
	return found
}

// HoldsGrid reports whether a grid is in a line.
func HoldsGrid(line []byte) bool {
	const most = 4 << 10 // bytes of a line that are looked at
	return len(line) > 81 && (*Watcher)(nil).findRuns(line[:min(len(line), most)], nil)
}

// NearlyCells returns the number of cells of a line that is nearly 81, or 0.
func NearlyCells(line []byte) int {
	var w Watcher
	if w.findRuns(syntax.TrimBlanks(line), new(Stray)); len(w.Found) == 0 {
		return 0
	}
	return w.Found[0].Cells
}

// isComment reports whether a line is a comment, perhaps an indented one.
func isComment(line []byte) bool {
	for len(line) > 0 && syntax.IsSpace(line[0]) {
		line = line[1:]
	}
	return syntax.IsComment(line)
}

// isRunOf reports whether a run looks like a grid.
func isRunOf(run []byte, size int) bool {
	var grid [256]uint8
	for i, b := range run {
		value, _ := valueOf(b)
		if value > 9 && size == 9 {
			return false
		}
		grid[i] = value
	}
	return IsSound(grid[:len(run)], size)
}

// isNearly81 reports whether a run has enough digits, and one character for all blanks.
func isNearly81(run []byte) bool {
	digits, blank := 0, byte(0)
	for _, b := range run {
		switch {
		case b >= '1' && b <= '9':
			digits++
		case blank == 0 || blank == b:
			if value, _ := valueOf(b); value != 0 {
				return false
			}
			blank = b
		default:
			return false
		}
	}
	return digits >= cells.LeastClues && blank != 0
}
