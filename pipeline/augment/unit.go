package augment

import (
	"math"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A source is a record to make isomorphs of.
type source struct {
	number   uint64 // of the record, over all inputs
	file     string // its place: of the input, the record and the line in it
	record   int
	line     int
	cells    []uint8
	solution []uint8 // nil: none
	text     []byte  // the record; of tables only
	missing  int     // see formats.Row

	// A worker sets these.
	found []uint8 // the solution, or what the solver found; nil: not known
	out   bool    // it is left out
}

// A LeftOutError is why a well-formed record is left out: its puzzle was not proven to
// have exactly one solution.
type LeftOutError struct{ Status solver.Status }

func (e *LeftOutError) Error() string { return "left out: " + leftOut[e.Status] }

var leftOut = map[solver.Status]string{
	solver.Multiple:      "the puzzle has several solutions",
	solver.NoSolution:    "the puzzle has no solution",
	solver.Contradiction: "equal clues in a house",
	solver.GaveUp:        "too many guesses to prove that the puzzle has one solution",
}

// fault says that the record is left out.
func (s *source) fault(status solver.Status) formats.SyntaxError {
	return formats.SyntaxError{File: s.file, Record: s.record, Line: s.line, Err: &LeftOutError{status}}
}

// A unit is records with the rows to make of each, those from low up to high; it
// lies in a batch's slot. Its memory is its own.
type unit struct {
	records   []source
	from, to  formats.Form
	low, high uint64
	header    bool // it begins the output
	again     bool // an earlier unit has other rows of the same record
	own       bool // solutions get a column of their own
	solved    bool // the rows have a place for solutions

	cells []uint8 // backs the records'
	text  []byte  // likewise

	unsolved []uint8 // the puzzles that are being solved, one after the other
	of       []int   // of which records they are
	puzzles  solving.Puzzles

	faults []formats.SyntaxError // that were found in inputs before the records
	left   []formats.SyntaxError // the records without exactly one solution, which a worker found
}

// unitOf returns the unit of a batch, made when the batch first comes round.
func unitOf(b *pipeline.Batch) *unit {
	u, ok := b.Slot.(*unit)
	if !ok {
		u = new(unit)
		b.Slot = u
	}
	return u
}

// reset empties a unit.
func (u *unit) reset(from, to formats.Form, own, solved bool) {
	u.records, u.cells, u.text = u.records[:0], u.cells[:0], u.text[:0]
	u.from, u.to, u.own, u.solved, u.header, u.again = from, to, own, solved, false, false
	u.faults, u.left = u.faults[:0], u.left[:0]
}

// add adds a copy of a record.
func (u *unit) add(one *source) {
	c := *one
	c.cells, u.cells = keep(u.cells, one.cells)
	if one.solution != nil {
		c.solution, u.cells = keep(u.cells, one.solution)
	}
	c.text, u.text = keep(u.text, one.text)
	if one.text == nil {
		c.text = nil
	}
	u.records = append(u.records, c)
}

// keep copies bytes into a buffer. If that moves, earlier copies stay where they
// were.
func keep(buffer, some []byte) (copied, grown []byte) {
	n := len(buffer)
	buffer = append(buffer, some...)
	return buffer[n:len(buffer):len(buffer)], buffer
}

// added are the columns behind those that inputs have.
func added(seed uint64, own bool) []formats.Column {
	columns := []formats.Column{{Name: "group", Type: formats.Int}, {Name: "isomorph", Type: formats.Int}, {Name: "seed", Type: formats.Int}}
	if seed > math.MaxInt64 {
		columns[2].Type = formats.Text
	}
	if own {
		columns = append([]formats.Column{{Name: "solution"}}, columns...)
	}
	return columns
}

// Len is the number of records. This and the next make a unit pipeline.Tasks.
func (u *unit) Len() int { return len(u.records) }

// CopyTo gives another batch record i alone.
func (u *unit) CopyTo(b *pipeline.Batch, i int) {
	one := unitOf(b)
	one.reset(u.from, u.to, u.own, u.solved)
	one.low, one.high, one.again = u.low, u.high, u.again
	one.add(&u.records[i])
}

// Truncate keeps only the first n records.
func (u *unit) Truncate(n int) { u.records = u.records[:n] }

// Puzzle is the first puzzle.
func (u *unit) Puzzle() string {
	if len(u.records) == 0 {
		return ""
	}
	cells := u.records[0].cells
	line := formats.Form{Kind: formats.Line, Order: u.to.Order}.AppendPuzzle(nil, cells)
	return string(line[:len(cells)])
}
