// Package formats reads and writes Sudoku puzzles as text.
//
// [Parse] and [Format] handle one puzzle. [Puzzles] reads all puzzles of a file in any form,
// such as lines, grids, CSV, JSON and numpy arrays, and [Detect] says which form it is.
//
// A puzzle is a []uint8 of size² cells, row by row, with 0 for a blank. Its size is 9 or 16, or
// one of those that the caller names; package geometry lists them. An error is a
// [*RecordError], wraps [ErrNotPuzzles] or [ErrNoColumn], or comes from the reader.
//
// Package bulk reads and writes files on many cores, with columns and answers.
package formats

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Parse reads the one puzzle in text and returns its cells, row by row, with 0
// for a blank. The caller owns the slice. text may be a file of one record in any form, or
// only cells, in lines of any length. The puzzle has one of the sizes; none means 9 and 16.
//
// The error is a [*RecordError] with the position in text, or wraps [ErrNotPuzzles]: text in no
// known form, with no puzzle, with several, or with cells of another number.
func Parse(text string, sizes ...int) ([]uint8, error) {
	hints := model.Hints{Sizes: sizes}
	found, err := parseFile(text, hints)
	if err == nil {
		return found, nil
	}
	if order := cells.GridSize([]byte(text), hints.Orders()...); order > 0 {
		if found, err := parseCells(text, order); err == nil {
			return found, nil
		}
	}
	line, other := strings.TrimSpace(text), func(r rune) bool { return !cells.IsCellByte(byte(r)) }
	n := len(line)
	switch order := geometry.OfCells(n).Side(); {
	case n <= 1, errors.Is(err, bulk.ErrCandidates), sizes == nil && order > 0, strings.ContainsFunc(line, other):
		return nil, err
	case slices.Contains(sizes, order) && order <= 9:
		return parseCells(text, order)
	case slices.Contains(sizes, order):
		return nil, err
	}
	var want []string
	for _, size := range hints.Orders() {
		want = append(want, strconv.Itoa(size*size))
	}
	return nil, notPuzzles(fmt.Errorf("%d cells, want %s", n, strings.Join(want, " or ")))
}

// parseFile reads text as a file of one record.
func parseFile(text string, hints model.Hints) (only []uint8, err error) {
	for cells, e := range bulk.Puzzles(strings.NewReader(text), hints) {
		e = public(e)
		if e == nil && only != nil {
			e = notPuzzles(errors.New("more than one puzzle"))
		}
		if only, err = cells, e; e != nil {
			break
		}
	}
	if err == nil && only == nil {
		err = notPuzzles(errors.New("no puzzle"))
	}
	return only, err
}

// parseCells reads text that holds exactly the cells of one grid, in lines of any length.
func parseCells(text string, order int) ([]uint8, error) {
	var glyphs cells.GlyphCount
	glyphs.Add([]byte(text))
	alphabet, err := glyphs.Alphabet(order, "")
	if err != nil {
		return nil, notPuzzles(err)
	}
	cells := make([]uint8, order*order)
	fault := alphabet.Read(cells, []byte(text))
	if fault.Err != nil {
		before := text[:fault.Column-1]
		fault.Line = 1 + strings.Count(before, "\n")
		fault.Column = len(before) - strings.LastIndex(before, "\n")
		return nil, public(&fault)
	}
	return cells, nil
}

// Format returns a puzzle as a line without its newline. The puzzle has as many cells as a
// size has, row by row, with 0 for a blank; Format panics for any other number. It writes the digits
// 1 to 9, for 12×12 also A to C, or for larger ones the letters from A, and "." for a blank. For other forms, and without
// allocations, use [bulk.Form.AppendPuzzle].
func Format(cells []uint8) string {
	form, err := bulk.Line.Form(geometry.OfCells(len(cells)).Side())
	if err != nil {
		panic(fmt.Sprintf("formats: Format of %d cells, want as many as a grid has", len(cells)))
	}
	line := form.AppendPuzzle(make([]byte, 0, len(cells)+1), cells)
	return string(line[:len(cells)])
}

// Puzzles returns an iterator over the puzzles in r, in order. It can be used once. Each
// step yields an error, or the cells of a puzzle, row by row, with 0 for a blank. Its size is 9 or 16.
// The caller owns each slice.
//
// The iteration continues after a [*RecordError]. Any other error ends it: it comes from r,
// or wraps [ErrNotPuzzles].
//
// Memory is bounded for any input. Puzzles yields all that it has read before it reads
// more. If the loop ends early, some text after the last puzzle may have been read. To
// solve a large file use package pipeline, which works on every core.
func Puzzles(r io.Reader) iter.Seq2[[]uint8, error] { return PuzzlesIn(r, "") }

// PuzzlesIn is like [Puzzles] for the puzzles in a column of a table: its name, or its number
// from 1; "" means any. Each has one of the sizes; none means 9 for all or 16 for all. An error wraps
// [ErrNoColumn] if there is no such column.
func PuzzlesIn(r io.Reader, column string, sizes ...int) iter.Seq2[[]uint8, error] {
	return func(yield func([]uint8, error) bool) {
		in := &input{Reader: r}
		for cells, err := range bulk.Puzzles(in, model.Hints{Puzzle: column, Sizes: sizes}) {
			if !in.failed {
				err = public(err)
			}
			if !yield(cells, err) {
				return
			}
		}
	}
}

// An input notes whether its reader failed.
type input struct {
	io.Reader
	failed bool
}

func (in *input) Read(p []byte) (int, error) {
	n, err := in.Reader.Read(p)
	in.failed = err != nil && !errors.Is(err, io.EOF)
	return n, err
}

// A File says how a file is read.
type File struct {
	Form    string   // the name of its form, such as "line" or "csv"
	Order   int      // the number of digits in a house: 9 or 16
	Columns []string // the names of its columns; nil: it has none
	Puzzle  int      // the index of the column with the puzzle; -1: none
	Notes   []string // what was detected and why, for people to read
}

// Detect returns what a file is. text is the file, or at least its first 64 KiB. The error
// wraps [ErrNotPuzzles], or is a [*RecordError].
func Detect(text []byte) (File, error) {
	form, err := bulk.Detect(text, len(text) < bulk.DetectBytes, 0)
	if err != nil {
		return File{}, public(err)
	}
	file := File{Form: form.Kind.String(), Order: form.Order, Puzzle: -1}
	if l := form.Layout; l != nil {
		file.Notes = l.Notes
		for _, column := range l.Columns {
			file.Columns, file.Puzzle = append(file.Columns, column.Name), l.Puzzle
		}
	}
	return file, nil
}
