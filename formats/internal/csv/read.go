package csv

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/packed"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Decode implements form.Layout. A Parquet file has no lines.
func (l *layout) Decode(dst *form.Records, text []byte) {
	size := l.info.Order * l.info.Order
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(size+1)+1)*size)
	rows := l.records(text)
	for rows.pairs(dst) || rows.next() {
		if rows.record == nil {
			continue
		}
		n := len(dst.Cells)
		dst.Cells = slices.Grow(dst.Cells, size) // rows that lost their zeros are shorter than that
		fault := rows.puzzle(dst.Cells[n : n+size : cap(dst.Cells)])
		dst.Spans = append(dst.Spans, rows.span)
		if fault.Err != nil {
			fault.Line += rows.span.Line
			dst.Fault(fault)
			continue
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
	}
	dst.Lines = rows.lines
	if l.typed {
		for i := range dst.Faults {
			dst.Faults[i].Line = 0
		}
		forgetLines(dst.Spans)
	}
}

// forgetLines has spans be in no line.
func forgetLines(spans []form.Span) {
	for i := range spans {
		spans[i].Line = 0
	}
}

// Spans implements form.Layout.
func (l *layout) Spans(dst []form.Span, text []byte) []form.Span {
	first, rows := len(dst), l.records(text)
	for rows.next() {
		dst = append(dst, rows.span)
	}
	if l.typed {
		forgetLines(dst[first:])
	}
	return dst
}

// records walks over the records of a text.
type records struct {
	layout *layout
	text   []byte
	at     int  // where the next record begins
	lines  int  // before at
	known  bool // quoting is
	// quoting says that there are quotes in the text, as far as fields may have
	// some; quotes, that there may be in the record.
	quoting, quotes bool
	names           []byte // the line of the header that names the columns

	span   form.Span
	record []byte // without its line end
}

func (l *layout) records(text []byte) records {
	return records{layout: l, text: text, names: namesIn(l.info.Header)}
}

