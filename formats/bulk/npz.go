package bulk

// This file reads rows of the kind Parquet again when all are written, and makes the arrays of an
// .npz file from them.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/npy"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A Table is a file of rows of the kind Parquet, which can be read many times.
type Table struct {
	Form Form
	// Zeroed is the number of rows with a puzzle and without a solution that SplitTable can read. It is
	// 0 before SplitTable, and for a table without a column of solutions.
	Zeroed int64
	// Unmarked is the number of rows with the status multiple and a solution, for which the arrays have no
	// status. It is 0 before SplitTable.
	Unmarked int64

	file io.ReaderAt
	size int64
}

// OpenTable opens the rows that were written in a form. size is the length of file in bytes.
func OpenTable(file io.ReaderAt, size int64, written Form) (*Table, error) {
	t := &Table{file: file, size: size}
	head := make([]byte, min(size, readBytes+1))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	hints := model.Hints{More: true, Typed: true, KeepSolutions: true}
	if written.Order > 0 {
		hints.Sizes = written.Sizes()
		if a := written.cells(); a != nil && a.Order > 9 {
			hints.Digits = a.Name
		}
	}
	if l := written.Layout; l != nil && l.Puzzle >= 0 { // also if other names are likelier
		hints.Puzzle = l.Columns[l.Puzzle].Name
	}
	var err error
	t.Form, err = DetectWith(head, int64(len(head)) == size, Parquet, hints)
	return t, err
}

// A TableRow is a row of a Table.
type TableRow struct {
	Puzzle []uint8 // nil if it is malformed
	Fields model.Fields
}

