package csv

// This file decodes the records of delimited text.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

func (l *layout) Decode(dst *model.Records, text []byte) {
	size := l.Order * l.Order
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(size+1)+1)*size)
	r := reader{layout: l, text: text}
	for {
		if l.pairs {
			r.readPairs(dst)
		}
		if !r.next() {
			break
		}
		n := len(dst.Cells)
		dst.Cells = slices.Grow(dst.Cells, size) // rows without their first zeros may be shorter than size
		grid := dst.Cells[n : n+size : cap(dst.Cells)]
		r.findFields()
		dst.Spans = append(dst.Spans, model.Span{})
		r.place(&dst.Spans[len(dst.Spans)-1])
		if !r.isUsual(grid) {
			if fault := r.puzzle(grid); fault.Err != nil {
				fault.Line += r.span.Line
				dst.Fault(fault)
				continue
			}
		}
		if form.Rounded(r.record[r.solutionFrom:r.solutionTo]) > 0 {
			dst.Rounded = append(dst.Rounded, dst.N)
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
	}
	if dst.Lines = r.lines; r.ended {
		form.End(dst, text[r.at:])
	}
}

func (l *layout) Spans(dst []model.Span, text []byte) []model.Span {
	r := reader{layout: l, text: text}
	for r.next() {
		dst = append(dst, model.Span{})
		r.place(&dst[len(dst)-1])
	}
	return dst
}

// A reader iterates over the records of a text.
type reader struct {
	*layout
	text  []byte
	at    int  // where the next record begins
	lines int  // lines before at
	known bool // quoting is set
	ended bool // a line "end" was read
	// quoting: the text has quotes around fields. quoted: the record may have some.
	quoting, quoted bool

	span     model.Span
	record   []byte // without its line end
	solution [geometry.MaxCells]uint8
	// The fields of the record with the puzzle and with the solution, if each is one field.
	puzzleFrom, puzzleTo, solutionFrom, solutionTo int
}

// next advances to the next record: a line for which [layout.isRecord] is true, or several
// lines whose line ends are in quotes.
func (r *reader) next() bool {
	if !r.known {
		r.known, r.quoting = true, !r.Plain && r.mayQuote() && bytes.IndexByte(r.text[r.at:], '"') >= 0
	}
	for r.at < len(r.text) && !r.ended {
		from, first := r.at, r.lineNumber()
		line := r.line()
		if !r.isRecord(line) {
			continue
		}
		if r.ended = r.Plain && syntax.IsEnd(syntax.TrimCR(line)); r.ended {
			break
		}
		r.span = model.Span{From: from, To: r.at, Line: first}
		r.record = syntax.TrimCR(line)
		return true
	}
	return false
}

// lineNumber returns the number of the next line, from 1, or 0 if lines have no numbers.
func (r *reader) lineNumber() int {
	if r.parquet {
		return 0
	}
	return r.lines + 1
}

// line returns the next line, or the next record of several lines, without its newline, and
// advances.
func (r *reader) line() []byte {
	rest := r.text[r.at:]
	line, size, _ := syntax.NextLine(rest)
	lines := 1
	if r.quoting {
		quotes := bytes.Count(line, []byte{'"'})
		r.quoted = quotes > 0
		if quotes%2 != 0 {
			size, _ = r.recordSize(rest, true)
			line, lines = bytes.TrimSuffix(rest[:size], []byte{'\n'}), syntax.CountLines(rest[:size])
		}
	}
	r.at += size
	r.lines += lines
	return line
}

// puzzle reads the puzzle of the record. The line of a fault counts from 0, the first line
// of the record.
func (r *reader) puzzle(grid []uint8) model.SyntaxError {
	if len(r.record) > form.TextMaxLine {
		return model.SyntaxError{Column: form.TextMaxLine + 1, Err: model.ErrLineTooLong, Want: form.TextMaxLine}
	}
	switch {
	case r.Plain:
		if cells.ReadLine(grid, r.record) {
			return model.SyntaxError{}
		}
		return cells.LineFault(r.record, len(grid), cells.TableOf(r.Order))
	case r.span.Missing < 0 && len(bytes.Trim(r.surplus(), string(r.separator)+" ")) > 0:
		fault := r.located(model.SyntaxError{Column: 1, Err: model.ErrFields, Want: len(r.Columns)}, len(r.record)-len(r.surplus()), 0)
		fault.Field = ""
		return fault
	case r.CellColumns > 1 && r.filled && r.span.Missing > 0: // who knows which cell is missing
		return model.SyntaxError{Column: len(r.record) + 1, Err: model.ErrFields, Have: len(r.Columns) - r.span.Missing, Want: len(r.Columns)}
	case r.CellColumns > 1:
		return r.readParts(grid)
	}
	from, value := r.puzzleFrom, r.record[r.puzzleFrom:r.puzzleTo]
	if inner := inQuotes(value); r.mayQuote() && len(inner) < len(value) {
		from, value = from+1, inner
	}
	fault := r.Cells.Read(grid, value)
	if fault.Err == nil && r.isShifted(grid) {
		fault = model.SyntaxError{Column: 1, Err: model.ErrShifted}
	}
	if fault.Err == nil {
		return fault
	}
	return r.located(fault, from, r.Puzzle)
}

