package bulk

// This file makes the arrays of an .npz file from rows of the kind Parquet, while these are written.

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/npy"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
	"github.com/sudokubatch/sudokubatch/formats/model"
)

// An ArrayWriter splits rows of the kind Parquet, the text that is written to it, into the arrays of an .npz
// file: puzzles, solutions if there is a column of them, and an array for each column of numbers or truth
// values, under its name. Grids have type uint8 and 0 for a blank; a missing solution and a malformed puzzle are
// all zeros. Whole numbers have type int64, others float64, and truth values bool. If a value is missing, its
// column has type float64, with NaN for it, as in pandas.
type ArrayWriter struct {
	// Zeroed is the number of rows with a puzzle and without a solution that can be read. It is 0 for
	// a table without a column of solutions.
	Zeroed int64
	// Unmarked is the number of rows with the status multiple and a solution, for which the arrays have no
	// status.
	Unmarked int64

	spool   io.Writer
	first   io.Writer // of the first array's values; nil: the spool has them, too
	written *Form
	head    []byte     // the beginning of the text, until there is a sample of it
	rows    *rowReader // nil until then
	err     error      // a row that arrays cannot hold

	info   *form.Info // of the rows
	arrays []array
	fields int    // the number of columns that a solution takes
	status int    // the column of that name, or -1
	zeros  []byte // a grid of them
	block  []byte // rows, each array's values together
	room   int    // rows that a block has room for
	early  int    // the bytes of a block that go to first
	n      int    // rows in the block
	blocks int64  // that the spool has
}

// An array is one of an ArrayWriter.
type array struct {
	name      string
	kind      model.Type // Text: grids
	column    int        // -1: the puzzles
	at, width int        // of a value in a row of a block
	missing   bool       // a value is missing
	large     bool       // a whole number is beyond maxExact
}

const (
	// maxExact is the largest whole number up to which float64 has all whole numbers.
	maxExact = 1 << 53
	// noValue stands in a block for a missing whole number or truth value.
	noValue = 1 << 63
	// blockBytes is the size of blocks, about.
	blockBytes = 256 << 10
)

// FirstArray is the name of the first array that an ArrayWriter makes.
const FirstArray = "puzzles.npy"

// NewArrayWriter returns a writer for rows that are written in a form, which must be known at the first
// Write. The spool gets the values, and is read by [ArrayWriter.Arrays]. first, if not nil, gets the values of
// the first array instead, as they follow its header: Arrays then returns the header and the last values alone.
func NewArrayWriter(spool, first io.Writer, written *Form) *ArrayWriter {
	return &ArrayWriter{spool: spool, first: first, written: written}
}

// Write takes the next rows. It returns only errors of the spool; Arrays returns the error of a row.
func (w *ArrayWriter) Write(text []byte) (int, error) {
	if w.rows == nil {
		if w.head = append(w.head, text...); len(w.head) <= readBytes+1 {
			return len(text), nil
		}
		return len(text), w.begin(false)
	}
	return len(text), w.read(text, false)
}

// begin finds the columns and reads the rows until here. all says that there are no more.
func (w *ArrayWriter) begin(all bool) error {
	f, err := detectRows(w.head[:min(len(w.head), readBytes+1)], all, *w.written)
	if w.rows = new(rowReader); err != nil {
		w.err = err
		return nil
	}
	w.rows, w.info = newRowReader(f), f.info()
	w.zeros = make([]byte, f.Order*f.Order)
	w.add("puzzles", model.Text, -1, len(w.zeros))
	t := table.NewTarget(w.info, table.Style{})
	if l := w.written.Layout; l != nil {
		t = l.target
	}
	s, width := solutionsOf(t)
	if w.fields = width; s >= 0 {
		w.add("solutions", model.Text, s, len(w.zeros))
	}
	for i, c := range f.Layout.Columns {
		isGrid := w.info.IsCells(i) || form.Within(t.Solution, i, t.SolutionColumns)
		if !isGrid && isNumber(c.Type) {
			w.add(c.Name, c.Type, i, 8)
		}
	}
	last := w.arrays[len(w.arrays)-1]
	w.room = max(1, blockBytes/(last.at+last.width))
	w.block = make([]byte, w.room*(last.at+last.width))
	if w.first != nil {
		w.early = w.room * w.arrays[0].width
	}
	w.status = slices.IndexFunc(f.Layout.Columns, func(c model.Column) bool { return c.Name == "status" })
	text := w.head
	w.head = nil
	return w.read(text, all)
}

