package bulk

// This file defines the kinds with their grammars, and the Form that detection returns.

import (
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Kind names a form without its order. The zero Kind means that the user chose none.
type Kind uint8

// The grammars below share their terms. A line ends with "\n" or "\r\n"; the last line may
// also end with the file. A blank line holds nothing but spaces and tabs. A line longer
// than [Form.MaxLine] is malformed, unless it is a comment.
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
	// The cells begin at column 1, or after a byte order mark. A mark may begin any line,
	// as happens when files are joined. The text after the bound (a rating, a name, a
	// solution) is ignored. A line "end", with nothing but blanks around it, ends the input;
	// text below it is reported as [model.ErrTrailing].
	Line Kind = iota + 1

	// Hiho is a count followed by that many blocks of nine rows.
	//
	//	file   = header { block } .
	//	header = digits .
	//	block  = 9 × row .
	//	row    = 9 × ( "0".."9" ) separated by spaces or tabs .
	//
	// 0 is a blank. Spaces and tabs around a row or the header are ignored, and blank lines
	// are ignored everywhere. There are no comments.
	//
	// A bad row makes its block malformed but still counts as a row, so the next blocks
	// keep their places. A header that is not a number leaves the whole file without
	// records. Fewer blocks than the header says, or text after the last block, is a fault
	// of the file ([model.Framer.Finish]).
	//
	// A block may take at most [Form.MaxRecord] bytes, including blank lines inside it. A
	// longer block is cut there and malformed; the rest of its rows belong to no record.
	Hiho

	// Letters16 is a grid of sixteen lines, for order 16.
	//
	//	file = { grid | blank } .
	//	grid = 16 × row .
	//	row  = 16 × ( "A".."P" | "a".."p" | "-" | "." ) { " " | tab } .
	//
	// "-" and "." are blanks. A grid ends with its sixteenth line, with a blank line or
	// with the end of the file, whichever comes first. So a short grid does not affect the
	// next one. There are no comments.
	Letters16

	// Grid is grids of nine or sixteen rows as people write and paste them.
	//
	//	file = [ count ] { title | rule | blank | grid } .
	//	grid = [ head ] order × ( row { rule | blank } ) .
	//	row  = order × cell .
	//
	// Cells are characters or numbers, separated by any line-drawing characters, or fields,
	// which may be empty. If all rows have bars at the same places, spaces between the bars
	// may be blanks. A head numbers the columns. A number alone on the first line is a count
	// if no titles follow, and if it is not the size of the only grid; fewer or more grids are
	// then a fault of the file ([model.Framer.Finish]).
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
	// In a file of objects one member of each object is the puzzle: the member that Layout
	// names as the puzzle's column. Records may have different members, in any order. A
	// grid is a string of cells, which may have spaces and escaped line ends between them,
	// or an array of cells or rows. Cells in an array are numbers, strings or null. If only
	// nested objects hold grids, their members are the columns, for example "row.puzzle". In chats
	// and prompts the grids are parts of texts, and columns are named as in "messages.user". A
	// record that is not valid JSON is malformed.
	NDJSON

	// JSON holds values like NDJSON, as the elements of one array or one after the other.
	//
	//	file = before "[" [ record { "," record } ] "]" after | { record } .
	//
	// The array may be a member of nested objects; the text before and after it is ignored.
	// A record may take several lines, and a line may hold several records. A record longer
	// than 64 KiB is malformed. If a malformed record shares its line with others, its Line
	// is 0 and its Column counts from the beginning of the record.
	//
	// Text that is not JSON ends the input and is a fault of the file ([model.Framer.Finish]). An
	// array that is not closed, text after the array, and puzzles in a second array are
	// faults of the file, too.
	//
	// Rows are written as in NDJSON. Whoever writes them puts brackets around them and commas
	// between them.
	JSON

	// OpenSudoku is the XML of the Android program OpenSudoku, or XML of other programs
	// that keep all puzzles in elements of one name.
	//
	// Games are written as lines. Whoever writes them puts an element with a name around them.
	OpenSudoku

	// Npy is an array in numpy's file format, version 1.0, 2.0 or 3.0:
	//
	//	file = magic version length dictionary { element } .
	//
	// The shape is (N, 81), (N, 9, 9), (N, 256) or (N, 16, 16), or the same without N for
	// one puzzle. Dimensions of 1 may follow. The array is in C order.
	//
	// Elements are numbers of any size, or ASCII texts that hold puzzles, rows or cells. In
	// numbers a blank is 0 or -1, or a blank is 1 or -1 and the digits follow it; the
	// beginning of the file decides (see [Layout].Notes). A record is the elements of one
	// puzzle. Its Column is the number of a cell, and it has no Line. Fewer or more
	// elements than the shape says are a fault of the file. A file that is not an array of
	// puzzles is an [*ArrayError].
	//
	// An array of pairs of grids, such as (N, 2, 81), is a table with two columns.
	// [JoinArrays] makes a table of several arrays. An array of structures is refused.
	//
	// Arrays are written as type uint8, with 0 for a blank (see [NpyHeader] and
	// [Form.Paired]).
	Npy

	// Parquet is the text that package corpus makes of a Parquet file, or turns into one:
	// CSV with a second line that holds the types of the columns.
	Parquet

	// Candidates is puzzles that are given as candidates, the digits that each cell may hold.
	//
	//	file = { list | grid | title | rule | comment | blank } .
	//	list = 81 × place × 9 [ bound { any byte } ] .
	//	grid = 9 × ( row { rule | blank } ) .
	//	row  = 9 × ( digit { digit } ) .
	//
	// Place d of the nine of a cell holds d, or "." or "0" if d is no candidate. Between the
	// groups of a row are any line-drawing characters. A blank line may follow each third row.
	// A comment begins as in Line. [model.Records.Candidates] has the masks.
	//
	// Lists are written.
	Candidates
)