// Rows returns an iterator over the rows, which are valid until the next step. An error ends it.
func (t *Table) Rows() iter.Seq2[*TableRow, error] {
	return func(yield func(*TableRow, error) bool) {
		for r := t.reader(); ; {
			row, err := r.next()
			if errors.Is(err, io.EOF) || !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// SplitTable splits rows of the kind Parquet into the arrays of an .npz file: puzzles, solutions if
// there is a column of them, and an array for each column of numbers or truth values, under its name.
// Grids have type uint8 and 0 for a blank; a missing solution and a malformed puzzle are all zeros, and
// Table.Zeroed counts these solutions, and Table.Unmarked solutions that are one of several. Whole numbers
// have type int64, others float64, and truth values bool. If a value is missing, its column has
// type float64, with NaN for it, as in pandas.
func SplitTable(table *Table) (names []string, arrays []io.Reader, err error) {
	t := &tableFile{Table: table}
	if t.solution = t.Form.Layout.Solution; t.solution < 0 { // the first rows have none
		t.solution = slices.IndexFunc(t.Form.Layout.Columns, isSolution)
	}
	if err := t.survey(); err != nil {
		return nil, nil, err
	}
	add := func(name string, header []byte, value func(dst []byte, row *TableRow) []byte) {
		for n := 2; slices.Contains(names, name+".npy"); n++ {
			name = fmt.Sprintf("%s_%d", name, n)
		}
		names = append(names, name+".npy")
		arrays = append(arrays, &columnReader{table: t, text: header, value: value})
	}
	add("puzzles", npy.Header(t.Form.Order, t.rows), func(dst []byte, row *TableRow) []byte {
		if row.Puzzle == nil {
			return append(dst, t.blank...)
		}
		return append(dst, row.Puzzle...)
	})
	if s := t.solution; s >= 0 {
		add("solutions", npy.Header(t.Form.Order, t.rows), func(dst []byte, row *TableRow) []byte { return t.appendGrid(dst, row, s) })
	}
	for i, c := range t.Form.Layout.Columns {
		if isNumber(c.Type) && !t.isGrid(i) {
			header, value := numberArray(c.Type, i, t.missing[i], t.rows)
			add(c.Name, header, value)
		}
	}
	return names, arrays, nil
}

// NoArrays returns the names of the columns that SplitTable leaves out of a table.
func NoArrays(to Form) (names []string) {
	t := to.Layout.target
	for i, c := range t.Columns {
		solution := form.Within(t.Solution, i, t.CellColumns) || t.Solution < 0 && isSolution(c)
		if !form.Within(t.Puzzle, i, t.CellColumns) && !solution && !isNumber(c.Type) {
			names = append(names, c.Name)
		}
	}
	return names
}

// isSolution reports whether a column must hold solutions, by its name.
func isSolution(c model.Column) bool {
	return (c.Name == "solution" || c.Name == "solutions") && !isNumber(c.Type)
}

// A tableFile is rows of the kind Parquet.
type tableFile struct {
	*Table
	// solution is the column with the solutions, or -1.
	solution int
	rows     int64
	missing  []bool // by column: a value is missing
	blank    []byte // a grid of zeros
}

// value returns the value of a column, nil for a missing one.
func (r *TableRow) value(column int) []byte {
	if column >= len(r.Fields.Values) || len(r.Fields.Values[column]) == 0 {
		return nil
	}
	return r.Fields.Values[column]
}

// maxExact is the largest whole number up to which float64 has all whole numbers.
const maxExact = 1 << 53

// survey counts the rows, finds columns with missing values, and checks all numbers.
func (t *tableFile) survey() error {
	large := make([]bool, len(t.Form.Layout.Columns)) // by column: a whole number is beyond maxExact
	t.blank = make([]byte, t.Form.Order*t.Form.Order)
	room := slices.Clone(t.blank)
	t.missing = make([]bool, len(t.Form.Layout.Columns))
	t.Zeroed, t.Unmarked = 0, 0
	status := slices.IndexFunc(t.Form.Layout.Columns, func(c model.Column) bool { return c.Name == "status" })
	for row, err := range t.Rows() {
		if err != nil {
			return err
		}
		if t.rows++; row.Puzzle != nil && len(row.Puzzle) != len(room) {
			return ErrSizes
		}
		for i, c := range t.Form.Layout.Columns {
			switch value := row.value(i); {
			case i == t.solution:
				if !t.readGrid(room, row, i) {
					return fmt.Errorf("row %d: column %s: %q is no solution: write .csv or .parquet", t.rows, c.Name, value)
				}
				switch {
				case row.Puzzle == nil:
				case bytes.Equal(room, t.blank):
					t.Zeroed++
				case status >= 0 && string(row.value(status)) == Multiple.String():
					t.Unmarked++
				}
			case !isNumber(c.Type):
			case value == nil:
				t.missing[i] = true
			case !table.IsValue(c.Type, string(value)):
				return fmt.Errorf("row %d: column %s: %q is no %v, which the first rows have: write .csv or .parquet", t.rows, c.Name, value, c.Type)
			case c.Type == model.Int:
				n, _ := strconv.ParseInt(string(value), 10, 64) // IsValue says that it fits
				large[i] = large[i] || n > maxExact || n < -maxExact
			}
		}
	}
	for i, c := range t.Form.Layout.Columns {
		if t.missing[i] && large[i] {
			return fmt.Errorf("column %s has missing values and numbers above 2^53, which float64 cannot hold: write .csv or .parquet", c.Name)
		}
	}
	return nil
}

// isGrid reports whether a column holds a grid or a part of one.
func (t *tableFile) isGrid(column int) bool {
	info := t.Form.info()
	s := info.Solution
	return info.IsCells(column) || s >= 0 && column >= s && column < s+max(1, info.CellColumns)
}

// appendGrid appends the cells of the grid in a column, or in the columns from there on, or zeros.
func (t *tableFile) appendGrid(dst []byte, row *TableRow, column int) []byte {
	n := len(dst)
	dst = append(dst, t.blank...)
	t.readGrid(dst[n:], row, column)
	return dst
}

// readGrid sets cells to the grid in a column, or in the columns from there on. Without a grid they
// are zeros. It returns false for a text that an array cannot hold: no grid, and no rounded one,
// which every verb reports.
func (t *tableFile) readGrid(grid []uint8, row *TableRow, column int) bool {
	text := row.value(column)
	if width := t.Form.info().CellColumns; width > 1 {
		text = table.Join(row.Fields.Values, column, width)
	}
	a := t.Form.cells()
	if a == nil {
		a = cells.StandardAlphabet(len(t.blank))
	}
	if a.Read(grid, text).Err == nil {
		return true
	}
	copy(grid, t.blank)
	text = bytes.Trim(text, "\"[] ")
	return len(text) == 0 || cells.IsNoValue(text) || form.Rounded(text) > 0
}

// isNumber reports whether numpy has a type for the values.
func isNumber(t model.Type) bool { return t == model.Int || t == model.Float || t == model.Bool }

// numberArray returns the header of an array of a column's values, and a function that appends one.
func numberArray(of model.Type, column int, missing bool, rows int64) (header []byte, value func([]byte, *TableRow) []byte) {
	number := func(row *TableRow) float64 {
		switch text := row.value(column); {
		case text == nil:
			return math.NaN()
		case of == model.Bool && string(text) == "true":
			return 1
		case of == model.Bool:
			return 0
		default:
			x, _ := strconv.ParseFloat(string(text), 64) // survey checked it
			return x
		}
	}
	switch {
	case of == model.Bool && !missing:
		return npy.ValuesHeader("|b1", rows), func(dst []byte, row *TableRow) []byte { return append(dst, byte(number(row))) }
	case of == model.Int && !missing:
		return npy.ValuesHeader("<i8", rows), func(dst []byte, row *TableRow) []byte {
			n, _ := strconv.ParseInt(string(row.value(column)), 10, 64) // survey checked it
			return binary.LittleEndian.AppendUint64(dst, uint64(n))
		}
	}
	return npy.ValuesHeader("<f8", rows), func(dst []byte, row *TableRow) []byte {
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(number(row)))
	}
}

// A rowReader reads the rows of a Table.
type rowReader struct {
	table   *Table
	in      io.Reader
	framer  model.Framer
	text    []byte // read, but not cut yet
	eof     bool
	batch   []byte // whole records
	pieces  []Piece
	taken   int    // the part of batch that was decoded
	piece   []byte // the last of that
	form    Form   // of piece
	records model.Records
	at      int // of the next record
	cells   []uint8
	faults  []model.SyntaxError
	row     TableRow
}

func (t *Table) reader() *rowReader {
	return &rowReader{table: t, in: io.NewSectionReader(t.file, 0, t.size), framer: t.Form.NewFramer()}
}

// next returns the next row, valid until the next call, or io.EOF.
func (r *rowReader) next() (*TableRow, error) {
	for r.at == r.records.N {
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
	span, size := r.records.Spans[r.at], r.form.Order*r.form.Order
	r.row.Puzzle = nil
	if len(r.faults) > 0 && r.faults[0].Record == r.at {
		r.faults = r.faults[1:]
	} else {
		r.row.Puzzle, r.cells = r.cells[:size], r.cells[size:]
	}
	r.form.Fields(&r.row.Fields, r.piece[span.From:span.To])
	r.at++
	return &r.row, nil
}

// fill decodes the next records.
func (r *rowReader) fill() error {
	r.records.N, r.at = 0, 0
	for {
		if len(r.pieces) > 0 {
			p := r.pieces[0]
			r.form, r.piece = p.Form, r.batch[r.taken:p.To]
			r.pieces, r.taken = r.pieces[1:], p.To
			r.form.Decode(&r.records, r.piece)
			r.records.Spans = r.form.Spans(r.records.Spans[:0], r.piece)
			r.cells, r.faults = r.records.Cells, r.records.Faults
			return nil
		}
		from, to := 0, 0
		if len(r.text) > 0 {
			from, to = r.framer.Cut(&r.records, r.text, r.eof)
		}
		if to > 0 {
			r.batch = append(r.batch[:0], r.text[from:to]...)
			r.text = slices.Delete(r.text, 0, to)
			if r.taken = 0; len(r.batch) > 0 {
				r.pieces = r.table.Form.Pieces(r.pieces[:0], r.batch)
			}
			continue
		}
		if r.eof {
			return io.EOF
		}
		n := len(r.text)
		r.text = slices.Grow(r.text, readBytes)
		more, err := io.ReadFull(r.in, r.text[n:n+readBytes])
		r.text = r.text[:n+more]
		if r.eof = err == io.EOF || err == io.ErrUnexpectedEOF; err != nil && !r.eof {
			return err
		}
	}
}

// A columnReader is the array of a column.
type columnReader struct {
	table *tableFile
	text  []byte // the header, then values
	value func(dst []byte, row *TableRow) []byte
	rows  *rowReader
}

func (c *columnReader) Read(p []byte) (int, error) {
	if c.rows == nil {
		c.rows = c.table.reader()
	}
	for len(c.text) < len(p) {
		row, err := c.rows.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return 0, err
		}
		c.text = c.value(c.text, row)
	}
	n := copy(p, c.text)
	c.text = slices.Delete(c.text, 0, n)
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}
