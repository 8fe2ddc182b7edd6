package formats

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
)

// lineGrammar is that of [Line]. A Layout makes it a list with the puzzle in a
// field of its lines, which is read as CSV is.
var lineGrammar = grammar{
	name: "line", orders: both, maxLine: textMaxLine, maxRecord: textMaxRecord,
	detect: detectList, framer: newLineFramer,
	decode: decodeLine, spans: lineSpans, fields: lineFields,
	appendGrid: func(f Form, dst []byte, cells []uint8) []byte { return appendLines(dst, cells, f.Order) },
}

// detectList looks for lists whose lines are fields with blanks, colons or equals
// signs between them, one of which is the puzzle. Commas and the like are better evidence, and
// members of JSON, which may be cut off, are no fields.
func detectList(s *sample) candidate {
	if s.hasMembers() {
		return candidate{}
	}
	list := bestTable(s, Line, []byte{' ', ':', '='})
	for _, table := range []candidate{s.once(CSV, detectCSV), s.once(TSV, detectTSV)} {
		if table.form.Layout != nil && len(table.form.Layout.Columns) > 1 && table.puzzles >= list.puzzles {
			return candidate{}
		}
	}
	return list
}

// newLineFramer returns the framer of lines of either sort.
func newLineFramer(f Form) Framer {
	if f.Layout != nil {
		return newCSVFramer(f)
	}
	return lineFramer{}
}

// lineFields takes a list's record apart.
func lineFields(f Form, dst *Fields, record []byte) {
	if f.Layout != nil {
		csvFields(f, dst, record)
	}
}

// decodeLine reads lines of either sort.
func decodeLine(f Form, dst *Records, text []byte) {
	if f.Layout != nil {
		decodeCSV(f, dst, text)
		return
	}
	decodeLines(dst, text)
}

// lineMaxLine leaves ample room for what lists carry after the cells.
const lineMaxLine = textMaxLine

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
	// Every record takes its cells and a newline at least, so one reservation
	// is enough and the loop extends the slice without a look at its capacity.
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(cells+1)+1)*cells)
	for len(text) > 0 {
		n := len(dst.Cells)
		room := dst.Cells[n:cap(dst.Cells)]
		// Lines of cells and nothing else need no search for their ends: if all
		// is cells, none of it is a newline.
		if len(text) > cells && text[cells] == '\n' {
			if lines := packed.ReadLines(room, text, dst.Order); lines > 0 {
				dst.Cells = dst.Cells[:n+lines*cells]
				dst.Lines += lines
				dst.N += lines
				text = text[lines*(cells+1):]
				continue
			}
		}
		line, size, _ := nextLine(text)
		text = text[size:]
		dst.Lines++
		if !decodeOne(dst, line, room[:cells]) {
			decodeTrailing(dst, text)
			return
		}
	}
}

// decodeOne reads one line of any content; room is where its cells go if it
// is a good record. It returns false if the line ends the input.
func decodeOne(dst *Records, line []byte, room []uint8) bool {
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
	if readLine(room, line) || BOMLen(line) > 0 && readLine(room, line[BOMLen(line):]) || readOtherBlanks(room, line) {
		dst.Cells = dst.Cells[:len(dst.Cells)+cells]
		dst.N++
		return true
	}
	err := lineFault(line, cells, tableOf(dst.Order))
	err.Line = dst.Lines
	dst.fault(err)
	return true
}

// readLine reads the cells that a line begins with, and reports whether it is a record.
func readLine(room []uint8, line []byte) bool {
	cells := len(room)
	return len(line) >= cells && (len(line) == cells || boundLen(line[cells:]) > 0) && packed.ReadCells(room, line)
}

// otherBlanks are what blanks are written as beside dots and zeros.
const otherBlanks = "*_?-xX"

// leastClues are what a puzzle of order 9 with one solution has.
const leastClues = 17

// readOtherBlanks is readLine for a line of order 9 whose blanks are neither dots nor
// zeros, but another character, as where lists were joined. It has as many clues as a
// puzzle needs: what separates paragraphs has not, and a digit that was damaged stands
// among other blanks.
func readOtherBlanks(room []uint8, line []byte) bool {
	cells := len(room)
	if cells != 81 || len(line) < cells || len(line) > cells && boundLen(line[cells:]) == 0 {
		return false
	}
	blank, clues := byte(0), 0
	for i, b := range line[:cells] {
		switch {
		case b >= '1' && b <= '9':
			room[i] = b - '0'
			clues++
		case b == blank || blank == 0 && strings.IndexByte(otherBlanks, b) >= 0:
			blank, room[i] = b, 0
		default:
			return false
		}
	}
	return clues >= leastClues && cells-clues > 1
}

// lineFault finds what is wrong with a line that is not a good record.
func lineFault(line []byte, cells int, table *cellTable) SyntaxError {
	n := table.run(line, cells)
	err := SyntaxError{Column: n + 1, Have: n, Want: cells}
	switch {
	case n == cells && table[line[n]] != badCell:
		err.Err, err.Have = ErrLong, 0
	case n == len(line) || n > 0 && n < cells && boundLen(line[n:]) > 0:
		err.Err = ErrShort
	default:
		err = SyntaxError{Column: n + 1, Err: ErrCell, Got: line[n]}
	}
	return err
}

// boundLen returns the length of what may follow the cells on their line, if text begins
// so, and 0 if it does not. Pages of the web have no-break spaces.
func boundLen(text []byte) int {
	switch text[0] {
	case ' ', '\t', ',', ';', '#':
		return 1
	case 0xc2:
		if len(text) > 1 && text[1] == 0xa0 {
			return 2
		}
	}
	return 0
}

// isEnd reports whether a line without its line end is the one that ends the
// input, as the judge that the form comes from has it.
func isEnd(line []byte) bool {
	return bytes.HasPrefix(line, []byte("end")) && len(trimBlanks(line)) == len("end")
}

// decodeTrailing looks at the text after the line "end".
func decodeTrailing(dst *Records, text []byte) {
	dst.Ended = true
	if line, column, ok := (Form{Kind: Line, Order: dst.Order}).FirstText(text); ok {
		dst.Trailing = SyntaxError{Line: dst.Lines + line, Column: column, Err: ErrTrailing}
	}
	dst.Lines += countLines(text)
}

// appendLines appends grids of either order that lie one after the other in
// cells, each as one line.
func appendLines(dst []byte, cells []uint8, order int) []byte {
	size := order * order
	for len(cells) >= size {
		n := len(dst)
		dst = slices.Grow(dst, len(cells)+len(cells)/size)
		lines := packed.WriteLines(dst[n:cap(dst)], cells, order)
		dst = dst[:n+lines*(size+1)]
		cells = cells[lines*size:]
		if len(cells) >= size {
			dst = appendLine(dst, cells[:size], order)
			cells = cells[size:]
		}
	}
	return dst
}

// appendLine appends a grid of either order as one line, whatever its values.
func appendLine(dst []byte, cells []uint8, order int) []byte {
	glyph := digitsDot
	if order == 16 {
		glyph = lettersDot
	}
	for _, cell := range cells {
		dst = append(dst, glyph[cell&glyphMask])
	}
	return append(dst, '\n')
}
