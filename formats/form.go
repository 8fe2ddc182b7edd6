package formats

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// Kind is a textual form's name as the user writes it. The zero Kind means
// that none was chosen.
type Kind uint8

// The grammars below share their terms. A line ends with "\n" or "\r\n", the
// last one also with the end of the file. A blank line holds nothing but spaces
// and tabs. A line longer than [Form.MaxLine] is malformed, whatever it holds,
// unless it is a comment.
const (
	// Line is one puzzle a line.
	//
	//	file    = { line } .
	//	line    = record | comment | blank .
	//	record  = [ mark ] cells [ bound { any byte } ] .
	//	cells   = 81 × ( "1".."9" | "." | "0" )                    in order 9
	//	        | 81 × ( "1".."9" | b )                            with one b for all: * _ ? - x X
	//	        | 256 × ( "A".."P" | "a".."p" | "." | "-" ) .      in order 16
	//	mark    = the byte order mark of UTF-8 .
	//	bound   = " " | tab | "," | ";" | "#" .
	//	comment = ( "#" | "%" | "//" ) { any byte } .
	//
	// The cells begin at column 1, or behind a mark, as where files were joined that each
	// begin with one. What follows their bound (a rating, a name, a solution) is ignored
	// and never shifts anything. A line "end", with blanks after it at most, ends the
	// input; text after it is reported as [ErrTrailing].
	Line Kind = iota + 1

	// Hiho is a count followed by that many blocks of nine rows.
	//
	//	file   = header { block } .
	//	header = digits .
	//	block  = 9 × row .
	//	row    = 9 × ( "0".."9" ) separated by spaces or tabs .
	//
	// 0 is a blank cell. Blanks around a row or the header are ignored, and so
	// are blank lines everywhere. There are no comments. A row that is wrong
	// makes its block malformed but still counts as a row, so that the blocks
	// after it keep their places. A header that is not a number leaves the whole
	// file without records; fewer blocks than it says, or text after the last
	// one, is a fault of the file ([Framer.Finish]). A block may take at most
	// [Form.MaxRecord] bytes with the blank lines inside it; one that takes more
	// is cut short there and malformed, and the rest of its rows belong to no
	// record.
	Hiho

	// Letters16 is a grid of sixteen lines, for order 16.
	//
	//	file = { grid | blank } .
	//	grid = 16 × row .
	//	row  = 16 × ( "A".."P" | "a".."p" | "-" | "." ) { " " | tab } .
	//
	// "-" and "." are blank cells. A grid ends with its sixteenth line, with a
	// blank line or with the end of the file, whichever comes first: a short
	// grid costs only itself. There are no comments.
	Letters16

	// Grid is grids of nine or sixteen rows as people write and paste them.
	//
	//	file = { title | rule | blank | grid } .
	//	grid = [ head ] order × ( row { rule | blank } ) .
	//	row  = order × cell .
	//
	// Cells are characters or numbers with anything between them that lines are
	// drawn with, or fields, which may be empty. Between bars at the same places in
	// all rows, spaces may be blanks. A head counts the columns.
	Grid

	// CSV is a table of delimited fields: see [Layout].
	CSV

	// TSV is CSV with tabs.
	TSV

	// NDJSON is a JSON value a line.
	//
	//	file   = { record | blank } .
	//	record = object | grid .
	//	grid   = string | array .
	//
	// In a file of objects, a member of each is the puzzle, in another order or
	// beside other members than elsewhere if need be: Layout's column of that
	// name. A grid is a string of cells, which may have blanks and escaped line
	// ends between them, or an array of cells or of rows, the cells of which are
	// numbers, strings or null. If only objects within the objects hold grids,
	// their members are the columns, as "row.puzzle". A record that is not valid JSON is malformed.
	NDJSON

	// JSON is values as NDJSON has them, as the elements of one array or one after
	// the other.
	//
	//	file = before "[" [ record { "," record } ] "]" after | { record } .
	//
	// The array may be a member of objects; what is before it and after it is
	// ignored. Records may take several lines, or all be in one. One that is longer
	// than 64 KiB is malformed. Where other records share the line of what is wrong
	// with a record, its Line is 0 and its Column counts from the beginning of the
	// record. Text that is not JSON ends the input: no record follows it. It is a fault of
	// the file ([Framer.Finish]), and so is an array that is not closed, text after the
	// array, or puzzles in another array behind it.
	JSON

	// OpenSudoku is the XML of the program of that name, or of others where all puzzles are
	// in elements of one name.
	OpenSudoku

	// Npy is an array in numpy's file format, of version 1.0, 2.0 or 3.0:
	//
	//	file = magic version length dictionary { element } .
	//
	// The shape is that of N puzzles, (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16),
	// or of one, with dimensions of 1 after it or not, in C order. Elements are
	// numbers, of any size and order of bytes: 0 is a blank, or -1, or the digits
	// follow a blank that is 1 or -1, which the beginning of the file tells (see
	// [Layout].Notes). Or they are texts, of puzzles, rows or cells, in ASCII. The
	// record of a puzzle is its elements; its column is the number of the cell. It
	// is in no line. Fewer or more elements than the shape says are a fault of the
	// file. What is not an array of puzzles is an [*ArrayError].
	//
	// An array of pairs of grids, (N, 2, 81) and so on, or of structures is a table: a
	// column for each grid or single value. So is what [JoinArrays] makes of several.
	//
	// It is written as the type uint8, with 0 for a blank (see [NpyHeader] and [Form.Paired]).
	Npy

	// Parquet is a table whose text package corpus makes of a Parquet file, or a
	// Parquet file of the text: CSV with a second line, of the types of the columns.
	Parquet
)

