// Package form is the contract between package bulk and the forms.
//
// A form is a folder next to this one. Its value of type [Form] gives the form's name,
// detects its files and writes puzzles. The [Layout] that it finds for a file frames and
// decodes this file. Forms do not import each other. They share this package, package
// cells (cells and grids), package table (columns), package syntax (lines, and faults of
// records), and packages rows and packed.
package form

import (
	"bytes"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A Form is one way to write puzzles in a file. It has no state.
type Form interface {
	// Spec returns the properties that all files of the form have: the same Spec at each call.
	Spec() *Spec
	// Propose returns ways to read a file, the most usual first. It does not judge them:
	// package reading tries them on the sample and compares what they explain. The loop over
	// them ends early if one explains everything.
	Propose(s *Sample) iter.Seq[Proposal]
	// Plain returns the layout in which the form writes puzzles of an order of the Spec. It
	// returns the same layout at each call.
	Plain(order int) Layout
}

// A Spec holds the properties of all files of a form.
type Spec struct {
	Name string
	// Endings are the endings of the names of its files, the usual one first; nil: only
	// the endings of any text.
	Endings []string
	Orders  []int // the orders of puzzles that the form can hold
	// MaxLine is the length, without the newline, of the longest line in a well-formed
	// record; 0 means that the text is not made of lines. MaxRecord is the length in bytes
	// of the longest record, with its lines cut to MaxLine+1 bytes plus a newline each.
	MaxLine, MaxRecord int
	// Divisible says that the file can be read from the beginning of any line, or of any
	// record if all records have the same length.
	Divisible bool
	// Copied says that unchanged records, one after the other, are a file of the form.
	Copied bool
	// Strict says that each line belongs to a record, so a title is a fault.
	Strict bool
	// Titled says that titles may stand between records, and name solutions.
	Titled bool
	// Structured says that files begin with a bracket, a tag or a mark. Such text belongs to
	// the form if it finds puzzles there.
	Structured bool
	// Magic begins every file of the form; "": nothing does.
	Magic string
	// Typed says that files come from package corpus as text, and only so.
	Typed bool
	// Family names forms whose records are written alike; "": there are no others.
	Family string
	// Answers is the name of the form for answers to its records, if the user asks for none;
	// "": the same.
	Answers string
	// OneSize says that all puzzles of a file have one size.
	OneSize bool
	// Foreign is the error for a file that is not in the form that the user chose; nil: the
	// form has none of its own.
	Foreign error
	// Blanks are the characters for blanks, if they differ from the usual ones of the order.
	Blanks string
	// Paired says that a record may be a puzzle and its solution, although it has no columns.
	Paired bool
	// Watched says that text between records may hold grids. All text made of lines is watched,
	// unless it is Strict.
	Watched bool
	// Listed says that lists with the puzzle in any field, and text without a record, are files
	// of the form, too.
	Listed bool
	// Inline says that a record is one line, which may have a mark or a puzzle before its grid.
	Inline bool
	// Unsolvable is the answer to a puzzle without a solution; "": a mark says so.
	Unsolvable string
	// Parted says that an empty line separates records.
	Parted bool
	// Candidates says that decoding sets the candidates of records.
	Candidates bool
	// Decide returns the order of the puzzles if the first line that is neither blank nor a
	// comment shows the form of the file, whatever follows, or 0. Then a list can be typed.
	// chosen says that the user chose the form. known is false if the answer needs more text
	// than there is. nil: the first line never decides.
	Decide func(s *Sample, chosen bool) (order int, known bool)
	// HeaderAlone proposes a layout for a file with the text before or around records, such as
	// column names, and no records; nil: there are no such files.
	HeaderAlone func(s *Sample) Proposal
	Writing
}

// Writing is how records of a form are written. A function is nil if the form has no such text.
// None allocates if dst has room.
type Writing struct {
	// Grid appends the cells of a grid, including the last newline.
	Grid func(dst []byte, board geometry.Box, cells []uint8) []byte
	// Grids appends grids that lie one after the other, faster than one by one.
	Grids func(dst []byte, board geometry.Box, cells []uint8) []byte
	// Masks appends the masks of a puzzle that is given as candidates, see [model.Records].
	Masks func(dst []byte, candidates []uint32) []byte
	// Mark appends the mark of an answer with the text that it needs around it.
	Mark func(dst, mark []byte) []byte
	// Count appends the beginning of a file that says how many records follow.
	Count func(dst []byte, records uint64) []byte
	// Enclosure returns the text around and between records. name says what the file is called.
	Enclosure func(name string) model.Enclosure
	// Header returns the text to write before records that are copied.
	Header func(info *Info) []byte
	// Noted appends a note on a record that is copied, and what joins it to the record. It
	// returns the record as it must follow. nil: a note is a comment before the record.
	Noted func(dst, record []byte, info *Info, name, note string) (noted, rest []byte)
	// Pairs returns the layout for records of a puzzle and its solution.
	Pairs func(order int) Layout
}

// IsNamed reports whether a file has a name for the form.
func (s *Spec) IsNamed(file string) bool {
	return slices.ContainsFunc(s.Endings, func(ending string) bool { return strings.HasSuffix(strings.ToLower(file), ending) })
}

// ProposeLines proposes the layouts of a form for the orders that match finds in the lines of a
// sample. match returns the order of the puzzles if a line certainly belongs to a record, or
// 0. Lines after the end of the input do not count.
func ProposeLines(s *Sample, f Form, match func(line []byte) (order int)) iter.Seq[Proposal] {
	return func(yield func(Proposal) bool) {
		if s.Puzzle+s.Solution != "" {
			return // there are no columns
		}
		lines := s.Lines()
		if end := slices.IndexFunc(lines, syntax.IsEnd); end >= 0 {
			lines = lines[:end]
		}
		for _, order := range s.OrdersOf(f.Spec()) {
			matches := func(line []byte) bool { return match(line) == order }
			if slices.ContainsFunc(lines, matches) && !yield(Proposal{Layout: f.Plain(order), Matches: true}) {
				return
			}
		}
	}
}

// PerOrder returns what makes returns for each order.
func PerOrder[T any](makes func(order int) T) map[int]T {
	all := map[int]T{}
	for _, order := range geometry.Sides() {
		all[order] = makes(order)
	}
	return all
}

// A Layout says how one file is read. It never changes, and all goroutines that read the
// file share it.
type Layout interface {
	// Info returns the properties that all layouts have. They never change.
	Info() *Info
	// NewFramer returns a Framer for the file, from its beginning.
	NewFramer() model.Framer
	// Decode decodes the whole records in text into dst, which is empty. It sets Spans if
	// the layout has fields.
	Decode(dst *model.Records, text []byte)
	// Spans appends the places of the records in text. It finds the same records as Decode.
	Spans(dst []model.Span, text []byte) []model.Span
	// Fields splits a record: it appends one value for each column to the empty dst.Values,
	// nil for a missing value. Without columns it does nothing.
	Fields(dst *model.Fields, record []byte)
}

// A Resizer is a layout of a file that may have puzzles of several orders.
type Resizer interface {
	Layout
	// Resized returns the layout of the puzzles of an order.
	Resized(order int) Layout
}

// A Decoder is a layout whose framers decode. They know all sizes of the file.
type Decoder interface {
	Layout
	// NewDecoder returns a Framer that decodes and treats solutions as the mode says.
	NewDecoder(mode SolutionMode) model.Framer
	// DecodeText decodes a text that such a Framer cut.
	DecodeText(dst *model.Records, text []byte, mode SolutionMode)
}

// A Comparer is a layout with properties that are not in Info but matter for reading
// records.
type Comparer interface {
	// Alike reports whether records of both layouts are written alike, as far as Info does
	// not say.
	Alike(other Layout) bool
}

// A Copier is a Framer that can be copied, to cut a text again.
type Copier interface {
	model.Framer
	// Copy returns a Framer in the same state.
	Copy() Copier
}

// A LineFramer frames text whose records are lines: every newline is a border. It does not look
// for the line "end", because a reader must not look at every line.
type LineFramer struct{}

// Cut cuts at the last newline.
func (LineFramer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	if eof {
		return 0, len(text)
	}
	return 0, bytes.LastIndexByte(text, '\n') + 1
}

// Finish returns nil: there are no faults of a whole file.
func (LineFramer) Finish() *model.SyntaxError { return nil }

// Copy implements Copier.
func (f LineFramer) Copy() Copier { return f }

// A Passer is a Framer of a file whose records all have the same length.
type Passer interface {
	model.Framer
	// Left returns how many records follow, or 0 until the header was read.
	Left() int64
	// Pass skips the given number of records without reading them. If there are fewer, this
	// is a fault of the file.
	Pass(records int64)
}

// Info holds the properties that all layouts have.
type Info struct {
	Order int
	// Columns are the columns of a table, or the fields that a list has for each puzzle.
	Columns []model.Column
	// Puzzle and Solution are 0-based column indexes, or -1. If a grid takes several
	// columns, they give the first.
	Puzzle, Solution int
	// CellColumns is the number of columns that a grid takes: 1, Order (one per row) or
	// Order·Order.
	CellColumns int
	// LoneSolution says that a solution takes one column all the same.
	LoneSolution bool
	// Others names columns that hold puzzles and could be the puzzle's as well.
	Others []string
	// Unjoined names arrays of the file that are not columns, because they do not fit its puzzles.
	Unjoined []string
	// Header is the text before the first record, including line ends.
	Header []byte
	// Notes say what was detected, one sentence each, for people to read.
	Notes []string
	// Cells is the alphabet of the cells; nil means the alphabet of the order.
	Cells *cells.Alphabet
	// Separator stands between fields. ' ' means any number of spaces and tabs.
	Separator byte
	// Unnamed says that the file does not name its columns.
	Unnamed bool
	// Objects says that records are JSON objects, to which members can be added.
	Objects bool
	// Nested says that columns are members of members of JSON objects.
	Nested bool
	// Words says that grids are parts of texts, with words around them.
	Words bool
	// Encoded says that the file names its encoding, in which it is read.
	Encoded bool
	// Keyed says that each record follows a key with data about it.
	Keyed bool
	// Plain says that the records are the lines of the form Line, which a line "end" ends.
	Plain bool
	// Lists is the number, from 1, of the column whose puzzles are JSON arrays; 0: none.
	Lists int
	// RecordSize is the length in bytes of each record, or 0 if lengths differ.
	RecordSize int
}

// NewInfo returns the Info of a file without columns.
func NewInfo(order int) Info { return Info{Order: order, Solution: -1, CellColumns: 1} }

// AllColumns returns the columns. A file without columns has one, the puzzle.
func (i *Info) AllColumns() []model.Column {
	if len(i.Columns) == 0 {
		return []model.Column{{Name: "puzzle"}}
	}
	return i.Columns
}

// PadsZeros reports whether puzzles get their first zeros back.
func (i *Info) PadsZeros() bool { return i.Cells != nil && i.Cells.PadZeros && i.CellColumns == 1 }

// PadZeros gives the puzzle among the fields of a record its first zeros back.
func (i *Info) PadZeros(fields [][]byte) {
	if i.PadsZeros() && i.Puzzle < len(fields) {
		fields[i.Puzzle] = cells.PadZeros(fields[i.Puzzle])
	}
}

// IsCells reports whether a column holds the puzzle or a part of it.
func (i *Info) IsCells(column int) bool { return Within(i.Puzzle, column, i.CellColumns) }

// Width returns the number of columns that the grid takes whose first column this is.
func (i *Info) Width(first int) int {
	if i.LoneSolution && first == i.Solution {
		return 1
	}
	return i.CellColumns
}

// GridOf returns the first column of the grid to which a column belongs, or the column
// itself.
func (i *Info) GridOf(column int) int {
	for _, first := range []int{i.Puzzle, i.Solution} {
		if Within(first, column, i.Width(first)) {
			return first
		}
	}
	return column
}

// HoldsJSON reports whether the values of a column are JSON, in which strings have quotes.
func (i *Info) HoldsJSON(column int) bool {
	return column < len(i.Columns) && i.Columns[column].Type == model.Raw
}

// Alike reports whether records of both files can be in one file. named says that records
// name their members, so only the name of the puzzle counts.
func (i *Info) Alike(other *Info, named bool) bool {
	cells := func(i *Info) *cells.Alphabet {
		if i.Cells != nil && i.Cells.Packed {
			return nil // the blanks that occurred do not matter
		}
		return i.Cells
	}
	if !reflect.DeepEqual(cells(i), cells(other)) || i.Objects != other.Objects || !bytes.Equal(i.Header, other.Header) {
		return false
	}
	if named {
		return i.AllColumns()[i.Puzzle].Name == other.AllColumns()[other.Puzzle].Name
	}
	sameName := func(a, b model.Column) bool { return a.Name == b.Name }
	return slices.EqualFunc(i.Columns, other.Columns, sameName) && i.Separator == other.Separator && i.Unnamed == other.Unnamed &&
		i.Puzzle == other.Puzzle && i.Solution == other.Solution && i.CellColumns == other.CellColumns && i.LoneSolution == other.LoneSolution
}

// A Proposal is a way to read a file.
type Proposal struct {
	// Layout says how the file is read; nil: it cannot be read.
	Layout Layout
	// Matches says that some line of the sample certainly belongs to a record. Then the
	// file may be read even if all its records are malformed.
	Matches bool
	// Unlikely says that only a user who names the form wants this.
	Unlikely bool
	// Puzzles is the number of puzzles or solutions that the form found in the sample. It
	// counts if there is an Err, or if no puzzle is well-formed.
	Puzzles int
	// Err says why the file cannot be read, although it is in this form.
	Err error
}

// MaxColumns limits the columns of a header: enough for two grids of order 16, and more.
const MaxColumns = 1000

// Within reports whether column is one of width columns from first on. If first is -1, none
// is.
func Within(first, column, width int) bool {
	return first >= 0 && column >= first && column < first+width
}

// The limits of a form whose records are single lines with any text in them.
const (
	TextMaxLine   = 64 << 10
	TextMaxRecord = 64<<10 + 2
)