// add adds an array.
func (w *ArrayWriter) add(name string, kind model.Type, column, width int) {
	a := array{name: name, kind: kind, column: column, width: width}
	for n := 2; slices.ContainsFunc(w.arrays, func(b array) bool { return b.name == a.name }); n++ {
		a.name = fmt.Sprintf("%s_%d", name, n)
	}
	if n := len(w.arrays); n > 0 {
		a.at = w.arrays[n-1].at + w.arrays[n-1].width
	}
	w.arrays = append(w.arrays, a)
}

// read puts the rows of a text into blocks.
func (w *ArrayWriter) read(text []byte, eof bool) error {
	if w.err != nil {
		return nil
	}
	for row := range w.rows.read(text, eof) {
		if w.err = w.put(row); w.err != nil {
			return nil
		}
		if w.n++; w.n < w.room {
			continue
		}
		if err := w.writeBlock(); err != nil {
			return err
		}
		w.n, w.blocks = 0, w.blocks+1
	}
	return nil
}

// writeBlock writes a full block.
func (w *ArrayWriter) writeBlock() error {
	if w.early > 0 {
		if _, err := w.first.Write(w.block[:w.early]); err != nil {
			return err
		}
	}
	_, err := w.spool.Write(w.block[w.early:])
	return err
}

// put puts the values of a row into the block.
func (w *ArrayWriter) put(row *TableRow) error {
	if row.Puzzle != nil && len(row.Puzzle) != len(w.zeros) {
		return ErrSizes
	}
	for i := range w.arrays {
		a := &w.arrays[i]
		to, good := w.block[w.room*a.at+w.n*a.width:][:a.width], true
		switch {
		case a.kind != model.Text:
			good = a.putNumber(to, row.value(a.column))
		case a.column >= 0:
			good = w.putSolution(to, row, a.column)
		case row.Puzzle == nil:
			clear(to)
		default:
			copy(to, row.Puzzle)
		}
		if !good {
			want := "solution: write .csv or .parquet"
			if a.kind != model.Text {
				want = a.kind.String() + ", which the first rows have: write .csv"
			}
			return fmt.Errorf("row %d: column %s: %q is no %s", w.count()+1, w.columnName(a), row.value(a.column), want)
		}
	}
	return nil
}

// count returns the number of rows.
func (w *ArrayWriter) count() int64 { return w.blocks*int64(w.room) + int64(w.n) }

// columnName returns the name of an array's column.
func (w *ArrayWriter) columnName(a *array) string { return w.rows.form.Layout.Columns[a.column].Name }

// putSolution sets cells to the grid in a column, or in the columns from there on. Without a grid they
// are zeros. It returns false for a text that an array cannot hold: no grid, and no rounded one,
// which every verb reports.
func (w *ArrayWriter) putSolution(grid []uint8, row *TableRow, column int) bool {
	text := row.value(column)
	if w.fields > 1 {
		text = table.Join(row.Fields.Values, column, w.fields)
	}
	good := w.info.Cells.Read(grid, text).Err == nil
	if !good {
		clear(grid)
		text = bytes.Trim(text, "\"[] ")
		good = len(text) == 0 || cells.IsNoValue(text) || form.Rounded(text) > 0
	}
	switch {
	case row.Puzzle == nil:
	case grid[0] == 0 && bytes.Equal(grid, w.zeros):
		w.Zeroed++
	case w.status >= 0 && string(row.value(w.status)) == verdictMarks[Multiple]:
		w.Unmarked++
	}
	return good
}

// putNumber sets to to the number for a value. It returns false if the value has another type.
func (a *array) putNumber(to, value []byte) (ok bool) {
	text, bits := string(value), uint64(noValue)
	switch {
	case value == nil:
		a.missing, ok = true, true
		if a.kind == model.Float {
			bits = math.Float64bits(math.NaN())
		}
	case a.kind == model.Int:
		var n int64
		n, ok = table.ParseInt(text)
		a.large = a.large || n > maxExact || n < -maxExact
		bits = uint64(n)
	default:
		ok = table.IsValue(a.kind, text)
		if bits = uint64(len("false") - len(text)); a.kind == model.Float {
			x, err := strconv.ParseFloat(text, 64)
			bits = math.Float64bits(x)
			noNumber := math.IsNaN(x) || math.IsInf(x, 0)
			ok = ok || err == nil && (noNumber || strconv.FormatFloat(x, 'g', -1, 64) == text) // as arrays have whole numbers
		}
	}
	binary.LittleEndian.PutUint64(to, bits)
	return ok
}

