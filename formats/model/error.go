// Package model has the types that package bulk and the forms share: the records of a text and
// their faults, columns, and what a user says about a file.
package model

// This file defines the faults of records.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// ListsToRows says how to write the rows of a table whose columns are lists of their own.
const ListsToRows = "make rows of both, for example with jq -r '[.[]|[.[]]]|transpose[]|@csv' FILE, or in pandas with df.to_json(FILE, orient='records', lines=True)"

// The reasons of a [SyntaxError], for [errors.Is]. The numbers and bytes of the messages are in
// the SyntaxError.
var (
	// ErrCell reports a byte that is not a cell, at its column.
	ErrCell = errors.New("bad cell")
	// ErrNumber reports a number that is not a cell, in forms whose cells are numbers.
	ErrNumber = errors.New("bad number")
	// ErrSeparator reports two cells without a blank between them, in a form that needs
	// one.
	ErrSeparator = errors.New("no blank between cells")
	// ErrShort reports too few cells in a line; the column is right after the last cell.
	ErrShort = errors.New("too few cells")
	// ErrLong reports too many cells in a line; the column is the first surplus cell.
	ErrLong = errors.New("too many cells")
	// ErrRows reports too few rows in a grid; the position is right after the last row.
	ErrRows = errors.New("too few rows")
	// ErrLineTooLong reports a line longer than the form's MaxLine.
	ErrLineTooLong = errors.New("line too long")
	// ErrHeader reports a header that is not a number of puzzles.
	ErrHeader = errors.New("bad header")
	// ErrCount reports a file with fewer puzzles than its header says.
	ErrCount = errors.New("too few puzzles")
	// ErrTrailing reports text after the declared end of the puzzles.
	ErrTrailing = errors.New("text after the end")
	// ErrFields reports a record with more fields than columns, or with fewer where each cell has one.
	ErrFields = errors.New("too many or too few fields")
	// ErrShifted reports a record whose fields are in other columns than in other records.
	ErrShifted = errors.New("a solution in place of the puzzle: is a separator missing?")
	// ErrJSON reports a byte that JSON does not allow here, or a value that is neither a
	// record nor a grid.
	ErrJSON = errors.New("unexpected byte in JSON")
	// ErrUnclosed reports JSON that ends too early: within a record, or before the array of
	// the records is closed.
	ErrUnclosed = errors.New("JSON that is not closed")
	// ErrArrays reports JSON with puzzles in an array that is not read. Field is the name
	// of the member with the array.
	ErrArrays = errors.New("another array also holds puzzles, but is not read: write one puzzle per line, for example with " + syntax.LevelsToLines)
	// ErrLate reports a member that no record at the beginning of the file has. Field is
	// its name.
	ErrLate = errors.New("left out, because no record at the beginning of the file has it")
	// ErrRounded reports a number that was a solution before a program rounded it.
	ErrRounded = errors.New("a rounded solution")
	// ErrZeros reports a puzzle of order 9 that a program read as a number, so that it lacks its
	// first zeros.
	ErrZeros = errors.New("leading zeros seem to be lost")
	// ErrCoding reports a grid of an array whose numbers stand for other digits than in the
	// sample. The sample cannot decide about such a file, so the run must end.
	ErrCoding = errors.New("its numbers stand for other digits than in other records: write all with 0 for a blank and digits from 1")
	// ErrSolution reports a solution in a record of its own, after its puzzle.
	ErrSolution = errors.New("a solution of the puzzle before it")
	// ErrWrongSolution reports a grid that a title calls a solution, and that does not solve
	// the puzzle before it.
	ErrWrongSolution = errors.New("not a solution of the puzzle before it")
	// ErrSize reports a grid of another size than the file's grids.
	ErrSize = errors.New("a grid of another size")
	// ErrBlank reports a grid with a blank that the file's grids do not have.
	ErrBlank = errors.New("bad blank")
	// ErrStray reports a grid that belongs to no record. Have is the number of cells in its
	// line if it is wrong.
	ErrStray = errors.New("looks like a grid, but is not read")
	// ErrGrids reports a text that shall hold one grid. Have is the number of grids in it.
	ErrGrids = errors.New("no grid in the text")
	// ErrCandidates reports a puzzle whose candidates are not the candidates of clues.
	ErrCandidates = errors.New("clues cannot say its candidates")
	// ErrEncoding reports text that is not UTF-8. A text alone cannot tell its encoding, so the run must end.
	ErrEncoding = errors.New("not UTF-8")
	// ErrRecordTooLong reports a record longer than the limit, in a form without lines.
	ErrRecordTooLong = errors.New("record too long")
)

