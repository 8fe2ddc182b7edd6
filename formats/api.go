package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A SyntaxError is a malformed record, or a file that is wrong as a whole, with its
// position: File, Record, Line and Column (in bytes, of an array in cells), from 1; 0 if
// not known. Row is the row of the grid, and Field the column of the table. Err is one of
// the reasons below; Got, Have, Want and Number belong to it.
//
// Error returns "corpus.txt:412:17: bad cell 'x'"; AppendReason appends the reason alone.
// Rebase moves an error that counts from the beginning of a text, as [Form.Decode] reports
// it, to its place in the file. It is a plain value: making one does not allocate.
type SyntaxError = syntax.Error

// The reasons of a [SyntaxError], for [errors.Is].
var (
	ErrCell          = syntax.ErrCell          // a byte that is no cell, at its column
	ErrNumber        = syntax.ErrNumber        // a number that is no cell
	ErrSeparator     = syntax.ErrSeparator     // a cell that directly follows another one
	ErrShort         = syntax.ErrShort         // too few cells; the column is right after the last
	ErrLong          = syntax.ErrLong          // too many cells; the column is the first surplus one
	ErrRows          = syntax.ErrRows          // too few rows in a grid
	ErrLineTooLong   = syntax.ErrLineTooLong   // a line longer than Form.MaxLine
	ErrHeader        = syntax.ErrHeader        // a header that is not the number of puzzles
	ErrCount         = syntax.ErrCount         // fewer puzzles than the header says
	ErrTrailing      = syntax.ErrTrailing      // text after the declared end of the puzzles
	ErrFields        = syntax.ErrFields        // more fields than columns
	ErrShifted       = syntax.ErrShifted       // fields in other columns than elsewhere
	ErrJSON          = syntax.ErrJSON          // a byte that cannot be there in JSON
	ErrUnclosed      = syntax.ErrUnclosed      // JSON that ends too early
	ErrArrays        = syntax.ErrArrays        // puzzles in another array than the records'
	ErrLate          = syntax.ErrLate          // a member that no record of the sample has
	ErrRecordTooLong = syntax.ErrRecordTooLong // a record longer than a line may be
)

// Records is what a text that a [Framer] cut holds: N records, of which Faults are
// malformed, and the Cells of the others, Order·Order values each. It is meant to be
// reused: [Form.Decode] overwrites all of it and keeps its buffers.
type Records = form.Records

// A Span is where a record lies in a text: its bytes From and To, with the ends of its
// lines, and its first Line, from 1. Missing is how many fields it lacks.
type Span = form.Span

// A Framer finds the borders between records in the text of one file, front to back: Cut
// returns which part of a text is whole records, and Finish what is wrong with the file as
// a whole. It belongs to one file and one goroutine.
type Framer = form.Framer

// Fields are the values of one row, one for each column, nil where there is none. They
// are meant to be reused.
type Fields = form.Fields

// A Column is a column of a table: its Name and Type.
type Column = form.Column

// A Type is what the values of a column are. Values are text in any case, as JSON writes
// them, but without quotes around texts.
type Type = form.Type

// The types of columns.
const (
	Text  = form.Text  // anything
	Int   = form.Int   // a whole number of 64 bits
	Float = form.Float // a number
	Bool  = form.Bool  // true or false
	Raw   = form.Raw   // a JSON value
)

// Hints are what a user says of a file besides its kind: the columns of the Puzzle and of
// the Solution, the Digits, and what else is asked for. The zero value says nothing.
type Hints = form.Hints

// A ColumnError reports that a file has no column of a Name, or no puzzles in it.
type ColumnError = form.ColumnError

// ErrNoPuzzles is wrapped by the errors of files that hold solutions alone.
var ErrNoPuzzles = form.ErrNoPuzzles

// BOMLen returns the length of the UTF-8 byte order mark at the beginning of prefix: 3, or
// 0 if there is none. Columns do not count it.
func BOMLen(prefix []byte) int { return syntax.BOMLen(prefix) }

// IsValue reports whether a text is how a value of a type is written: an Int or a Float as
// Python prints it, true or false.
func IsValue(t Type, value string) bool { return table.IsValue(t, value) }

// AppendFloat appends a number with as many digits as it takes to read the same number
// again, and with a point, so that it is not taken for an int.
func AppendFloat(dst []byte, x float64) []byte { return table.AppendFloat(dst, x) }

// Digits lists how the digits of order 16 may be written.
func Digits() []string { return cells.Digits() }