// A Form is a Kind with the order of its puzzles and what else is to be known
// about a file. Forms come from [Kind.Form], [Detect] and [Form.Target]; the
// methods of any other, the zero Form among them, panic, except for String.
type Form struct {
	Kind  Kind
	Order int
	// Layout is what was found out about a file beyond that; nil: nothing that
	// differs from what its Kind says.
	Layout *Layout
}

// String names the form for messages: "line (order 9)".
func (f Form) String() string { return fmt.Sprintf("%v (order %d)", f.Kind, f.Order) }

// MaxLine returns the length, without the newline, of the longest line that can
// be part of a well-formed record: 64 KiB where lines may carry any text beside
// the cells, and 4 KiB elsewhere. A longer line is malformed whatever it holds,
// so a reader need not keep more than MaxLine+1 bytes of it. It is 0 for forms
// whose text is not made of lines.
func (f Form) MaxLine() int { return f.form().Spec().MaxLine }

// Shorten cuts the lines of text to MaxLine+1 bytes each, in place, for text that
// was read before its form was known. A line that is cut stays too long.
func (f Form) Shorten(text []byte) []byte {
	most := f.MaxLine() + 1
	if most == 1 {
		return text
	}
	short := text[:0]
	for len(text) > 0 {
		line, size, ended := syntax.NextLine(text)
		text = text[size:]
		short = append(short, line[:min(len(line), most)]...)
		if ended {
			short = append(short, '\n')
		}
	}
	return short
}

// MaxRecord returns the number of bytes that the longest record of the form can
// take when its lines are cut to MaxLine+1 bytes and a newline each. A buffer
// of MaxRecord+MaxLine bytes is therefore always enough for [Framer.Cut] to
// find a border, or for the caller to find a line to shorten.
func (f Form) MaxRecord() int { return f.form().Spec().MaxRecord }

// Divisible reports whether a file in the form can be read from the middle on: from
// the beginning of any line, but for lines within quotes or within its header, as each
// is a record or belongs to none; from any row of a Parquet file; or, where records
// have a [Form.RecordSize], from any of them.
func (f Form) Divisible() bool { return f.form().Spec().Divisible }

// RecordSize is how many bytes each record of a file has, in an array; 0 for all other
// forms.
func (f Form) RecordSize() int {
	if f.Kind != Npy {
		return 0
	}
	return f.info().RecordSize
}

// The forms of plain lines and rows.
var (
	line9  = Form{Kind: Line, Order: 9}
	line16 = Form{Kind: Line, Order: 16}
	hiho9  = Form{Kind: Hiho, Order: 9}
	grid16 = Form{Kind: Letters16, Order: 16}
)