// pairs reads records as most files have them, a puzzle and its solution of one
// byte a cell and nothing else, and reports whether there were some. It leaves
// everything else, and all that is wrong, to next.
func (r *records) pairs(dst *form.Records) bool {
	layout := r.layout
	if r.record = nil; !layout.pairs {
		return false
	}
	size := dst.Order * dst.Order
	solution := make([]uint8, 256)[:size]
	from := r.at
	for text := r.text[r.at:]; len(text) >= 2*size+2; text = text[2*size+2:] {
		n := len(dst.Cells)
		if text[size] != layout.info.Separator || text[2*size+1] != '\n' ||
			!packed.ReadCells(dst.Cells[n:n+size:cap(dst.Cells)], text) || !packed.ReadCells(solution, text[size+1:]) {
			break
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
		r.lines++
		dst.Spans = append(dst.Spans, form.Span{From: r.at, To: r.at + 2*size + 2, Line: r.lines})
		r.at += 2*size + 2
	}
	return r.at > from
}

// next goes on to the next record: a line that is neither blank nor, in a list, a
// comment, or several lines with quotes around their ends. Of a Parquet file each row
// is one, so that the file itself knows how many there are.
func (r *records) next() bool {
	if !r.known {
		r.known, r.quoting = true, mayQuote(r.layout.info.Separator) && bytes.IndexByte(r.text[r.at:], '"') >= 0
	}
	for r.at < len(r.text) {
		from := r.at
		line, lines := r.line()
		r.span = form.Span{From: from, To: r.at, Line: r.lines + 1}
		r.lines += lines
		if !r.layout.typed && (len(line) == 0 || line[0] <= ' ' && syntax.IsBlank(line, form.TextMaxLine) || r.isNone(line)) {
			continue
		}
		r.record = syntax.TrimCR(line)
		return true
	}
	return false
}

// line goes on behind the next line, or the next record that has several, and returns
// it, without its newline.
func (r *records) line() (line []byte, lines int) {
	from := r.at
	line, size, _ := syntax.NextLine(r.text[from:])
	r.at += size
	if !r.quoting {
		return line, 1
	}
	quotes := bytes.Count(line, []byte{'"'})
	if r.quotes = quotes > 0; quotes%2 == 0 {
		return line, 1
	}
	size, _ = recordLen(r.text[from:], r.layout.info.Separator, true)
	r.at = from + size
	record := r.text[from:r.at]
	return bytes.TrimSuffix(record, []byte{'\n'}), syntax.CountLines(record)
}

// isList reports whether the fields are those of a list: text with blanks, colons or
// equals signs, the last field of which may hold these, too, or with grids in it.
func (l *layout) isList() bool { return isListSeparator(l.info.Separator) }

func isListSeparator(b byte) bool { return b == ' ' || b == ':' || b == '=' || b == gridRuns }

// mayQuote reports whether fields with a separator between them may be in quotes.
func mayQuote(separator byte) bool { return separator != ' ' && separator != gridRuns }

// puzzle reads the puzzle of the record. The line of a fault counts from the
// record's.
func (r *records) puzzle(grid []uint8) syntax.Error {
	layout := r.layout
	if len(r.record) > form.TextMaxLine {
		return syntax.Error{Column: form.TextMaxLine + 1, Err: syntax.ErrLineTooLong, Want: form.TextMaxLine}
	}
	if !layout.isList() {
		r.span.Missing = len(layout.info.Columns) - r.countFields()
		if r.span.Missing < 0 && !r.endsEmpty(len(layout.info.Columns)) {
			return r.surplus(len(layout.info.Columns))
		}
	}
	switch layout.info.CellColumns {
	case r.layout.info.Order:
		return r.rowFields(grid)
	case len(grid):
		return r.cellFields(grid)
	}
	from, to := 0, len(grid)
	quick := layout.info.Puzzle == 0 && to < len(r.record) && r.record[to] == layout.info.Separator && !r.quotes
	if !quick || bytes.IndexByte(r.record[:to], layout.info.Separator) >= 0 {
		from, to = layout.field(r.record, layout.info.Puzzle)
	}
	value := r.record[from:to]
	if inner := inQuotes(value); mayQuote(layout.info.Separator) && len(inner) < len(value) {
		from, value = from+1, inner
	}
	fault := layout.info.Cells.Read(grid, value)
	if fault.Err == nil && r.shifted(grid) {
		fault = syntax.Error{Column: 1, Err: syntax.ErrShifted}
	}
	if fault.Err == nil {
		return fault
	}
	return r.located(fault, from)
}

// countFields returns the number of fields of the record.
func (r *records) countFields() int {
	n := 1 + bytes.Count(r.record, []byte{r.layout.info.Separator})
	if r.quotes {
		return r.layout.count(r.record)
	}
	return n
}

// located turns the place in a value into that in the record.
func (r *records) located(fault syntax.Error, from int) syntax.Error {
	if r.layout.typed {
		fault.Field = r.layout.info.Columns[r.layout.info.Puzzle].Name
		return fault // at a place of the value
	}
	at := min(from+fault.Column-1, len(r.record))
	fault.Line = bytes.Count(r.record[:at], []byte{'\n'})
	fault.Column = at - bytes.LastIndexByte(r.record[:at], '\n')
	if len(r.layout.info.Header) > 0 {
		fault.Field = r.layout.info.Columns[r.layout.info.Puzzle].Name
	}
	return fault
}

// cellFields reads a grid that has a column for each cell.
func (r *records) cellFields(grid []uint8) syntax.Error {
	layout := r.layout
	alphabet := layout.info.Cells
	if alphabet == nil {
		alphabet = cells.StandardAlphabet(len(grid))
	}
	at, _ := layout.field(r.record, layout.info.Puzzle)
	for i := range grid {
		if at > len(r.record) {
			return r.located(syntax.Error{Column: 1, Err: syntax.ErrShort, Have: i, Want: len(grid)}, len(r.record))
		}
		from, to, next := layout.fieldAt(r.record, at)
		value := bytes.TrimSpace(bytes.Trim(r.record[from:to], `"`))
		cell, ok := uint8(0), true
		if len(value) > 0 {
			cell, ok = alphabet.Token(value)
		}
		if !ok {
			fault := r.located(syntax.Error{Column: 1, Err: syntax.ErrCell, Got: value[0]}, from+bytes.Index(r.record[from:to], value))
			if len(layout.info.Header) > 0 {
				fault.Field = layout.info.Columns[layout.info.Puzzle+i].Name
			}
			return fault
		}
		grid[i] = cell
		at = next
	}
	return syntax.Error{}
}