// findFields finds the fields with the puzzle and the solution, and sets how many fields the
// record lacks.
func (r *reader) findFields() {
	end := len(r.record)
	r.puzzleFrom, r.puzzleTo, r.solutionFrom, r.solutionTo = end, end, end, end
	n, next := 0, 0
	if !r.Plain && r.CellColumns == 1 {
		simple := !r.quoted && !r.isList()
		for last := max(r.Puzzle, r.Solution); n <= last && next <= end; n++ {
			from, to := next, end
			if !simple {
				from, to, next = r.fieldAt(r.record, next)
			} else if i := bytes.IndexByte(r.record[from:], byte(r.separator)); i >= 0 {
				to, next = from+i, from+i+1
			} else {
				next = end + 1
			}
			switch n {
			case r.Puzzle:
				r.puzzleFrom, r.puzzleTo = from, to
			case r.Solution:
				r.solutionFrom, r.solutionTo = from, to
			}
		}
	}
	switch {
	case r.isList():
		return
	case next > end:
	case r.quoted:
		n += r.count(r.record[next:])
	default:
		n += 1 + bytes.Count(r.record[next:], []byte{byte(r.separator)})
	}
	r.span.Missing = len(r.Columns) - n
}

// surplus returns the fields of the record that have no column. They are a fault unless they are
// empty: some programs end each row with a separator.
func (r *reader) surplus() []byte {
	return r.record[r.field(r.record, len(r.Columns)):]
}

// readParts reads a grid that has one column per cell or row.
func (r *reader) readParts(grid []uint8) model.SyntaxError {
	size := len(grid) / r.CellColumns
	at := r.field(r.record, r.Puzzle)
	for i := range r.CellColumns {
		if at > len(r.record) {
			return r.located(model.SyntaxError{Column: 1, Err: model.ErrShort, Have: i * size, Want: len(grid)}, len(r.record), r.Puzzle)
		}
		from, to, next := r.fieldAt(r.record, at)
		value := cells.Unquoted(bytes.Trim(r.record[from:to], `"`))
		if fault := r.readPart(grid[i*size:][:size], value); fault.Err != nil {
			return r.located(fault, from+bytes.Index(r.record[from:to], value), r.Puzzle+i)
		}
		at = next
	}
	return model.SyntaxError{}
}

// readPart reads a cell, which may be empty, or a row.
func (l *layout) readPart(part []uint8, value []byte) model.SyntaxError {
	if len(part) > 1 {
		if l.padded {
			value = table.PadRow(value, l.Order)
		}
		return l.Cells.ReadTokens(part, value)
	}
	part[0] = 0
	if len(value) == 0 {
		return model.SyntaxError{}
	}
	cell, ok := l.Cells.Token(value)
	if !ok {
		return model.SyntaxError{Column: 1, Err: model.ErrCell, Got: value[0]}
	}
	part[0] = cell
	return model.SyntaxError{}
}

// isShifted reports whether the fields of the record are in the wrong columns, because a
// separator is missing or surplus. Then the puzzle's column holds the solution, and the
// solution's column holds no grid.
//
// A complete grid may be a puzzle, too, but then its solution follows it. Rows of a Parquet
// file are never shifted, and the column of solutions may have been left out.
func (r *reader) isShifted(grid []uint8) bool {
	if r.parquet || r.Solution <= r.Puzzle || bytes.IndexByte(grid, 0) >= 0 {
		return false
	}
	value := bytes.TrimSpace(r.record[r.solutionFrom:r.solutionTo])
	if len(value) == 0 {
		return r.span.Missing > 0
	}
	var solution [geometry.MaxCells]uint8
	return r.Cells.Read(solution[:len(grid)], inQuotes(value)).Err != nil
}

// place sets the place of the record. Writing field by field does not wait for the fields just
// written, as a copy does.
func (r *reader) place(span *model.Span) {
	span.From, span.To, span.Line, span.Missing = r.span.From, r.span.To, r.span.Line, r.span.Missing
	if from, to := r.solutionFrom, r.solutionTo; from < to && r.record[from] != '"' && !r.isList() {
		span.SolutionFrom, span.SolutionTo = int32(from), int32(to)
	}
}

// located converts the position of a fault in a value to its position in the record. from
// is the byte at which the value begins. In a Parquet file the position in the value stays.
func (r *reader) located(fault model.SyntaxError, from, column int) model.SyntaxError {
	if len(r.Header) > 0 || r.parquet {
		fault.Field = r.Columns[column].Name
	}
	if r.parquet {
		return fault
	}
	at := min(from+fault.Column-1, len(r.record))
	fault.Line, fault.Column = syntax.PlaceAfter(r.record[:at], 0, 1)
	return fault
}
