// Package syntax is lines of text, and what can be wrong with records in them.
package syntax

import (
	"errors"
	"strconv"
)

// LevelsToLines is a command that writes the elements of several arrays one a line, with the
// name of their array as a column.
const LevelsToLines = "jq -c 'to_entries[]|{difficulty:.key}+(.value[]?|objects//{puzzle:.})' FILE"

// The reasons of a [Error]. They are for [errors.Is]; the numbers and
// bytes that belong to them are in the Error.
var (
	// ErrCell is a byte that is not a cell, at its column.
	ErrCell = errors.New("bad cell")
	// ErrNumber is a number that is not a cell, in forms whose cells are numbers.
	ErrNumber = errors.New("bad number")
	// ErrSeparator is a cell that directly follows another one, in a form that
	// wants blanks between them.
	ErrSeparator = errors.New("no blank between cells")
	// ErrShort is too few cells in a line; the column is right after the last.
	ErrShort = errors.New("too few cells")
	// ErrLong is too many cells in a line; the column is the first surplus one.
	ErrLong = errors.New("too many cells")
	// ErrRows is too few rows in a grid; the position is right after the last.
	ErrRows = errors.New("too few rows")
	// ErrLineTooLong is a line longer than [Form.MaxLine].
	ErrLineTooLong = errors.New("line too long")
	// ErrHeader is a header that is not the number of puzzles.
	ErrHeader = errors.New("bad header")
	// ErrCount is a file with fewer puzzles than its header says.
	ErrCount = errors.New("too few puzzles")
	// ErrTrailing is text after the declared end of the puzzles.
	ErrTrailing = errors.New("text after the end")
	// ErrFields is a record with more fields than others have.
	ErrFields = errors.New("too many fields")
	// ErrShifted is a record whose fields are in other columns than those of others.
	ErrShifted = errors.New("a solution in place of the puzzle: is a separator missing?")
	// ErrJSON is a byte that cannot be there in JSON, or begins a value that is no
	// record or no grid.
	ErrJSON = errors.New("unexpected byte in JSON")
	// ErrUnclosed is JSON that ends too early: in a record, or before the array of
	// the records is closed.
	ErrUnclosed = errors.New("JSON that is not closed")
	// ErrArrays is JSON with puzzles in another array than that of the records; Field is
	// the name of the member that holds it.
	ErrArrays = errors.New("more puzzles, in another array, which is not read: write all one a line, as with " + LevelsToLines)
	// ErrLate is a member that no record at the beginning of the file has; Field is its name.
	ErrLate = errors.New("left out, as no record at the beginning of the file has it")
	// ErrRecordTooLong is a record of a form without lines that is longer than a
	// line may be.
	ErrRecordTooLong = errors.New("record too long")
)

// An Error is a malformed record, or a file that is wrong as a whole, with
// its position. It is a plain value: making one does not allocate.
type Error struct {
	File   string // as the user named it; empty if not known
	Record int    // from 1; 0 is the file as a whole (but see [Records])
	Line   int    // from 1; 0 if not known
	Column int    // in bytes, of an array in cells, from 1; 0 if not known
	Row    int    // row of the grid, from 1; 0 in forms of one line a record
	Field  string // the name of the column that holds the puzzle, or of what holds it; "": it has none

	Err        error // one of the reasons above
	Got        byte  // the byte met (ErrCell, ErrJSON, ErrHeader)
	Have, Want int   // how many there are, and how many there should be

	Number float64 // the number met (ErrNumber)
}

// Rebase returns e with the file's name, and with the records and lines that
// precede the text it counts from added to its position: the error that
// [Form.Decode] reports becomes one whose Record and Line count from 1 at the
// beginning of the file.
func (e Error) Rebase(file string, records, lines int) Error {
	e.File = file
	e.Record += records + 1
	if e.Line > 0 {
		e.Line += lines
	}
	return e
}

// Error returns the position and the reason: "corpus.txt:412:17: bad cell 'x'".
// Parts of the position that are not known are left out.
func (e *Error) Error() string {
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
		dst = AppendCount(dst, "record ", e.Record, "")
		if e.Column > 0 {
			dst = AppendCount(dst, ", column ", e.Column, "")
		}
		dst = append(dst, ": "...)
	}
	if e.Field != "" {
		dst = append(strconv.AppendQuoteToASCII(append(dst, "in "...), e.Field), ": "...)
	}
	return string(e.AppendReason(dst))
}

// Unwrap returns the reason, for [errors.Is].
func (e *Error) Unwrap() error { return e.Err }

// AppendReason appends the reason alone to dst: "bad cell 'x'", "79 of 81
// cells". It appends printable ASCII without a newline, whatever the input
// was, and does not allocate if dst has room.
func (e *Error) AppendReason(dst []byte) []byte {
	switch e.Err {
	case nil:
		return append(dst, "unknown error"...)
	case ErrCell: //nolint:errorlint // the reasons above are never wrapped
		dst = append(dst, "bad cell "...)
		return appendByte(dst, e.Got)
	case ErrNumber:
		return strconv.AppendFloat(append(dst, "bad cell "...), e.Number, 'g', -1, 64)
	case ErrShort:
		return appendOf(dst, e.Have, e.Want, " cells")
	case ErrLong:
		return AppendCount(dst, "more than ", e.Want, " cells")
	case ErrFields:
		return AppendCount(dst, "more than ", e.Want, " fields")
	case ErrRows:
		return appendOf(dst, e.Have, e.Want, " rows")
	case ErrLineTooLong:
		return AppendCount(dst, "line longer than ", e.Want, " bytes")
	case ErrJSON:
		return append(appendByte(append(dst, "unexpected "...), e.Got), " in JSON"...)
	case ErrRecordTooLong:
		return AppendCount(dst, "record longer than ", e.Want, " bytes")
	case ErrHeader:
		if e.Want > 0 {
			return AppendCount(dst, "the header says more than ", e.Want, " puzzles")
		}
		return appendByte(append(dst, "bad header, want the number of puzzles: "...), e.Got)
	case ErrCount:
		dst = AppendCount(dst, "the header says ", e.Want, " puzzles, ")
		return AppendCount(dst, "the file holds ", e.Have, "")
	case ErrTrailing:
		if e.Want > 0 {
			return AppendCount(dst, "text after the last of ", e.Want, " puzzles")
		}
	}
	return appendPrintable(dst, e.Err.Error())
}

// appendOf appends "have of want" and the unit.
func appendOf(dst []byte, have, want int, unit string) []byte {
	dst = strconv.AppendInt(dst, int64(have), 10)
	return AppendCount(dst, " of ", want, unit)
}

// AppendCount appends n between two texts.
func AppendCount(dst []byte, before string, n int, after string) []byte {
	dst = append(dst, before...)
	dst = strconv.AppendInt(dst, int64(n), 10)
	return append(dst, after...)
}

// hexDigits are the digits of numbers of base 16.
const hexDigits = "0123456789abcdef"

// appendByte appends b so that a reader sees what it is: quoted if it is
// printable ASCII, as 0x00 if not.
func appendByte(dst []byte, b byte) []byte {
	switch {
	case b == '\'' || b == '\\':
		return append(dst, '\'', '\\', b, '\'')
	case b >= ' ' && b <= '~':
		return append(dst, '\'', b, '\'')
	}
	return append(dst, '0', 'x', hexDigits[b>>4], hexDigits[b&15])
}

// appendPrintable appends text with "?" for every byte that is not printable
// ASCII. The reasons of this package have none; an error from elsewhere may.
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
