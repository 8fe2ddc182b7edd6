package table

import "github.com/sudokubatch/sudokubatch/formats/internal/form"

// A Target is the columns in which rows are written, and where their values come from.
type Target struct {
	Columns []form.Column
	// Puzzle and Solution are columns, from 0; -1: none. Where a grid has several columns
	// these are the first.
	Puzzle, Solution int
	Separator        byte
	Unnamed          bool     // no line names the columns
	Keys             [][]byte // the names of the columns as JSON writes them, with a colon
	Lists            int      // the column, from 1, of puzzles that are JSON arrays; 0: none
	Verbatim         bool     // records are copied, and added values follow
	Unquoted         bool     // so are records without quotes, at least
}

// A Row is what is written as one row.
type Row struct {
	From    form.Layout // of the record
	Record  []byte      // as it came; nil: there is none
	Cells   []uint8     // the puzzle; nil where the record is malformed
	Missing int         // fields that the record lacks; less than 0: it has too many
	Added   [][]byte    // the values of the added columns; nil: none
}

// A Writer is a form that writes rows.
type Writer interface {
	form.Form
	// AppendHeader appends what comes before the first row.
	AppendHeader(dst []byte, t *Target) []byte
	// AppendRow appends a row with a value for each column, nil: none.
	AppendRow(dst []byte, t *Target, values [][]byte) []byte
	// CanCopy reports whether a row can be its record as it came, with values behind it.
	CanCopy(t *Target, row *Row) bool
	// AppendCopy appends such a row.
	AppendCopy(dst []byte, t *Target, row *Row) []byte
}