// A SyntaxError reports a malformed record, or a fault of a whole file, with its position. It is
// a plain value: making one does not allocate.
type SyntaxError struct {
	File   string // as the user named it; "": not known
	Record int    // from 1; 0: the file as a whole (in Records: from 0)
	Line   int    // from 1; 0: not known
	Column int    // in bytes, or in cells of an array, from 1; 0: not known
	Row    int    // row of the grid, from 1; 0 in forms with one line per record
	Field  string // the name of the column or member at fault; "": none

	Err        error // one of the reasons above
	Got        byte  // the bad byte (ErrCell, ErrJSON, ErrHeader, ErrEncoding)
	Have, Want int   // the actual and the expected number

	Number float64 // the bad number (ErrNumber, ErrRounded)
}

// Rebase returns e with an absolute position. It sets the name of the file and adds the
// numbers of records and lines that precede the text in it. So an error of Decode becomes
// one whose Record and Line count from 1 at the beginning of the file.
func (e SyntaxError) Rebase(file string, records, lines int) SyntaxError {
	e.File = file
	e.Record += records + 1
	if e.Line > 0 {
		e.Line += lines
	}
	return e
}

// Error returns the position and the reason: "corpus.txt:412:17: bad cell 'x'". It leaves
// out parts of the position that are not known.
func (e *SyntaxError) Error() string {
	dst := append([]byte(nil), e.File...)
	for _, n := range [...]int{e.Line, e.Column} {
		if n == 0 {
			break
		}
		if len(dst) > 0 {
			dst = append(dst, ':')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	if len(dst) > 0 {
		dst = append(dst, ": "...)
	}
	if e.Line == 0 && e.Record > 0 {
		dst = syntax.AppendCount(dst, "record ", e.Record, "")
		if e.Column > 0 {
			dst = syntax.AppendCount(dst, ", column ", e.Column, "")
		}
		dst = append(dst, ": "...)
	}
	if e.Field != "" {
		dst = append(strconv.AppendQuoteToASCII(append(dst, "in "...), e.Field), ": "...)
	}
	return string(e.AppendReason(dst))
}

// Unwrap returns the reason, for [errors.Is].
func (e *SyntaxError) Unwrap() error { return e.Err }

// AppendReason appends the reason alone to dst: "bad cell 'x'", "79 of 81 cells". It
// appends only printable ASCII without a newline, whatever the input is. It does not
// allocate if dst has room.
func (e *SyntaxError) AppendReason(dst []byte) []byte { //nolint:cyclop // a case for each reason
	switch e.Err {
	case nil:
		return append(dst, "unknown error"...)
	case ErrCell: //nolint:errorlint // the reasons above are never wrapped
		dst = append(dst, "bad cell "...)
		return appendByte(dst, e.Got)
	case ErrEncoding:
		return append(append(appendByte(append(dst, "byte "...), e.Got), " is "...), e.Err.Error()...)
	case ErrBlank:
		return appendByte(append(dst, "another blank than in the grids before: "...), e.Got)
	case ErrSize:
		return append(appendSide(append(dst, "a grid of "...), e.Have), " among other sizes"...)
	case ErrNumber:
		return strconv.AppendFloat(append(dst, "bad cell "...), e.Number, 'g', -1, 64)
	case ErrRounded:
		dst = strconv.AppendFloat(dst, e.Number, 'g', -1, 64)
		return append(dst, " was a solution, but a spreadsheet or pandas rounded it to this number: use the original file, or import it as text"...)
	case ErrZeros:
		return append(syntax.AppendCount(dst, "", e.Have, " digits: "), e.Err.Error()...)
	case ErrShort:
		return e.appendOther(appendOf(dst, e.Have, e.Want, " cells"))
	case ErrLong:
		return e.appendOther(syntax.AppendCount(dst, "more than ", e.Want, " cells"))
	case ErrFields:
		if e.Have > 0 {
			return appendOf(dst, e.Have, e.Want, " fields")
		}
		return syntax.AppendCount(dst, "more than ", e.Want, " fields")
	case ErrRows:
		return appendOf(dst, e.Have, e.Want, " rows")
	case ErrLineTooLong:
		return syntax.AppendCount(dst, "line longer than ", e.Want, " bytes")
	case ErrJSON:
		return append(appendByte(append(dst, "unexpected "...), e.Got), " in JSON"...)
	case ErrStray:
		if e.Have > 0 {
			return syntax.AppendCount(dst, "looks like a grid of 81 cells, but has ", e.Have, "")
		}
	case ErrGrids:
		if e.Have > 0 {
			return syntax.AppendCount(dst, "", e.Have, " grids in the text, want one")
		}
	case ErrRecordTooLong:
		return syntax.AppendCount(dst, "record longer than ", e.Want, " bytes")
	case ErrHeader:
		if e.Want > 0 {
			return syntax.AppendCount(dst, "the header says more than ", e.Want, " puzzles")
		}
		return appendByte(append(dst, "bad header, want the number of puzzles: "...), e.Got)
	case ErrCount:
		dst = syntax.AppendCount(dst, "the header says ", e.Want, " puzzles, ")
		return syntax.AppendCount(dst, "the file holds ", e.Have, "")
	case ErrTrailing:
		if e.Want > 0 {
			return syntax.AppendCount(dst, "text after the last of ", e.Want, " puzzles")
		}
	}
	return appendPrintable(dst, e.Err.Error())
}

// appendOther says that a value has as many cells as puzzles of another size.
func (e *SyntaxError) appendOther(dst []byte) []byte {
	if less, _ := e.Sizes(); less == 0 {
		return dst
	}
	return syntax.AppendCount(appendSide(append(dst, "; a "...), geometry.OfCells(e.Have).Side()), " puzzle has ", e.Have, "")
}

// Sizes returns the two sizes, ascending, of a file in which the record would be no fault. They are 0 if it has
// another fault, or if one is not known.
func (e *SyntaxError) Sizes() (less, more int) {
	have, want := e.Have, e.Want
	switch e.Err {
	case ErrSize: //nolint:errorlint // the reasons above are never wrapped
	case ErrShort, ErrLong:
		have, want = geometry.OfCells(have).Side(), geometry.OfCells(want).Side()
	default:
		return 0, 0
	}
	if have == want || !geometry.Of(have).Known() || !geometry.Of(want).Known() {
		return 0, 0
	}
	return min(have, want), max(have, want)
}

// A SizeError reports puzzles of a size that is read only if [Hints.Sizes] names it.
type SizeError struct{ Size int }

func (e *SizeError) Error() string { return fmt.Sprintf("%d×%[1]d: this size must be named", e.Size) }

// A DigitsError reports puzzles whose digits may be several alphabets. [Hints.Digits] must name one.
type DigitsError struct {
	Size   int
	Digits []string
}

func (e *DigitsError) Error() string {
	return fmt.Sprintf("%d×%[1]d, but its digits may be %s", e.Size, strings.Join(e.Digits, " or "))
}

// A VariantError reports puzzles with other rules than the usual ones.
type VariantError struct {
	Field, Variant string // the member that shows it, and its name
	Puzzle         string // the member with the grids, which [Hints.Puzzle] may name to read these alone
}

func (e *VariantError) Error() string {
	return fmt.Sprintf("found %q: a %s Sudoku, whose puzzles do not follow the usual rules", e.Field, e.Variant)
}

// appendSide appends "9x9".
func appendSide(dst []byte, side int) []byte {
	return syntax.AppendCount(syntax.AppendCount(dst, "", side, "x"), "", side, "")
}

// appendOf appends "have of want" and the unit.
func appendOf(dst []byte, have, want int, unit string) []byte {
	dst = strconv.AppendInt(dst, int64(have), 10)
	return syntax.AppendCount(dst, " of ", want, unit)
}

// hexDigits are the digits of hexadecimal numbers.
const hexDigits = "0123456789abcdef"

// appendByte appends b in readable form: quoted if it is printable ASCII, and as 0x00 if
// not.
func appendByte(dst []byte, b byte) []byte {
	switch {
	case b == '\'' || b == '\\':
		return append(dst, '\'', '\\', b, '\'')
	case b >= ' ' && b <= '~':
		return append(dst, '\'', b, '\'')
	}
	return append(dst, '0', 'x', hexDigits[b>>4], hexDigits[b&15])
}

// appendPrintable appends text with "?" for every byte that is not printable ASCII. The
// reasons of this package have only printable bytes; an error from elsewhere may have
// others.
func appendPrintable(dst []byte, text string) []byte {
	for i := range len(text) {
		b := text[i]
		if b < ' ' || b > '~' {
			b = '?'
		}
		dst = append(dst, b)
	}
	return dst
}