// A Form describes how one file is written: its Kind, the order and the boxes of its puzzles,
// and its Layout. Forms come from [Kind.Form], [Detect] and [Form.Target]. The methods of all other
// Forms panic, including the zero Form, except for String.
type Form struct {
	Kind  Kind
	Order int
	// Layout describes the file further, for example its columns. It is nil if Kind and
	// Order say everything.
	Layout *Layout
	// Box is the shape of the boxes in the file, or how they lie, see [geometry.Like]; zero:
	// the usual one.
	Box geometry.Box
}

// Board returns the shape of the puzzles. It goes with them: who solves, judges, draws or writes
// them takes it from here.
func (f Form) Board() geometry.Box { return geometry.Like(f.Box, f.Order) }

// String returns the form's name for messages: "line (order 9)".
func (f Form) String() string { return fmt.Sprintf("%v (order %d)", f.Kind, f.Order) }

// MaxLine returns the length, without the newline, of the longest line in a well-formed
// record. It is 64 KiB if lines may hold text besides the cells, 4 KiB in other forms, and
// 0 if the text is not made of lines. A longer line is malformed, so a reader need not keep
// more than its first MaxLine+1 bytes.
func (f Form) MaxLine() int { return f.form().Spec().MaxLine }

// Shorten cuts each line of text to MaxLine+1 bytes, in place, and returns the result. It
// is for text that was read before its form was known. A line that is cut stays too long.
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

// MaxRecord returns the length in bytes of the longest record, with its lines cut to
// MaxLine+1 bytes plus a newline each. So a buffer of MaxRecord+MaxLine bytes always
// suffices: [model.Framer.Cut] finds a border in it, or the caller finds a line to shorten. A
// form that leaves out solutions also counts the record before the longest one.
func (f Form) MaxRecord() int {
	if f.solutionMode() != form.KeepSolutions {
		return f.form().Spec().MaxRecord + form.MaxHeld
	}
	return f.form().Spec().MaxRecord
}

// Divisible reports whether a file in the form can be read from the middle. Reading can
// begin at any line outside quotes and outside the header, at any row of a Parquet file, or
// at any record if records have a [Form.RecordSize].
func (f Form) Divisible() bool {
	return f.form().Spec().Divisible && f.solutionMode() == form.KeepSolutions
}

// RecordSize returns the length in bytes of each record in an array, and 0 for all other
// forms.
func (f Form) RecordSize() int {
	if !f.Kind.valid() {
		return 0
	}
	return f.info().RecordSize
}
