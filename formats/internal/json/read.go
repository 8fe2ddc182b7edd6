package json

// This file decodes JSON records and splits them into fields.

import (
	"bytes"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

func (l *layout) Decode(dst *model.Records, text []byte) {
	size := l.Order * l.Order
	dst.Cells = slices.Grow(dst.Cells, (len(text)/(size+1)+1)*size)
	values := valueWalk{layout: l, text: text}
	for values.begin() {
		n := len(dst.Cells)
		grid := dst.Cells[n : n+size : cap(dst.Cells)]
		quick, solution := l.readQuick(grid, values.rest)
		record := values.end(quick)
		dst.Spans = append(dst.Spans, values.span)
		if solution > 0 {
			span := &dst.Spans[len(dst.Spans)-1]
			span.SolutionFrom, span.SolutionTo = int32(solution), int32(solution+size)
		}
		var fault model.SyntaxError
		switch {
		case len(record) > maxRecord && l.lines:
			fault = model.SyntaxError{Column: maxRecord + 1, Err: model.ErrLineTooLong, Want: maxRecord}
		case len(record) > maxRecord:
			fault = model.SyntaxError{Column: maxRecord + 1, Err: model.ErrRecordTooLong, Want: maxRecord}
		case quick != len(record):
			fault = l.readRecord(dst, grid, record)
			if l.lines && dst.Late.Err != nil && dst.Late.Line == 0 {
				dst.Late.Line = values.span.Line
			}
		}
		if fault.Err != nil {
			dst.Fault(values.located(fault))
			continue
		}
		dst.Cells = dst.Cells[:n+size]
		dst.N++
	}
	dst.Lines = values.line
}

func (l *layout) Spans(dst []model.Span, text []byte) []model.Span {
	values := valueWalk{layout: l, text: text}
	for values.begin() {
		values.end(0)
		dst = append(dst, values.span)
	}
	return dst
}

func (l *layout) Fields(dst *model.Fields, record []byte) {
	dst.Buffer = slices.Grow(dst.Buffer, len(record))
	for range l.Columns {
		dst.Values = append(dst.Values, nil)
	}
	if !l.fieldsQuick(dst, record) {
		clear(dst.Values)
		l.walkRecord(record, func(column int, _ []byte, from, to int) {
			if column >= 0 {
				dst.Values[column] = fieldOf(dst, record[from:to], l.Columns[column].Type)
			}
		})
	}
	if l.shape == texts {
		l.setGrids(dst, record)
	}
	l.PadZeros(dst.Values)
}

// fieldOf returns a value as a field: the text of a string, nil for null, and any other
// value without blanks. In a column of type Raw a string keeps its quotes, because the text
// "3" is not a number.
func fieldOf(d *model.Fields, value []byte, column model.Type) []byte {
	from := len(d.Buffer)
	switch {
	case value[0] == 'n':
		return nil
	case value[0] == '"' && column == model.Raw:
		return value
	case value[0] == '"' && bytes.IndexByte(value, '\\') < 0:
		return value[1 : len(value)-1]
	case value[0] == '"':
		d.Buffer = unquote(d.Buffer, value)
	case value[0] == '[' || value[0] == '{':
		d.Buffer = AppendCompact(d.Buffer, value)
	default:
		return value
	}
	return d.Buffer[from:]
}

// walkRecord calls visit with the column and the range of each value of a record, up to the
// first fault, and returns the fault. The column is -1 if no column has the member's name.
func (l *layout) walkRecord(record []byte, visit func(column int, name []byte, from, to int)) model.SyntaxError {
	begin := lengthOfSpace(record)
	isObject := begin < len(record) && record[begin] == '{'
	isArray := begin < len(record) && record[begin] == '['
	if begin < len(record) && (l.shape == lists && !isArray || l.shape <= texts && !isObject || l.shape == grids && isObject) {
		return model.SyntaxError{Column: begin + 1, Err: model.ErrJSON, Got: record[begin]}
	}
	next := 0 // the expected column
	switch l.shape {
	case lists:
		return walk(record, func(_ []byte, from, to int) {
			if next < len(l.Columns) {
				visit(next, nil, from, to)
			}
			next++
		})
	case grids:
		fault := walk(record, func([]byte, int, int) {})
		if fault.Err == nil {
			visit(l.Puzzle, nil, begin, len(bytes.TrimRight(record, " \t\r\n")))
		}
		return fault
	case texts:
		return walkTexts(record, func(outer, name []byte, from, to int) {
			column := l.column(outer, name, next)
			next = column + 1
			visit(column, name, from, to)
		})
	case objects, nested, shapes:
	}
	return walk(record, func(name []byte, from, to int) {
		if l.shape == nested && record[from] == '{' {
			walk(record[from:to], func(inner []byte, innerFrom, innerTo int) {
				column := l.column(name, inner, next)
				next = column + 1
				visit(column, inner, from+innerFrom, from+innerTo)
			})
			return
		}
		column := l.column(nil, name, next)
		next = column + 1
		visit(column, name, from, to)
	})
}

// column returns the column of a member, or of a member of outer. It returns -1 if there is
// none.
func (l *layout) column(outer, name []byte, expected int) int {
	n := len(outer)
	for i := range l.Columns {
		i = (expected + i) % len(l.Columns)
		column := l.Columns[i].Name
		if n > 0 {
			if len(column) <= n || column[n] != '.' || column[:n] != string(outer) {
				continue
			}
			column = column[n+1:]
		}
		if column == string(name) {
			return i
		}
	}
	return -1
}

// readRecord reads a record, one JSON value, into grid. The position of a fault is a column
// of the record.
func (l *layout) readRecord(dst *model.Records, grid []uint8, record []byte) model.SyntaxError {
	if l.shape == texts {
		return l.readTexts(dst, grid, record)
	}
	end := len(bytes.TrimRight(record, " \t\r\n"))
	from, to := end, end // the range of the puzzle; the last one if there are several
	rounded := false
	fault := l.walkRecord(record, func(column int, name []byte, at, end int) {
		switch {
		case column == l.Puzzle:
			from, to = at, end
		case column == l.Solution && column >= 0:
			rounded = form.Rounded(record[at:end]) > 0
		case column < 0 && !l.open && dst.Late.Err == nil:
			dst.Late = model.SyntaxError{Record: dst.N, Field: string(name), Err: model.ErrLate}
		}
	})
	if fault.Err != nil {
		return fault
	}
	if fault = l.readGrid(dst, grid, record[from:to]); fault.Err != nil {
		fault.Column += from
		if l.Objects {
			fault.Field = l.Columns[l.Puzzle].Name
		}
	} else if rounded {
		dst.Rounded = append(dst.Rounded, dst.N)
	}
	return fault
}

// readGrid reads the value of a puzzle: a string of cells, or an array of cells or rows.
// The position of a fault is a column of the value.
func (l *layout) readGrid(dst *model.Records, grid []uint8, value []byte) model.SyntaxError {
	switch {
	case len(value) == 0 || value[0] == 'n':
		return model.SyntaxError{Column: 1, Err: model.ErrShort, Want: len(grid)}
	case value[0] == '[':
		dst.Scratch = appendList(dst.Scratch[:0], value)
		fault := l.Cells.Read(grid, dst.Scratch)
		if fault.Got != 0 {
			fault.Got = value[fault.Column-1]
		}
		return fault
	case syntax.IsDigit(value[0]) && (l.PadsZeros() || cells.ZerosFault(value).Err != nil):
		return l.Cells.Read(grid, value)
	case value[0] != '"':
		return model.SyntaxError{Column: 1, Err: model.ErrJSON, Got: value[0]}
	}
	text := value[1 : len(value)-1]
	if bytes.IndexByte(text, '\\') >= 0 {
		dst.Scratch = unquote(dst.Scratch[:0], value)
		text = dst.Scratch
	}
	fault := l.Cells.Read(grid, text)
	if fault.Err != nil {
		fault.Column = quotedLength(value[1:], fault.Column-1) + 2
	}
	return fault
}

// quotedLength returns how many bytes the first n characters of a string take. Escapes take
// several bytes.
func quotedLength(text []byte, n int) int {
	at := 0
	for ; n > 0 && at < len(text)-1; n-- {
		switch {
		case text[at] != '\\':
			at++
		case text[at+1] == 'u':
			at += 6
		default:
			at += 2
		}
	}
	return min(at, len(text)-1)
}
