package formats

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// A Layout is what a file's form has beyond its kind and order: the columns of a
// table, and how cells are written. It is never changed once it is made, and
// shared by all that read or write the file.
type Layout struct {
	// Columns are those of a table, or of what a list form says of a puzzle.
	Columns []Column
	// Puzzle and Solution are the columns that hold these, from 0; -1: none. Where
	// cells or rows have a column each, they are the first.
	Puzzle, Solution int
	// CellColumns is how many columns a grid takes: 1, Order with a row each, or
	// Order·Order.
	CellColumns int
	// Header is the text that comes before the first row, with its line ends.
	Header []byte
	// Notes say what was found and why, for people, a sentence each.
	Notes []string

	separator byte            // between fields; ' ' is any number of blanks
	alphabet  *cells.Alphabet // of cells; nil: what the kind says
	pairs     bool            // a puzzle and its solution are all there is
	cut       bool            // rows that are columns may lack their first zeros
	placed    bool            // digits behind a plus are no clues
	headless  bool            // the columns have no names in the file
	bare      bool            // of JSON: records are grids, not objects
	listed    bool            // of JSON: records are arrays of the columns' values
	members   bool            // of JSON: records are the members of an object, whatever their keys
	flat      bool            // of JSON: columns are members of members, as "row.puzzle"
	keys      [][]byte        // of a target in JSON: the names of columns as they are written
	leads     [2][][]byte     // of JSON: what programs write before values, with and without blanks
	depth     int             // of JSON: brackets that Header opens
	alone     bool            // of JSON: no other array of the file has puzzles, or it is a fault
	from      []int           // of a target: the column of the input for each; -1: added
	unquoted  bool            // of a target: so are records without quotes
	cells     *cells.Alphabet // of a target: how its grids are written
	rewritten bool            // of a target: those of the input are written otherwise
	verbatim  bool            // of a target: records are copied, and added fields follow
	answered  bool            // grids without blanks are solutions of others, and no records
	lists     int             // of JSON: the column, from 1, of puzzles that are arrays
	array     array           // of Npy
	fields    []field         // of Npy: what Columns are; nil: records are the puzzles alone
	style     gridStyle       // of Grid

	file form.Layout // of a form with a folder of its own

	// elements hold the grids of XML that is not OpenSudoku's.
	elements gameElements
}

// Fields takes a record apart, one that [Form.Decode] or [Form.Spans] found: dst
// then has a value for each of the Layout's columns. It does not allocate once dst
// has grown. A kind that is no table has none.
func (f Form) Fields(dst *Fields, record []byte) {
	dst.Values, dst.Buffer = dst.Values[:0], dst.Buffer[:0]
	if fields := f.grammar().fields; fields != nil {
		fields(f, dst, record)
	}
}

// plainTables are the layouts of tables that have only puzzles.
var (
	plainTable    = &Layout{Columns: []Column{{Name: "puzzle"}}, Solution: -1, CellColumns: 1, separator: ',', keys: [][]byte{[]byte(`"puzzle":`)}}
	plainTabTable = &Layout{Columns: plainTable.Columns, Solution: -1, CellColumns: 1, separator: '\t'}
)

// Plain returns the form that Kind.Form returns: f without what is a file's own.
func (f Form) Plain() Form {
	f.Layout = nil
	switch {
	case f.Kind == TSV:
		f.Layout = plainTabTable
	case f.Kind.IsTable():
		f.Layout = plainTable
	}
	return f
}

// Glyphs says how digits are written, "1-9" or one of [Digits], and as what blank
// cells.
func (f Form) Glyphs() (digits, blanks string) {
	switch {
	case f.Layout != nil && f.Layout.alphabet != nil:
		return f.Layout.alphabet.Name, f.Layout.alphabet.Blanks
	case f.Kind == Npy:
		return "", "" // numbers
	case f.Kind == Hiho:
		return "1-9", "0"
	case f.Order == 9:
		return "1-9", ".0"
	}
	return cells.DigitsAP, ".-"
}

// AppendCells appends cells as one value, in the digits in which the puzzles of f
// are written, with "." for a blank; those of a target are those of its first file.
func (f Form) AppendCells(dst []byte, grid []uint8) []byte {
	if a := f.cells(); a != nil && !a.Packed {
		return a.AppendCells(dst, grid)
	}
	return cells.AppendCells(dst, grid)
}

// cells returns how cells are written as one value; nil: as the order has it.
func (f Form) cells() *cells.Alphabet {
	if f.Layout != nil && f.Layout.cells != nil {
		return f.Layout.cells
	}
	return f.alphabet()
}

// AppendGrids appends grids that lie one after the other in cells, all at once: each
// as AppendCells does, which takes a byte a cell, and a newline. Where digits take
// more than a byte it appends nothing.
func (f Form) AppendGrids(dst []byte, grid []uint8) []byte {
	if a := f.cells(); a != nil && !a.Packed {
		return dst
	}
	return cells.AppendLines(dst, grid, f.Order)
}
