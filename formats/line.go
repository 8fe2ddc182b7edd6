package formats

import (
	"bytes"
	"slices"
)

// lineMaxLine leaves ample room for what lists carry behind the cells.
const lineMaxLine = 64 << 10

// lineFramer frames the form Line (see [Line] for the grammar): every newline
// is a border. It does not look for the line "end", because a reader must not
// look at every line; [Records].Ended says that it was met.
type lineFramer struct{}

func (lineFramer) Cut(text []byte, eof bool) (from, to int) {
	if eof {
		return 0, len(text)
	}
	return 0, bytes.LastIndexByte(text, '\n') + 1
}

func (lineFramer) Finish() *SyntaxError { return nil }

// decodeLines reads text in the form Line into dst, which is empty.
func decodeLines(dst *Records, text []byte) {
	cells := dst.Order * dst.Order
	table := tableOf(dst.Order)
	// Every record takes its cells and a newline at least, so one reservation
	// is enough and the loop extends the slice without a look at its capacity.
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(cells+1)+1)*cells)
	for len(text) > 0 {
		n := len(dst.Cells)
		room := dst.Cells[n : n+cells : cap(dst.Cells)]
		// A line of cells and nothing else needs no search for its end: if all
		// of them are cells, none of them is a newline.
		if len(text) > cells && text[cells] == '\n' && decodeCells(room, text, table) {
			dst.Cells = dst.Cells[:n+cells]
			dst.Lines++
			dst.N++
			text = text[cells+1:]
			continue
		}
		line, size, _ := nextLine(text)
		text = text[size:]
		dst.Lines++
		if !decodeLine(dst, line, room, table) {
			decodeTrailing(dst, text)
			return
		}
	}
}

// decodeLine reads one line of any content; room is where its cells go if it
// is a good record. It returns false if the line ends the input.
func decodeLine(dst *Records, line []byte, room []uint8, table *cellTable) bool {
	cells := len(room)
	if isComment(line) {
		return true
	}
	if len(line) > lineMaxLine {
		dst.fault(SyntaxError{Line: dst.Lines, Column: lineMaxLine + 1, Err: ErrLineTooLong, Want: lineMaxLine})
		return true
	}
	if isBlank(line, lineMaxLine) {
		return true
	}
	line = trimCR(line)
	if isEnd(line) {
		return false
	}
	if len(line) >= cells && (len(line) == cells || isBound(line[cells])) && decodeCells(room, line, table) {
		dst.Cells = dst.Cells[:len(dst.Cells)+cells]
		dst.N++
		return true
	}
	err := lineFault(line, cells, table)
	err.Line = dst.Lines
	dst.fault(err)
	return true
}

// decodeCells reads the first len(room) bytes of text, which is as long at
// least, as cells, and reports whether they all are. The two orders have a loop
// each because a length that is known leaves no bounds checks in it.
func decodeCells(room []uint8, text []byte, table *cellTable) bool {
	var seen uint8
	if len(room) == 81 {
		to, from := (*[81]uint8)(room), (*[81]byte)(text)
		for i, b := range from {
			cell := table[b]
			to[i] = cell
			seen |= cell
		}
	} else {
		to, from := (*[256]uint8)(room), (*[256]byte)(text)
		for i, b := range from {
			cell := table[b]
			to[i] = cell
			seen |= cell
		}
	}
	return seen&badCell == 0
}

// lineFault finds what is wrong with a line that is no good record.
func lineFault(line []byte, cells int, table *cellTable) SyntaxError {
	n := table.run(line, cells)
	err := SyntaxError{Column: n + 1, Have: n, Want: cells}
	switch {
	case n == cells && table[line[n]] != badCell:
		err.Err, err.Have = ErrLong, 0
	case n == len(line) || n > 0 && n < cells && isBound(line[n]):
		err.Err = ErrShort
	default:
		err = SyntaxError{Column: n + 1, Err: ErrCell, Got: line[n]}
	}
	return err
}

// isBound reports whether b may follow the cells on their line.
func isBound(b byte) bool {
	switch b {
	case ' ', '\t', ',', ';', '#':
		return true
	}
	return false
}

// isEnd reports whether a line without its line end is the one that ends the
// input, as the judge that the form comes from has it.
func isEnd(line []byte) bool {
	return bytes.HasPrefix(line, []byte("end")) && len(trimBlanks(line)) == len("end")
}

// decodeTrailing looks at the text behind the line "end".
func decodeTrailing(dst *Records, text []byte) {
	dst.Ended = true
	if line, column, ok := (Form{Line, dst.Order}).FirstText(text); ok {
		dst.Trailing = SyntaxError{Line: dst.Lines + line, Column: column, Err: ErrTrailing}
	}
	dst.Lines += countLines(text)
}

// appendLine appends a grid of either order as one line.
func appendLine(dst []byte, cells []uint8, order int) []byte {
	glyph := digitsDot
	if order == 16 {
		glyph = lettersDot
	}
	n := len(dst)
	dst = slices.Grow(dst, len(cells)+1)[:n+len(cells)+1]
	line := dst[n:]
	line[len(cells)] = '\n'
	line = line[:len(cells)]
	for i, cell := range cells {
		line[i] = glyph[cell&glyphMask]
	}
	return dst
}
