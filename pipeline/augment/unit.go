package augment

import (
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/solving"
)

// A record is a record to make many isomorphs of.
type record struct {
	number   uint64 // over all inputs, from 1
	file     string // its place: input, record in the input, line
	inFile   int
	line     int
	cells    []uint8
	solution []uint8 // nil: none
	text     []byte  // for tables only
	missing  int     // see bulk.Row

	// A worker sets these.
	found   []uint8 // the solution, or the solver's; nil: not known
	leftOut bool
}

// A unit is rows to make together: isomorphs of numbered puzzles, or of records. It lies in a
// batch's slot and owns its memory.
type unit struct {
	header []byte // before the rows
	to     bulk.Form
	cells  []uint8 // puzzles to make numbered isomorphs of, or the memory of the records' cells

	// Numbered puzzles:
	count int    // how many; 0: the unit has records
	first uint64 // the number of the first

	// Records:
	records   []record
	low, high uint64              // the isomorphs to make of each
	again     bool                // an earlier unit has other rows of the same record
	from      bulk.Form           // of the records
	own       bool                // solutions get a column of their own
	solved    bool                // the rows have a place for solutions
	faults    []model.SyntaxError // faults of the inputs before the records
	leftOut   []model.SyntaxError // records without exactly one solution, found by a worker
	unsolved  []uint8             // puzzles being solved
	of        []int               // indexes of their records
	puzzles   solving.Puzzles
	text      []byte // memory of the records
}

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

// keep copies bytes into a buffer. If the buffer moves, earlier copies stay where they were.
func keep(buffer, some []byte) (copied, grown []byte) {
	n := len(buffer)
	buffer = append(buffer, some...)
	return buffer[n:len(buffer):len(buffer)], buffer
}

// rows returns the number of rows of each record.
func (u *unit) rows() int { return int(u.high - u.low + 1) }

// Len returns the number of puzzles or records. With the next three methods a unit is a
// pipeline.Tasks.
func (u *unit) Len() int { return u.count + len(u.records) }

// CopyTo gives another batch puzzle i alone, or record i.
func (u *unit) CopyTo(b *pipeline.Batch, i int) {
	one := pipeline.SlotOf[unit](b)
	one.reset()
	b.Tasks = one
	one.from, one.to, one.own, one.solved = u.from, u.to, u.own, u.solved
	one.low, one.high, one.again = u.low, u.high, u.again
	if u.count == 0 {
		one.add(&u.records[i])
		return
	}
	size := u.to.Order * u.to.Order
	one.count, one.first = 1, u.first+uint64(i)
	one.cells = append(one.cells, u.cells[i*size:][:size]...)
}

// Truncate keeps the first n puzzles or records.
func (u *unit) Truncate(n int) {
	u.count, u.records = min(u.count, n), u.records[:min(len(u.records), n)]
}

// Puzzle returns the first puzzle to make isomorphs of.
func (u *unit) Puzzle() string {
	switch {
	case len(u.records) > 0:
		return formats.Format(u.records[0].cells)
	case u.count > 0:
		return formats.Format(u.cells[:u.to.Order*u.to.Order])
	}
	return ""
}
