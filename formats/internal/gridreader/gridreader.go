// Package gridreader reads a text of drawn grids once, from front to back, as a sequence of
// elements: puzzles, solutions, malformed grids, strays, and the text between them. The elements
// are the whole text.
//
// One reader of rows answers "is this line a row of a grid, and in which notation?" for all who
// ask: [Detect] for the beginning of a file, [Reader] for its records, and [Watcher] for grids
// that belong to no record. There are no borders to find first: framing is decoding.
package gridreader

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// The limits of a file of drawn grids, in bytes.
const (
	// MaxLine limits a line; a longer one is no row.
	MaxLine = 4 << 10
	// MaxRecord limits a grid with the rules and blank lines in it.
	MaxRecord = maxSize * (MaxLine + 2)
	// MaxGap limits the text between grids that is one element.
	MaxGap = 8 << 10
	// MaxWait limits the text in which Cut finds no border, without a puzzle that waits for its solutions.
	MaxWait = MaxRecord + maxBlock + MaxGap + MaxLine
)

const maxSize = geometry.MaxSide

// A Notation is a way to write a row.
type Notation uint8

// The notations, the most usual first. A line may be a row in several.
const (
	Chars      Notation = iota // a character a cell, with any separators: 53..7.... or 5 3 . | . 7 .
	Numbers                    // a number or a character a cell
	Commas                     // fields, which may be empty
	Semicolons                 // the same with semicolons
	Tabs                       // the same with tabs
	Places                     // characters at their places between the bars of boxes; spaces are blanks
	Bars                       // fields between bars, which may be empty: | 5| 3|  |
	Ampersands                 // fields of a LaTeX table, in which ~ is a blank: 5 & 3 & ~ \\
	Columns                    // a digit or a space a cell; the last spaces may be missing
	Symbols                    // any characters; one of them may be the blank
	notations
)

// separators are the characters between fields.
var separators = [notations]byte{Commas: ',', Semicolons: ';', Tabs: '\t', Bars: '|', Ampersands: '&'}

// A Style says how the grids of one size are drawn.
type Style struct {
	Notation
	// Size is the number of rows. 0: as many as the first row has cells, if grids of that size exist.
	Size int
	// Cells is the alphabet of the cells; nil: any.
	Cells *cells.Alphabet
	// Headed says that a row which numbers the columns is no row of a grid.
	Headed bool
	// Filled says that blanks are written: an empty field is a cell that is missing.
	Filled bool
	// Strict says that each line is a row, a character a cell, and that a blank line ends a grid. So a title is
	// a malformed row.
	Strict bool
}

// A File says how a file is drawn. It never changes.
type File struct {
	// Styles are the styles of the file's grids, one for each size, the most frequent first.
	Styles []Style
	// Count is what the first line of the file says.
	Count Count
}

// A Count is a number of grids that a file announces, at a place of the file. Without a Line there
// is none.
type Count struct{ Grids, Line, Column int }

// A Kind says what an element is.
type Kind uint8

// The kinds of elements.
const (
	Gap      Kind = iota // text of no record: titles, comments, rules, blank lines
	Apart                // the number of grids, text behind the last of them, or a solution too far from its title
	Record               // a puzzle
	Solution             // a grid that solves its neighbour, or stands below a title that says so
	Fault                // a malformed grid
	Stray                // a grid in another notation or of another size than the file's
)

// An Element is a part of a file.
type Element struct {
	Kind Kind
	// Text is the element's text, whole lines. From is its place in the file, and Line the number of its
	// first line, from 1.
	Text []byte
	From int64
	Line int
	// Style is how a grid is drawn; nil for a gap and for a grid in one line.
	Style *Style
	// Cells holds the cells of a grid that is no Fault, row by row.
	Cells []uint8
	// Err is the fault of a Fault or a Stray. Its Line counts from the beginning of the file.
	Err model.SyntaxError

	size int // of Text
}

// isSized reports whether an element is a record of a size of the file.
func (e *Element) isSized() bool { return e.Kind == Record || e.Kind == Fault }

// end returns the place behind an element.
func (e *Element) end() int64 { return e.From + int64(e.size) }
