package check

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats"
)

// checks is what a worker found out about the records of a batch. All
// slices have one entry for each record, or none where the entries were not
// asked for; those of malformed records are zero.
type checks struct {
	Records []checked
	Spans   []formats.Span
	Keys    []Key // of the puzzles
	Forms   []canonicalForm
	labelSlot

	redundant []uint16               // cells; backs Redundant
	wrong     []error                // why solutions are wrong
	malformed []*formats.SyntaxError // likewise
	puzzles   []uint8                // copies, where they are needed once they are solved
}

// checked is what is known of one record.
type checked struct {
	Verdict   formats.Verdict // Solved = proven to have exactly one solution; Unknown if it was not solved
	Given     Given           // what the solution on the record is worth
	Clues     uint16
	Clash     [2]uint16 // the cells that contradict each other (Contradiction)
	Redundant int       // clues that can be dropped; see checks.redundantClues
	Guesses   uint64
	Solutions int  // found, at most the limit
	Complete  bool // there are no others

	firstRedundant int // in checks.redundant
	wrong          int // index in checks.wrong, or in checks.malformed
}

// Given is what the solution that a record carries beside its puzzle is worth.
type Given uint8

const (
	// GivenNotChecked is where solutions are not checked, the record is malformed, or it has
	// no solution and need not have one.
	GivenNotChecked Given = iota
	// GivenRight is a solved grid that holds the clues.
	GivenRight
	// GivenMissing is none.
	GivenMissing
	// GivenWrong is not a solved grid, or does not hold the clues; see
	// Record.Reason.
	GivenWrong
	// GivenMalformed has a bad character or another length; see Record.Reason.
	GivenMalformed
)

// A canonicalForm is the key of a puzzle's canonical form: equal for puzzles
// that relabelling, permutations of rows, columns, bands and stacks, and
// transposition turn into each other. 16×16 puzzles have none: their key is that
// of the puzzle, and their number of automorphisms 0.
type canonicalForm struct {
	Key           Key
	Automorphisms int // of these operations, those that leave the puzzle as it is
}

// A Key stands for a puzzle: the first 128 bits of the SHA-256 of its line (81
// characters 1-9 and ".", or 256 characters A-P and ".", without a newline), as
// a big-endian number, high half first. Two different puzzles among n have the
// same key with a probability below n²/2^129: for ten billion puzzles, one
// in 10^18.
type Key [2]uint64

// String returns the key as 32 hexadecimal digits.
func (k Key) String() string { return fmt.Sprintf("%016x%016x", k[0], k[1]) }

// Sum adds keys modulo 2^128.
func (k Key) Sum(l Key) Key {
	low := k[1] + l[1]
	high := k[0] + l[0]
	if low < k[1] {
		high++
	}
	return Key{high, low}
}

// newKey returns the key of a line without its newline.
func newKey(line []byte) Key {
	sum := sha256.Sum256(line)
	return Key{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

// redundantClues returns the cells of a record's clues that can be dropped, each
// on its own, and leave the puzzle unique; in ascending order.
func (c *checks) redundantClues(record int) []uint16 {
	r := &c.Records[record]
	return c.redundant[r.firstRedundant : r.firstRedundant+r.Redundant]
}

// wrongSolution returns what is wrong with the solution on a record; nil if nothing is.
func (c *checks) wrongSolution(record int) error {
	if r := &c.Records[record]; r.Given == GivenWrong {
		return c.wrong[r.wrong]
	}
	return nil
}

// malformedSolution returns what is wrong with the text of the solution on a
// record, at its line and column of the record; nil if nothing is.
func (c *checks) malformedSolution(record int) *formats.SyntaxError {
	if r := &c.Records[record]; r.Given == GivenMalformed {
		return c.malformed[r.wrong]
	}
	return nil
}

// reset empties c, its buffers kept.
func (c *checks) reset() {
	c.Records, c.Spans, c.Keys, c.Forms = c.Records[:0], c.Spans[:0], c.Keys[:0], c.Forms[:0]
	clear(c.wrong)
	c.wrong = c.wrong[:0]
	clear(c.malformed)
	c.malformed = c.malformed[:0]
	c.redundant, c.puzzles = c.redundant[:0], c.puzzles[:0]
}

// countClues counts the cells that are not blank, of at most 2000, eight at a time.
func countClues(cells []uint8) uint16 {
	const low, high = 0x0101010101010101, 0x8080808080808080
	counts := uint64(0) // a byte for each of the eight
	for ; len(cells) >= 8; cells = cells[8:] {
		// A cell is below 128, so that adding 127 sets its top bit unless it is 0.
		v := binary.LittleEndian.Uint64(cells) + 127*low
		counts += v & high >> 7
	}
	const even = 0x00ff00ff00ff00ff
	pairs := counts&even + counts>>8&even
	n := uint16(pairs * 0x0001000100010001 >> 48)
	for _, v := range cells {
		if v != 0 {
			n++
		}
	}
	return n
}
