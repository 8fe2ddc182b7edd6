package augment

import (
	"math"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
)

// A source is a record to make isomorphs of.
type source struct {
	number   uint64 // of the record
	cells    []uint8
	solution []uint8 // nil: none
	text     []byte  // the record; of tables only
	missing  int     // see formats.Row

	// A worker sets these.
	found []uint8 // the solution, or what the solver found; nil: not known
	out   bool    // it is left out
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

	cells []uint8 // backs the records'
	text  []byte  // likewise

	unsolved []uint8 // the puzzles that are being solved, one after the other
	solved   []int   // of which records they are
	puzzles  solving.Puzzles
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
func (u *unit) reset(from, to formats.Form, own bool) {
	u.records, u.cells, u.text = u.records[:0], u.cells[:0], u.text[:0]
	u.from, u.to, u.own, u.header, u.again = from, to, own, false, false
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
	one.reset(u.from, u.to, u.own)
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
