package check

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/solver"
)

// A Record is what was found out about one record. It is valid during the call
// that it is passed to. Of a record with which only a comparison found fault there
// is no more than its place, Verdict and what it is equal or isomorphic to, unless
// Config.AllRecords or WithText is set.
type Record struct {
	Where
	Number int64 // over all inputs, from 1
	Order  int
	Form   formats.Form // that the record came in

	Verdict formats.Verdict // Solved = exactly one solution
	Clues   int
	Guesses uint64
	Clash   [2]int // the cells that contradict each other (Contradiction)
	// Solutions is how many were found, at most the limit; Complete says that
	// there are no others.
	Solutions int
	Complete  bool
	// Solution is the first one found, Order·Order cells; nil if there is none.
	Solution []uint8

	// The position of what makes it, or the solution on it, malformed: the line in its
	// file, and the column in that, from 1.
	FaultLine int64
	Column    int
	// Given is what the solution on the record is worth.
	Given Given
	// Reason is why the record is malformed, or the solution on it wrong or malformed.
	Reason string

	Redundant     []uint16 // clues that can be dropped, each on its own
	Automorphisms int      // of the puzzle; 0 = not counted
	// NeedNotBeMinimal says that redundant clues are no fault.
	NeedNotBeMinimal bool

	// Labels, where they were asked for: zero or nil where there is none.
	Tier      solver.Tier
	Rating    solver.Rating
	Canonical []uint8 // the canonical form, 81 cells

	// What it is equal or isomorphic to: the first such record among the inputs
	// before it, and the first in the corpora it must not be in. An isomorphic
	// one that is named as equal already is not named again.
	Duplicate, Isomorph, Leak, IsomorphicLeak Where

	// Text is the record's bytes, if they were asked for.
	Text []byte
}

// Where is the place of a record. The zero Where is none.
type Where struct {
	File   string
	Record int64 // in that file, from 1
	Line   int64 // the record's first, from 1
}

// None reports whether w is the zero Where.
func (w *Where) None() bool { return w.Record == 0 }

// Failed reports whether the record is not what was asked for.
func (r *Record) Failed() bool {
	redundant := len(r.Redundant)
	if r.NeedNotBeMinimal {
		redundant = 0
	}
	return failedAlone(r.Verdict, r.Given, redundant) ||
		!r.Duplicate.None() || !r.Isomorph.None() || !r.Leak.None() || !r.IsomorphicLeak.None()
}

// failedAlone reports whether a record failed whatever the others are.
func failedAlone(verdict formats.Verdict, given Given, redundant int) bool {
	wanting := given != GivenNotChecked && given != GivenRight
	return verdict != formats.Solved || wanting || redundant > 0
}

// appendRecord appends a record as the spool keeps it: numbers of variable
// length, texts with their length before them. The file's name and form are
// not part of it; they follow from the number.
func appendRecord(dst []byte, r *Record) []byte {
	for _, n := range [...]uint64{
		uint64(r.Number), uint64(r.Line), uint64(r.Order), uint64(r.Verdict), uint64(r.Clues), r.Guesses,
		uint64(r.Clash[0]), uint64(r.Clash[1]), uint64(r.FaultLine), uint64(r.Column), uint64(r.Given),
		uint64(r.Automorphisms), uint64(r.Solutions), bitOf(r.Complete), bitOf(r.NeedNotBeMinimal),
		uint64(r.Tier), uint64(r.Rating), uint64(len(r.Redundant)),
	} {
		dst = binary.AppendUvarint(dst, n)
	}
	for _, cell := range r.Redundant {
		dst = binary.AppendUvarint(dst, uint64(cell))
	}
	dst = appendText(dst, []byte(r.Reason))
	dst = appendText(dst, r.Solution)
	dst = appendText(dst, r.Canonical)
	return appendText(dst, r.Text)
}

// bitOf is 1 for true.
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

// decodeRecord reads what appendRecord appended. The record shares the memory
// of text.
func decodeRecord(text []byte) Record {
	d := decoder{text}
	r := Record{Number: int64(d.number())}
	r.Line = int64(d.number())
	r.Order = int(d.number())
	r.Verdict = formats.Verdict(d.number())
	r.Clues = int(d.number())
	r.Guesses = d.number()
	r.Clash = [2]int{int(d.number()), int(d.number())}
	r.FaultLine = int64(d.number())
	r.Column = int(d.number())
	r.Given = Given(d.number())
	r.Automorphisms = int(d.number())
	r.Solutions = int(d.number())
	r.Complete = d.number() == 1
	r.NeedNotBeMinimal = d.number() == 1
	r.Tier = solver.Tier(d.number())
	r.Rating = solver.Rating(d.number())
	if n := d.number(); n > 0 {
		r.Redundant = make([]uint16, n)
		for i := range r.Redundant {
			r.Redundant[i] = uint16(d.number())
		}
	}
	r.Reason = string(d.bytes())
	r.Solution = d.bytes()
	r.Canonical = d.bytes()
	r.Text = d.bytes()
	return r
}

// A decoder takes a text apart from its beginning. Texts that appendRecord did
// not write make it panic.
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
