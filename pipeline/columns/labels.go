package columns

// This file computes the values of columns as text that can be kept until a row is written.

import (
	"encoding/binary"

	"github.com/sudokubatch/sudokubatch/formats"
)

// A Labeller computes columns for the puzzles of batches. One worker uses it.
type Labeller struct {
	columns []Column
	scratch Scratch
	found   Found
	value   []byte
}

// NewLabeller returns a Labeller for columns.
func NewLabeller(columns []Column) *Labeller { return &Labeller{columns: columns} }

// Engines names the engines that computed columns.
func (l *Labeller) Engines() []string { return l.scratch.engines() }

// Prepare computes what the columns need of all puzzles of a batch, before Append. stop, if not
// nil, reports whether the run has ended.
func (l *Labeller) Prepare(p Puzzles, stop func() bool) { l.scratch.prepare(l.columns, p, stop) }

// Append appends the values of all columns for a puzzle, by its index, in a form that Label reads.
func (l *Labeller) Append(dst []byte, puzzle int) []byte {
	l.scratch.find(&l.found, puzzle)
	to := formats.Form{Kind: formats.Line, Order: l.scratch.puzzles.Order}
	for i := range l.columns {
		value := l.columns[i].append(l.value[:0], to, &l.found)
		if value == nil {
			dst = append(dst, 0)
			continue
		}
		l.value = value
		dst = append(binary.AppendUvarint(dst, uint64(len(value))+1), value...)
	}
	return dst
}

// Label returns the value of a column, by its index, among the values that a Labeller appended; nil
// if there is none.
func Label(values []byte, column int) []byte {
	for len(values) > 0 {
		n, size := binary.Uvarint(values)
		values = values[size:]
		if n > 0 {
			n--
		} else if column == 0 {
			return nil
		}
		if column == 0 {
			return values[:n:n]
		}
		values = values[n:]
		column--
	}
	return nil
}
