package check

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/formats/model"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/rows"
)

// checks holds a worker's results for the records of a batch. Each slice has one entry per
// record, or none if the entries were not asked for. Entries of malformed records are zero.
type checks struct {
	Records []checked
	Spans   []model.Span
	Keys    []Key // keys of the puzzles
	Forms   []canonicalForm

	labels    rows.Pieces          // of the well-formed records, as columns.Evaluator appends them
	rows      rows.Pieces          // of the records
	redundant []uint16             // cells, for checked.firstRedundant, each record's in ascending order
	wrong     []error              // why solutions are wrong
	malformed []*model.SyntaxError // why the text of solutions is malformed; places are in the record
	puzzles   []uint8              // of the well-formed records: solving overwrites the batch's
}

// checked holds the results for one record.
type checked struct {
	Verdict   bulk.Verdict // Solved = exactly one solution; Unknown = it was not solved
	Given     Given        // state of the solution on the record
	Clues     uint16
	Clash     [2]uint16 // two cells that contradict each other (Contradiction)
	Redundant int       // number of clues that can each be dropped alone without a second solution
	Guesses   uint64
	Solutions int  // solutions found, at most the limit
	Complete  bool // there are no other solutions

	firstRedundant int // index in checks.redundant
	wrong          int // index in checks.wrong, or in checks.malformed
}

// Given is the state of the solution that a record carries with its puzzle.
type Given uint8

const (
	// GivenNotChecked means that solutions are not checked, the record is malformed, or it
	// has no solution and needs none, because its input has no column for solutions.
	GivenNotChecked Given = iota
	// GivenRight means a solved grid with the puzzle's clues.
	GivenRight
	// GivenMissing means that the record has no solution.
	GivenMissing
	// GivenWrong means a grid that is not solved, or lacks a clue; see Record.Reason.
	GivenWrong
	// GivenMalformed means a bad character or another length; see Record.Reason.
	GivenMalformed
	// AnswerRight means that Config.Answers has a solution of the puzzle, or rightly none.
	AnswerRight
	// AnswerAnother means that it has another solution than the first of several.
	AnswerAnother
	// GivenSwapped means a puzzle without blanks whose solution has blanks and clues.
	GivenSwapped
)

// A canonicalForm is the key of a puzzle's representative, see solver.Canonicalizer. It is equal
// for isomorphs: puzzles that relabelling, permutations of rows, columns, bands and stacks, and
// transposition turn into each other. 16×16 puzzles have no representative: their key is the
// puzzle's, with 0 automorphisms.
type canonicalForm struct {
	Key           Key
	Automorphisms int // operations that leave the puzzle unchanged
}

// A Key identifies a puzzle by 128 bits, high half first. If fingerprints are asked for, they are
// the first of the SHA-256 of its line, as a big-endian number. The line has 81 characters 1-9 and
// ".", or 256 characters A-P and ".", and no newline. Otherwise the key is a later.Key. Two of n
// different puzzles have the same key with a probability below n²/2^129: for ten billion puzzles,
// one in 10^18.
type Key [2]uint64

// String formats the key as 32 hexadecimal digits.
func (k Key) String() string { return fmt.Sprintf("%016x%016x", k[0], k[1]) }

// sum adds keys modulo 2^128.
func (k Key) sum(l Key) Key {
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

// puzzle returns the cells of a puzzle, by its index among the well-formed records.
func (c *checks) puzzle(good, cells int) []uint8 { return c.puzzles[good*cells:][:cells] }

// reset empties c and keeps its buffers.
func (c *checks) reset() {
	c.Records, c.Spans, c.Keys, c.Forms = c.Records[:0], c.Spans[:0], c.Keys[:0], c.Forms[:0]
	clear(c.wrong)
	c.wrong = c.wrong[:0]
	clear(c.malformed)
	c.malformed = c.malformed[:0]
	c.redundant, c.puzzles = c.redundant[:0], c.puzzles[:0]
	c.rows.Reset()
	c.labels.Reset()
}
