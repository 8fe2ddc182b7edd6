// Package form is the contract between package formats and its forms.
//
// A form is a folder beside this one. Its value of [Form] says what the form is
// called, recognises its files and writes puzzles; the [Layout] that it finds for a file
// frames and decodes that file. Forms do not know each other: what they share is here,
// in package cells (how cells are written), in package table (columns) and in package
// syntax (lines of text, and what can be wrong with them).
package form

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
)

// A Form is one way to write puzzles in a file. It has no state.
type Form interface {
	// Spec returns what holds for all files of the form.
	Spec() Spec
	// Detect looks whether the beginning of a file is in the form. The zero Reading: it is
	// not.
	Detect(s *Sample) Reading
	// Plain returns the layout of a file with puzzles of an order of the Spec, and with
	// nothing that is the file's own: what the form writes. It is the same at each call.
	Plain(order int) Layout
}

// A Spec is what holds for all files of a form.
type Spec struct {
	Name   string
	Orders []int // of the puzzles that it can hold
	// MaxLine is the length, without the newline, of the longest line of a well-formed
	// record; 0: the text is not made of lines. MaxRecord is how many bytes a record takes,
	// at most, if its lines are cut to MaxLine+1 bytes and a newline each.
	MaxLine, MaxRecord int
	// Divisible: the file can be read from the beginning of any line on, or of any record
	// where all are as long.
	Divisible bool
	// Copied: records as they came, one behind the other, are a file of the form.
	Copied bool
	// Parted: there is an empty line between records.
	Parted bool
}

// A LineForm is a form whose files may be known by a line.
type LineForm interface {
	Form
	// Match returns the order of the puzzles if a line is certainly a part of a record, or
	// 0. Unless ended, more of the line may follow.
	Match(line []byte, ended bool) (order int)
	// IsCertain reports whether a file cannot be in another form if its first record begins
	// with such a line.
	IsCertain(line []byte, order int) bool
}

// A GridWriter is a form that writes grids of cells.
type GridWriter interface {
	Form
	// AppendGrid appends the order·order cells of a grid, up to and including its last
	// newline. It does not allocate if dst has room.
	AppendGrid(dst []byte, order int, cells []uint8) []byte
}

// A Layout is how one file is read. It never changes, and all goroutines that read the
// file share it.
type Layout interface {
	// Info returns what all layouts have; it stays as it is.
	Info() *Info
	// NewFramer returns a Framer for the file, from its beginning.
	NewFramer() Framer
	// Decode reads whole records into dst, which is empty. It sets Spans if the
	// layout has fields.
	Decode(dst *Records, text []byte)
	// Spans appends the places of the records in text, as Decode finds them.
	Spans(dst []Span, text []byte) []Span
	// Fields takes a record apart: it appends a value to the empty dst.Values for each of the
	// columns, nil where there is none. Without columns it does nothing.
	Fields(dst *Fields, record []byte)
}

// A Comparer is a layout that knows more of how records are read than Info has.
type Comparer interface {
	// Alike reports whether the records of another layout of the form are written alike, as
	// far as Info does not say.
	Alike(other Layout) bool
}

// A Passer is a Framer of a file whose records are all as long.
type Passer interface {
	Framer
	// Left returns how many records follow; 0 while the header is still to come.
	Left() int64
	// Pass goes on behind so many records that are not presented. If there are fewer the
	// file is at fault.
	Pass(records int64)
}

// Info is what all layouts have.
type Info struct {
	Order int
	// Columns are the columns of a table, or what a list says of each puzzle.
	Columns []Column
	// Puzzle and Solution are columns, from 0; -1: none. Where a grid has several columns
	// these are the first.
	Puzzle, Solution int
	// CellColumns is how many columns a grid takes: 1, Order (a row each) or Order·Order.
	CellColumns int
	// Header is the text before the first record, with its line ends.
	Header []byte
	// Notes say what was found, for people, a sentence each.
	Notes []string
	// Cells is how cells are written; nil: as the order has it.
	Cells *cells.Alphabet
	// Separator stands between fields; ' ' is any number of blanks.
	Separator byte
	// Unnamed: the columns have no names in the file.
	Unnamed bool
	// Objects: records are JSON objects, to which members can be added.
	Objects bool
	// Keyed: each record has a key before it that says something about it.
	Keyed bool
	// Lists is the column, from 1, of puzzles that are JSON arrays; 0: none.
	Lists int
	// RecordSize is how many bytes each record has; 0: they differ.
	RecordSize int
}

