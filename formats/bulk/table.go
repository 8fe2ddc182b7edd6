package bulk

// This file reads rows of the kind Parquet again.

import (
	"bytes"
	"io"
	"iter"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Table is a file of rows of the kind Parquet, which can be read many times.
type Table struct {
	Form Form
	file io.ReaderAt
	size int64
}

// OpenTable opens the rows that were written in a form. size is the length of file in bytes.
func OpenTable(file io.ReaderAt, size int64, written Form) (*Table, error) {
	head := make([]byte, min(size, readBytes+1))
	if n, err := file.ReadAt(head, 0); n < len(head) {
		return nil, err
	}
	f, err := detectRows(head, int64(len(head)) == size, written)
	return &Table{Form: f, file: file, size: size}, err
}

// detectRows returns the form of rows that were written in a form, by their beginning.
func detectRows(head []byte, all bool, written Form) (Form, error) {
	hints := model.Hints{More: true, Typed: true, KeepSolutions: true}
	if written.Order > 0 {
		hints.Sizes = written.Sizes()
		if a := written.cells(); a != nil && a.Order > 9 {
			hints.Digits = a.Name
		}
	}
	if l := written.Layout; l != nil && l.Puzzle >= 0 { // also if other names are likelier
		hints.Puzzle = l.Columns[l.Puzzle].Name
		if l.Solution >= 0 {
			hints.Solution = l.Columns[l.Solution].Name
		}
	}
	return DetectWith(head, all, Parquet, hints)
}

// A TableRow is a row of a Table.
type TableRow struct {
	Puzzle []uint8 // nil if it is malformed
	Fields model.Fields
}

// value returns the value of a column, nil for a missing one.
func (r *TableRow) value(column int) []byte {
	if column >= len(r.Fields.Values) || len(r.Fields.Values[column]) == 0 {
		return nil
	}
	return r.Fields.Values[column]
}

// ReadSolution reads the solution of a row into a grid. It reports whether there is one that can be read, without
// blanks.
func (t *Table) ReadSolution(grid []uint8, row *TableRow) bool {
	info := t.Form.Sized(geometry.OfCells(len(grid)).Side()).info()
	if info.Solution < 0 {
		return false
	}
	return info.Cells.Read(grid, table.Join(row.Fields.Values, info.Solution, info.Width(info.Solution))).Err == nil && cells.IsComplete(grid)
}

// Rows returns an iterator over the rows, which are valid until the next step. An error ends it.
func (t *Table) Rows() iter.Seq2[*TableRow, error] {
	return func(yield func(*TableRow, error) bool) {
		rows, text := newRowReader(t.Form), make([]byte, readBytes)
		for at := int64(0); ; {
			n, err := t.file.ReadAt(text[:min(readBytes, t.size-at)], at)
			if at += int64(n); n == 0 && at < t.size {
				yield(nil, err)
				return
			}
			for row := range rows.read(text[:n], at == t.size) {
				if !yield(row, nil) {
					return
				}
			}
			if at == t.size {
				return
			}
		}
	}
}

// A rowReader reads rows of the kind Parquet from pieces of their text.
type rowReader struct {
	form   Form // of the first size
	framer model.Framer
	rest   []byte // text that is not cut yet

	piece   []byte     // whole rows of one size
	of      Form       // of piece
	info    *form.Info // of that
	left    []byte     // rows at the end of piece that are not decoded: they have no quotes
	records model.Records
	at      int     // of the next record
	cells   []uint8 // of the next records
	faults  []model.SyntaxError
	grid    []uint8 // of the last row of left
	row     TableRow
}

func newRowReader(f Form) *rowReader {
	return &rowReader{form: f, framer: f.NewFramer(), grid: make([]uint8, f.Order*f.Order)}
}

// read returns the rows of the next text, each valid until the next one. eof says that it is the last text.
func (r *rowReader) read(text []byte, eof bool) iter.Seq[*TableRow] {
	return func(yield func(*TableRow) bool) {
		if len(r.rest) > 0 {
			r.rest = append(r.rest, text...)
			text = r.rest
		}
		for len(text) > 0 {
			from, to := r.framer.Cut(&r.records, text, eof)
			if to == 0 {
				break
			}
			if !r.readBatch(text[from:to], yield) {
				return
			}
			text = text[to:]
		}
		r.rest = append(r.rest[:0], text...)
	}
}

// readBatch calls yield with the rows of a text of whole rows, until it returns false.
func (r *rowReader) readBatch(batch []byte, yield func(*TableRow) bool) bool {
	if len(batch) == 0 {
		return true
	}
	from := 0
	for _, p := range r.form.Pieces(nil, batch) {
		r.begin(batch[from:p.To], p.Form)
		for r.next() {
			if !yield(&r.row) {
				return false
			}
		}
		from = p.To
	}
	return true
}

// begin begins with a piece.
func (r *rowReader) begin(piece []byte, of Form) {
	r.piece, r.left, r.of, r.info = piece, piece, of, of.info()
	if len(r.grid) != of.Order*of.Order || r.info.CellColumns > 1 || r.info.PadsZeros() || bytes.IndexByte(piece, '"') >= 0 {
		r.decode()
	}
}

// decode decodes the rows that are left.
func (r *rowReader) decode() {
	r.piece, r.left, r.at = r.left, nil, 0
	r.of.Decode(&r.records, r.piece)
	r.records.Spans = r.of.Spans(r.records.Spans[:0], r.piece)
	r.cells, r.faults = r.records.Cells, r.records.Faults
}

// next sets the next row of the piece, and reports whether there is one.
func (r *rowReader) next() bool {
	if len(r.left) > 0 {
		if r.split() {
			return true
		}
		r.decode()
	}
	if r.at == r.records.N {
		return false
	}
	span, size := r.records.Spans[r.at], r.of.Order*r.of.Order
	r.row.Puzzle = nil
	if len(r.faults) > 0 && r.faults[0].Record == r.at {
		r.faults = r.faults[1:]
	} else {
		r.row.Puzzle, r.cells = r.cells[:size], r.cells[size:]
	}
	r.of.Fields(&r.row.Fields, r.piece[span.From:span.To])
	r.at++
	return true
}

// split sets the next row if it is a line with all fields and a usual puzzle.
func (r *rowReader) split() bool {
	end := bytes.IndexByte(r.left, '\n')
	if end <= 0 || end > form.TextMaxLine || r.left[end-1] == '\r' {
		return false
	}
	line, values := r.left[:end], r.row.Fields.Values[:0]
	for n := 0; n >= 0; {
		value := line
		if n = bytes.IndexByte(line, ','); n >= 0 {
			value, line = line[:n], line[n+1:]
		}
		if len(value) == 0 {
			value = nil
		}
		values = append(values, value)
	}
	r.row.Fields.Values = values
	if len(values) != len(r.info.Columns) || !r.info.Cells.ReadPacked(r.grid, values[r.info.Puzzle]) {
		return false
	}
	r.row.Puzzle, r.left = r.grid, r.left[end+1:]
	return true
}
