package formats

// This file exports the types and functions of the internal packages that callers need.

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/internal/table"
)

// A SyntaxError reports a malformed record, or a fault of a whole file, with its position.
//
// File, Record, Line and Column give the position. They count from 1, and 0 means not
// known. Column counts bytes, or cells in an array. Row is the row of the grid, and Field
// is the column of the table. Err is one of the reasons below; Got, Have, Want and Number
// are its details.
//
// Error returns "corpus.txt:412:17: bad cell 'x'"; AppendReason appends the reason alone.
// [Form.Decode] reports positions that count from the beginning of a text, and Rebase
// converts them to positions in the file. A SyntaxError is a plain value: making one does
// not allocate.
type SyntaxError = syntax.Error

// The reasons of a [SyntaxError], for [errors.Is].
var (
	ErrCell          = syntax.ErrCell          // a byte that is not a cell, at its column
	ErrNumber        = syntax.ErrNumber        // a number that is not a cell
	ErrSeparator     = syntax.ErrSeparator     // two cells without the separator that the form needs
	ErrShort         = syntax.ErrShort         // too few cells; the column is right after the last cell
	ErrLong          = syntax.ErrLong          // too many cells; the column is the first surplus cell
	ErrRows          = syntax.ErrRows          // too few rows in a grid
	ErrLineTooLong   = syntax.ErrLineTooLong   // a line longer than Form.MaxLine
	ErrHeader        = syntax.ErrHeader        // a header that is not a number of puzzles
	ErrCount         = syntax.ErrCount         // fewer puzzles than the header says
	ErrTrailing      = syntax.ErrTrailing      // text after the declared end of the puzzles
	ErrFields        = syntax.ErrFields        // more fields than columns
	ErrShifted       = syntax.ErrShifted       // fields in other columns than in other records
	ErrJSON          = syntax.ErrJSON          // a byte that JSON does not allow here
	ErrUnclosed      = syntax.ErrUnclosed      // JSON that ends too early
	ErrArrays        = syntax.ErrArrays        // puzzles in a second array, which is not read
	ErrStray         = syntax.ErrStray         // a grid that belongs to no record
	ErrLate          = syntax.ErrLate          // a member that no record of the sample has
	ErrRounded       = syntax.ErrRounded       // a number that was a solution before a program rounded it
	ErrZeros         = syntax.ErrZeros         // a puzzle without its first zeros, because a program read it as a number
	ErrCoding        = syntax.ErrCoding        // an array with several numberings of digits
	ErrSolution      = syntax.ErrSolution      // a solution in a record of its own
	ErrWrongSolution = syntax.ErrWrongSolution // a grid with a title for solutions that does not solve the puzzle before it
	ErrSize          = syntax.ErrSize          // a grid of another size among drawn grids
	ErrBlank         = syntax.ErrBlank         // a grid with an unknown blank among drawn grids
	ErrRecordTooLong = syntax.ErrRecordTooLong // a record longer than a line may be
)

// Records holds the decoded records of one text that a [Framer] cut. N is the number of
// records, and Faults has one error for each malformed record. Cells has Order·Order values
// for each well-formed record. Reuse it: [Form.Decode] overwrites it and keeps its buffers.
type Records = form.Records

// A Span locates one record in a text. From and To are its bytes, including line ends. Line
// is its first line, from 1. Missing is the number of fields that it lacks. Rounded says that
// a program rounded its solution to a number.
type Span = form.Span

// A Framer finds the borders between records in the text of one file, from front to back.
// Cut returns the part of a text that is whole records. Finish returns the fault of the
// file as a whole. A Framer belongs to one file and one goroutine.
type Framer = form.Framer

// Fields holds the values of one row: one per column, nil for a missing value. Reuse it to
// avoid allocations.
type Fields = form.Fields

// A Column names a column of a table and gives the type of its values.
type Column = form.Column

// Taken is the treatment of an added column whose name the input has.
type Taken = form.Taken

// The treatments of such a column.
const (
	Renumbered = form.Renumbered // it gets a number after its name
	Refused    = form.Refused    // Form.Target returns a TakenError
	Replaced   = form.Replaced   // its values replace the values of the input
)

// A TakenError reports that the input has a column with the name of an added one.
type TakenError = form.TakenError

// A Type is the type of a column's values. Values are always text, written as in JSON but
// without quotes around strings.
type Type = form.Type

// The column types.
const (
	Text  = form.Text  // anything
	Int   = form.Int   // an integer of 64 bits
	Float = form.Float // a number
	Bool  = form.Bool  // true or false
	Raw   = form.Raw   // a JSON value
)

// Hints are what a user says about a file in addition to its kind: the columns with the
// Puzzle and the Solution, the Digits, and which other data to read. The zero value says
// nothing.
type Hints = form.Hints

// An Explanation says why a file was read in its form, and which other forms explain its
// beginning, too.
type Explanation = form.Explanation

// A ColumnError reports that a file has no column called Name, or that this column holds no
// puzzles.
type ColumnError = form.ColumnError

// ErrNoPuzzles is wrapped by the errors for files that hold only solutions.
var ErrNoPuzzles = form.ErrNoPuzzles

// BOMLen returns the length of the UTF-8 byte order mark at the beginning of prefix: 3, or
// 0 if there is none. Columns do not count the mark.
func BOMLen(prefix []byte) int { return syntax.BOMLen(prefix) }

// IsValue reports whether value is written as the type requires: an Int or a Float as
// Python prints it, and a Bool as true or false.
func IsValue(t Type, value string) bool { return table.IsValue(t, value) }

// AppendFloat appends a number with as many digits as are needed to read the same number
// again. It always writes a decimal point or an exponent, so that readers do not take the
// number for an integer.
func AppendFloat(dst []byte, x float64) []byte { return table.AppendFloat(dst, x) }

// Digits lists the ways to write the digits of order 16.
func Digits() []string { return cells.Digits() }
