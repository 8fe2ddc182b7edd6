package formats

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// lineGrammar is that of [Line]. A Layout makes it a list with the puzzle in a
// field of its lines, which is read as CSV is.
var lineGrammar = grammar{
	name: "line", orders: both, maxLine: form.TextMaxLine, maxRecord: form.TextMaxRecord,
	detect: detectList, framer: newLineFramer,
	decode: decodeLine, spans: lineSpans, fields: lineFields,
	appendGrid: func(f Form, dst []byte, grid []uint8) []byte { return cells.AppendLines(dst, grid, f.Order) },
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
const lineMaxLine = form.TextMaxLine

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
		line, size, _ := syntax.NextLine(text)
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
	grid := len(room)
	if syntax.IsComment(line) {
		return true
	}
	if len(line) > lineMaxLine {
		dst.Fault(SyntaxError{Line: dst.Lines, Column: lineMaxLine + 1, Err: ErrLineTooLong, Want: lineMaxLine})
		return true
	}
	if syntax.IsBlank(line, lineMaxLine) {
		return true
	}
	line = syntax.TrimCR(line)
	if isEnd(line) {
		return false
	}
	if readLine(room, line) || BOMLen(line) > 0 && readLine(room, line[BOMLen(line):]) || readOtherBlanks(room, line) {
		dst.Cells = dst.Cells[:len(dst.Cells)+grid]
		dst.N++
		return true
	}
	err := cells.LineFault(line, grid, cells.TableOf(dst.Order))
	err.Line = dst.Lines
	dst.Fault(err)
	return true
}

// readLine reads the cells that a line begins with, and reports whether it is a record.
func readLine(room []uint8, line []byte) bool {
	cells := len(room)
	return len(line) >= cells && (len(line) == cells || syntax.BoundLen(line[cells:]) > 0) && packed.ReadCells(room, line)
}

// readOtherBlanks is readLine for a line of order 9 whose blanks are neither dots nor
// zeros, but another character, as where lists were joined. It has as many clues as a
// puzzle needs: what separates paragraphs has not, and a digit that was damaged stands
// among other blanks.
func readOtherBlanks(room []uint8, line []byte) bool {
	grid := len(room)
	if grid != 81 || len(line) < grid || len(line) > grid && syntax.BoundLen(line[grid:]) == 0 {
		return false
	}
	blank, clues := byte(0), 0
	for i, b := range line[:grid] {
		switch {
		case b >= '1' && b <= '9':
			room[i] = b - '0'
			clues++
		case b == blank || blank == 0 && strings.IndexByte(cells.OtherBlanks, b) >= 0:
			blank, room[i] = b, 0
		default:
			return false
		}
	}
	return clues >= cells.LeastClues && grid-clues > 1
}

// isEnd reports whether a line without its line end is the one that ends the
// input, as the judge that the form comes from has it.
func isEnd(line []byte) bool {
	return bytes.HasPrefix(line, []byte("end")) && len(syntax.TrimBlanks(line)) == len("end")
}

// decodeTrailing looks at the text after the line "end".
func decodeTrailing(dst *Records, text []byte) {
	dst.Ended = true
	if line, column, ok := (Form{Kind: Line, Order: dst.Order}).FirstText(text); ok {
		dst.Trailing = SyntaxError{Line: dst.Lines + line, Column: column, Err: ErrTrailing}
	}
	dst.Lines += syntax.CountLines(text)
}
