package check

import (
	"bytes"
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline/columns"
)

// A Record holds the results for one record. It is valid during the call that receives it. If
// only a comparison found fault with the record, it has no more than its place, its Verdict and
// the records it equals, unless Config.AllRecords or WithText is set.
type Record struct {
	Where
	Number int64 // over all inputs, from 1
	Order  int
	Form   bulk.Form // form of its input

	Verdict bulk.Verdict // Solved = exactly one solution
	clues   int
	Guesses uint64
	Clash   [2]int // two cells that contradict each other (Contradiction)
	// Solutions is the number of solutions found, at most the limit. Complete says that there
	// are no others.
	Solutions int
	Complete  bool
	// Solution is the first solution, Order·Order cells, or nil.
	Solution []uint8

	// The position of the fault in a malformed record or a malformed solution: the line in its
	// file, and the column, from 1.
	FaultLine int64
	Column    int
	// Given is the state of the solution on the record.
	Given Given
	// Reason says why the record or its solution is malformed, or why the solution is wrong.
	Reason string

	Redundant     []uint16 // redundant clues, each on its own, with Config.Minimal
	Automorphisms int      // of the puzzle; 0 = not counted

	// labels holds the values of Config.Labels for a well-formed record, see Label.
	labels []byte

	// The records that it equals or is isomorphic to: the first such record earlier in the
	// inputs, and the first in the corpora of Config.Against. An isomorphic record that is
	// named as equal is not named again.
	Duplicate, Isomorph, Leak, IsomorphicLeak Where

	// Text holds the bytes of the record, with Config.WithText. Without Rows, Puzzle has the cells of a
	// well-formed record then, and Missing the number of fields that it lacks, see model.Span.
	Text    []byte
	Puzzle  []uint8
	Missing int
	// Candidates are the candidates of Puzzle, see model.Records; nil: Puzzle says all.
	Candidates []uint32
	// Row holds the record as a row of Config.To, with Config.Rows. A malformed record has none.
	Row []byte
}

// Where is the place of a record. The zero Where is no place.
type Where struct {
	File   string
	Record int64 // in that file, from 1
	Line   int64 // first line of the record, from 1
}

// Label returns the value of a column of Config.Labels, by its index; nil if there is none.
func (r *Record) Label(column int) []byte { return columns.Label(r.labels, column) }

// None reports whether w is the zero Where.
func (w *Where) None() bool { return w.Record == 0 }

// Failed reports whether the record fails the check.
func (r *Record) Failed() bool {
	return failedAlone(r.Verdict, r.Given, len(r.Redundant)) ||
		!r.Duplicate.None() || !r.Isomorph.None() || !r.Leak.None() || !r.IsomorphicLeak.None()
}

// failedAlone reports whether a record fails without comparisons.
func failedAlone(verdict bulk.Verdict, given Given, redundant int) bool {
	if given == AnswerRight || given == AnswerAnother {
		return redundant > 0
	}
	wanting := given != GivenNotChecked && given != GivenRight
	return verdict != bulk.Solved || wanting || redundant > 0
}

// appendRecord encodes a record for the spool: numbers of variable length, and texts with their
// length first. The file's name and form are left out; they follow from the number.
func appendRecord(dst []byte, r *Record) []byte {
	for _, n := range [...]uint64{
		uint64(r.Number), uint64(r.Line), uint64(r.Order), uint64(r.Verdict), uint64(r.clues), r.Guesses,
		uint64(r.Clash[0]), uint64(r.Clash[1]), uint64(r.FaultLine), uint64(r.Column), uint64(r.Given),
		uint64(r.Automorphisms), uint64(r.Solutions), bitOf(r.Complete),
		uint64(len(r.Redundant)),
	} {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, cell := range r.Redundant {
		dst = binary.AppendUvarint(dst, uint64(cell))
	}
	dst = appendText(dst, []byte(r.Reason))
	dst = appendText(dst, r.Solution)
	dst = appendText(dst, r.labels)
	dst = appendText(dst, r.Text)
	same := len(r.Row) > 0 && bytes.Equal(r.Row, r.Text) // the record came as the row
	dst = binary.AppendUvarint(dst, bitOf(same))
	if !same {
		dst = appendText(dst, r.Row)
	}
	if len(r.Puzzle) > 0 {
		dst = binary.AppendUvarint(appendText(dst, r.Puzzle), uint64(r.Missing))
		dst = appendText(dst, bulk.AppendCandidatesValue(nil, r.Candidates))
	}
	return dst
}

// bitOf returns 1 for true.
func bitOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func appendText(dst, text []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(text)))
	return append(dst, text...)
}

// decodeRecord decodes what appendRecord appended. The record shares the memory of text.
func decodeRecord(text []byte) Record {
	d := decoder{text}
	r := Record{Number: int64(d.number())}
	r.Line = int64(d.number())
	r.Order = int(d.number())
	r.Verdict = bulk.Verdict(d.number())
	r.clues = int(d.number())
	r.Guesses = d.number()
	r.Clash = [2]int{int(d.number()), int(d.number())}
	r.FaultLine = int64(d.number())
	r.Column = int(d.number())
	r.Given = Given(d.number())
	r.Automorphisms = int(d.number())
	r.Solutions = int(d.number())
	r.Complete = d.number() == 1
	if n := d.number(); n > 0 {
		r.Redundant = make([]uint16, n)
		for i := range r.Redundant {
			r.Redundant[i] = uint16(d.number())
		}
	}
	r.Reason = string(d.bytes())
	r.Solution = d.bytes()
	r.labels = d.bytes()
	r.Text = d.bytes()
	if r.Row = r.Text; d.number() == 0 {
		r.Row = d.bytes()
	}
	if len(d.rest) > 0 {
		r.Puzzle, r.Missing = d.bytes(), int(d.number())
		r.Candidates, _ = bulk.ParseCandidates(string(d.bytes()), 9) // nil if there are none
	}
	return r
}

// A decoder takes a text apart from its beginning. It panics on other texts than appendRecord
// writes.
type decoder struct{ rest []byte }

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.rest)
	d.rest = d.rest[size:]
	return n
}

// bytes returns nil for an empty text.
func (d *decoder) bytes() []byte {
	n := d.number()
	if n == 0 {
		return nil
	}
	text := d.rest[:n:n]
	d.rest = d.rest[n:]
	return text
}
