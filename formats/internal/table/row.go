// Package table finds the columns with the puzzle and its solution, and chooses the columns of rows to
// write.
package table

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A Record is a record that may become a row unchanged.
type Record struct {
	From    form.Layout // how the record is read
	Text    []byte      // nil: there is none
	Good    bool        // the record is well-formed
	Missing int         // number of fields that the record lacks; negative: it has too many
}

// A Writer is a form that writes rows. Its methods do not allocate if dst has room.
type Writer interface {
	form.Form
	// Style returns what the form requires of columns, for records of a file in another form,
	// or nil.
	Style(from form.Form, info *form.Info) Style
	// AppendHeader appends the text before the first row.
	AppendHeader(dst []byte, t *Target) []byte
	// AppendRow appends a row with a value for each column, nil for a missing one.
	AppendRow(dst []byte, t *Target, values [][]byte) []byte
	// CanCopy reports whether a row is its unchanged record with values after it.
	CanCopy(t *Target, record *Record) bool
	// AppendCopy appends such a row.
	AppendCopy(dst []byte, t *Target, record *Record, added [][]byte) []byte
}

// TextOfJSON returns a JSON value as text: the characters of a string, or the value as it
// is.
func TextOfJSON(value []byte) []byte {
	n := len(value)
	switch {
	case n < 2 || value[0] != '"' || !json.Valid(value):
		return value
	case bytes.IndexByte(value, '\\') < 0:
		return value[1 : n-1]
	}
	text, _ := jsontext.AppendUnquote(nil, value) // fails only for invalid UTF-8
	return text
}

// PadRow returns a row of an order with its first zeros, which a program dropped when it
// read the row as a number.
func PadRow(value []byte, order int) []byte {
	if len(value) == 0 || len(value) >= order || slices.ContainsFunc(value, func(b byte) bool { return !syntax.IsDigit(b) }) {
		return value
	}
	return append(bytes.Repeat(cells.Zero, order-len(value)), value...)
}

// Join returns the cells in the fields of a row as text, or nil if there are none. Fields
// are separated by blanks, and empty fields become points. Fields that are rows of the grid
// get their zeros back.
func Join(row [][]byte, first, width int) []byte {
	switch {
	case first >= len(row):
		return nil
	case width == 1:
		return row[first]
	}
	return AppendJoined(nil, row[first:min(first+width, len(row))])
}

// AppendJoined appends cells in the notation of Join.
func AppendJoined(dst []byte, grid [][]byte) []byte {
	for i, value := range grid {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if value = cells.Unquoted(value); len(value) == 0 || cells.IsNoValue(value) {
			value = cells.Dot
		}
		if len(grid) <= 16 {
			value = PadRow(value, len(grid))
		}
		dst = append(dst, value...)
	}
	return dst
}