// NewInfo returns the Info of a file without columns.
func NewInfo(order int) Info { return Info{Order: order, Solution: -1, CellColumns: 1} }

// AllColumns returns the columns; a file without columns has the puzzle alone.
func (i *Info) AllColumns() []Column {
	if len(i.Columns) == 0 {
		return []Column{{Name: "puzzle"}}
	}
	return i.Columns
}

// IsCells reports whether a column holds the puzzle, or a part of it.
func (i *Info) IsCells(column int) bool { return Within(i.Puzzle, column, i.CellColumns) }

// GridOf returns the first column of the grid that a column is a part of, or the column.
func (i *Info) GridOf(column int) int {
	for _, first := range []int{i.Puzzle, i.Solution} {
		if Within(first, column, i.CellColumns) {
			return first
		}
	}
	return column
}

// HoldsJSON reports whether the values of a column are JSON, so that texts are in quotes.
func (i *Info) HoldsJSON(column int) bool {
	return column < len(i.Columns) && i.Columns[column].Type == Raw
}

// Alike reports whether records of two files can stand in one. Named: records name their
// members, so that only the name of the puzzle counts.
func (i *Info) Alike(other *Info, named bool) bool {
	cells := func(i *Info) *cells.Alphabet {
		if i.Cells != nil && i.Cells.Packed {
			return nil // whatever blanks were seen
		}
		return i.Cells
	}
	if !reflect.DeepEqual(cells(i), cells(other)) || i.Objects != other.Objects || !bytes.Equal(i.Header, other.Header) {
		return false
	}
	if named {
		return i.AllColumns()[i.Puzzle].Name == other.AllColumns()[other.Puzzle].Name
	}
	sameName := func(a, b Column) bool { return a.Name == b.Name }
	return slices.EqualFunc(i.Columns, other.Columns, sameName) && i.Separator == other.Separator && i.Unnamed == other.Unnamed &&
		i.Puzzle == other.Puzzle && i.Solution == other.Solution && i.CellColumns == other.CellColumns
}

// A Reading is what a form makes of the beginning of a file.
type Reading struct {
	// Layout is how the file is read; nil: it is not.
	Layout Layout
	// Puzzles is how many well-formed ones the sample has. The reading with most of them
	// is right.
	Puzzles int
	// Sure: no other form need be asked.
	Sure bool
	// Err is why the file cannot be read although it is in the form. It counts if no other
	// reading is better.
	Err error
}

// Beats reports whether a reading is better than the best so far: if it has more
// puzzles or, where neither has any, says more of why.
func (r *Reading) Beats(best *Reading) bool {
	if r.Puzzles > 0 || best.Puzzles > 0 {
		return r.Puzzles > best.Puzzles
	}
	return best.Err == nil || ColumnCount(r.Err) > ColumnCount(best.Err)
}

// Rescues reports whether a file can be read so where another reading, with as many
// puzzles or more, cannot be used.
func (r *Reading) Rescues(other *Reading) bool {
	return r.Puzzles > 0 && r.Err == nil && other.Err != nil
}

// A Column is one of a table's.
type Column struct {
	Name string
	Type Type
}

// A Type is what the values of a column are. Values are text in any case, as
// JSON writes them but for texts, which are not quoted.
type Type uint8

// The types of columns.
const (
	Text  Type = iota // anything
	Int               // a whole number of 64 bits
	Float             // a number
	Bool              // true or false
	Raw               // a JSON value
)

// TypeNames are the names of the types.
var TypeNames = [...]string{Text: "text", Int: "int", Float: "float", Bool: "bool", Raw: "json"}

// String returns the name of the type.
func (t Type) String() string { return TypeNames[t] }

// MaxColumns bounds what a header can ask for: cells of order 16 twice, and more.
const MaxColumns = 1000

// Within reports whether a column is one of so many from the first on; -1: there are none.
func Within(first, column, width int) bool {
	return first >= 0 && column >= first && column < first+width
}

// lineText are the sizes of a form whose records are single lines, with any text
// in them.
const (
	TextMaxLine   = 64 << 10
	TextMaxRecord = 64<<10 + 2
)
