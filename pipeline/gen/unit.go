package gen

import (
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// A record is a puzzle of the inputs to make isomorphs of.
type record struct {
	number   uint64 // of the record over all inputs, from 1; of a round, that of the isomorph, from 0
	cells    []uint8
	solution []uint8 // nil: none

	// Of augmented records:
	file    string // the place: of the input, the record and the line in it
	inFile  int
	line    int
	text    []byte  // of tables only
	missing int     // see formats.Row
	found   []uint8 // set by a worker: the solution, or what the solver found; nil: not known
	leftOut bool    // likewise
}

// A unit is rows to make together. It lies in a batch's slot, and its memory is its own.
type unit struct {
	header    []byte // ahead of the rows
	to        formats.Form
	count     int // new puzzles, from number low on
	records   []record
	low, high uint64 // the isomorphs to make of each record

	made  generate.Batch // the new puzzles
	maker *generateWorker

	// Of augmented records:
	from    formats.Form
	again   bool                  // an earlier unit has other rows of the same record
	own     bool                  // solutions get a column of their own
	solved  bool                  // the rows have a place for solutions
	faults  []formats.SyntaxError // that were found in inputs before the records
	leftOut []formats.SyntaxError // the records without exactly one solution, which a worker found

	unsolved []uint8 // the puzzles that are being solved, one after the other
	of       []int   // of which records they are
	puzzles  solving.Puzzles

	cells []uint8 // backs the records'
	text  []byte  // likewise
}

// unitOf returns the unit of a batch, made when the batch first comes round.
func unitOf(b *pipeline.Batch) *unit {
	u, ok := b.Slot.(*unit)
	if !ok {
		u = new(unit)
		u.made.Done = func() { u.maker.write(b, u); b.Done() }
		b.Slot = u
	}
	return u
}

// reset empties a unit.
func (u *unit) reset() {
	u.header, u.count, u.records = nil, 0, u.records[:0]
	u.cells, u.text = u.cells[:0], u.text[:0]
	u.faults, u.leftOut = u.faults[:0], u.leftOut[:0]
	u.again = false
}

// add adds a copy of a record.
func (u *unit) add(one *record) {
	c := *one
	c.cells, u.cells = keep(u.cells, one.cells)
	if one.solution != nil {
		c.solution, u.cells = keep(u.cells, one.solution)
	}
	if one.text != nil {
		c.text, u.text = keep(u.text, one.text)
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

// rows is how many rows are made of each record.
func (u *unit) rows() int { return int(u.high - u.low + 1) }

// Len is the number of new puzzles, or records. This and the next make a unit
// pipeline.Tasks.
func (u *unit) Len() int { return u.count + len(u.records) }

// CopyTo gives another batch new puzzle i alone, or record i.
func (u *unit) CopyTo(b *pipeline.Batch, i int) {
	one := unitOf(b)
	one.reset()
	one.from, one.to, one.own, one.solved, one.again = u.from, u.to, u.own, u.solved, u.again
	one.low, one.high = u.low, u.high
	if u.count > 0 {
		one.count, one.low = 1, u.low+uint64(i)
		return
	}
	one.add(&u.records[i])
}

// Truncate keeps only the first n.
func (u *unit) Truncate(n int) {
	if u.count > 0 {
		u.count = n
		return
	}
	u.records = u.records[:n]
}

// Puzzle is the first puzzle to make isomorphs of.
func (u *unit) Puzzle() string {
	if len(u.records) == 0 {
		return ""
	}
	return formats.Format(u.records[0].cells)
}