// Arrays returns the arrays after the last Write. spool has all that was written to the spool.
func (w *ArrayWriter) Arrays(spool io.ReaderAt) (names []string, arrays []io.Reader, err error) {
	if w.rows == nil {
		err = w.begin(true)
	} else {
		err = w.read(nil, true)
	}
	if err = cmp.Or(err, w.err); err != nil {
		return nil, nil, err
	}
	rows := w.count()
	for i := range w.arrays {
		a := &w.arrays[i]
		if a.missing && a.large {
			return nil, nil, fmt.Errorf("column %s has missing values and numbers above 2^53, which float64 cannot hold: write .csv or .parquet", w.columnName(a))
		}
		header := npy.Header(w.rows.form.Order, rows)
		if a.kind != model.Text {
			header = npy.ValuesHeader(a.numpyType(), rows)
		}
		names = append(names, a.name+".npy")
		arrays = append(arrays, npy.NewTextReader(header, w.valuesOf(a, spool)))
	}
	return names, arrays, nil
}

// numpyType returns numpy's name for the type of the values.
func (a *array) numpyType() string {
	switch {
	case a.missing || a.kind == model.Float:
		return "<f8"
	case a.kind == model.Bool:
		return "|b1"
	}
	return "<i8"
}

// appendNumber appends a number of a block as its array has it, if that differs.
func (a *array) appendNumber(dst []byte, bits uint64) []byte {
	number := float64(int64(bits))
	switch {
	case !a.missing: // a truth value
		return append(dst, byte(bits))
	case bits == noValue:
		number = math.NaN()
	}
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(number))
}

// valuesOf returns a function that returns the values of an array, a block at a time, and then io.EOF.
func (w *ArrayWriter) valuesOf(a *array, spool io.ReaderAt) func() ([]byte, error) {
	from, block := w.room*a.at, int64(0)
	if from < w.early {
		block = w.blocks
	}
	values, converted := make([]byte, w.room*a.width), []byte(nil)
	return func() ([]byte, error) {
		if block > w.blocks {
			return nil, io.EOF
		}
		if block == w.blocks {
			values = w.block[from:][:w.n*a.width]
		} else if n, err := spool.ReadAt(values, block*int64(len(w.block)-w.early)+int64(from-w.early)); n < len(values) {
			return nil, err
		}
		block++
		if a.kind != model.Bool && (a.kind != model.Int || !a.missing) {
			return values, nil
		}
		converted = converted[:0]
		for i := 0; i < len(values); i += a.width {
			converted = a.appendNumber(converted, binary.LittleEndian.Uint64(values[i:]))
		}
		return converted, nil
	}
}

// NoArrays returns the names of the columns of a table for which an ArrayWriter has no arrays.
func NoArrays(to Form) (names []string) {
	t := to.Layout.target
	s, width := solutionsOf(t)
	for i, c := range t.Columns {
		other := !isNumber(c.Type) || form.Within(t.Solution, i, t.SolutionColumns)
		if !form.Within(t.Puzzle, i, t.CellColumns) && !form.Within(s, i, width) && other {
			names = append(names, c.Name)
		}
	}
	return names
}

// solutionsOf returns the first column of the array of solutions, or -1, and the number of columns that a solution
// takes. Added ones go first: nobody may have checked the input's.
func solutionsOf(t *table.Target) (first, width int) {
	for i, c := range t.Columns {
		if _, added := table.AddedAt(t.Sources[i]); added && strings.HasPrefix(c.Name, "solution") && !isNumber(c.Type) {
			return i, 1
		}
	}
	if t.Solution >= 0 {
		return t.Solution, t.SolutionColumns
	}
	return slices.IndexFunc(t.Columns, func(c model.Column) bool { // the first rows have none
		return (c.Name == "solution" || c.Name == "solutions") && !isNumber(c.Type)
	}), 1
}

// isNumber reports whether numpy has a type for the values.
func isNumber(t model.Type) bool { return t == model.Int || t == model.Float || t == model.Bool }
