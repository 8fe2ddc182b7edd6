package form

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/cells"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A Framer finds the borders between records in the text of one file, front to
// back. It only frames and decodes nothing, because it runs where the file is
// read, ahead of everything else. A Framer belongs to one file and one
// goroutine.
type Framer interface {
	// Cut finds the records at the beginning of text. text[:from] belongs to no
	// record (a header, or what follows the declared end); text[from:to] is
	// whole records with whatever lies between them, ready for one call of
	// [Form.Decode]; text[to:] must be presented again at the next call, before
	// the text that follows it in the file.
	//
	// eof says that nothing follows text. Cut then cuts until nothing is left,
	// but it may take several calls: to < len(text) asks for another one with
	// text[to:], and every call gets further. Without eof, a call that returns
	// to == 0 asks for more text after this one.
	//
	// A line longer than MaxLine may be shortened to its first MaxLine+1 bytes
	// before it is presented. Neither that, nor how the file is split into
	// texts, changes where the borders are.
	//
	// Cut keeps no reference to text, and does not allocate while there are records.
	Cut(text []byte, eof bool) (from, to int)

	// Finish is called after the last Cut. It returns what is wrong with the
	// file as a whole, or nil: a bad header ([ErrHeader]), fewer records than
	// the header says ([ErrCount]), text after the last record
	// ([ErrTrailing]), puzzles in an array that is not read ([ErrArrays]). Line and
	// Column count from the beginning of the file; File is left empty and Record 0.
	Finish() *syntax.Error
}

// Fields are the values of one row. They are meant to be reused.
type Fields struct {
	// Values holds a value for each column, nil where there is none. They are
	// parts of the record, or of a buffer here.
	Values [][]byte
	Buffer []byte // of values that are written otherwise in the record
}

// Records is what a text that a [Framer] cut holds. It is meant to be reused:
// [Form.Decode] overwrites all of it and keeps its buffers.
type Records struct {
	// Order is the order of the puzzles.
	Order int

	// N is the number of records, the malformed ones included.
	N int

	// Cells holds the cells of the well-formed records, one record after the
	// other, Order·Order values each. Malformed records have none here.
	Cells []uint8

	// Faults holds one error for each malformed record, in the order of the
	// records. Record is the record's index in this text, from 0; Line is the
	// line in this text, from 1. [SyntaxError.Rebase] makes both absolute.
	Faults []syntax.Error

	// Spans is where each record lies in the text: of tables only, unless
	// [Form.Spans] is asked for them.
	Spans []Span

	// Lines is the number of lines in the text; a last line without a newline
	// counts, but not in forms whose text is not made of lines: that is cut within
	// lines.
	Lines int

	// Ended says that a line "end" (in the form Line) ended the input: nothing
	// after it is a record, in this text or in any later one of the file.
	Ended bool

	// Trailing is where text after the line "end" begins in this text; its Err
	// is nil where there is none. Comments and blank lines are not text.
	Trailing syntax.Error

	// Late is the first record with a member that no record at the beginning of the
	// file has, so that no column is for it. Its Field is the member's name, its Err is
	// nil where there is none.
	Late syntax.Error

	Scratch []byte // of decoders, for a value that is written otherwise
}

// Reset empties r for puzzles of the given order and keeps its buffers.
func (r *Records) Reset(order int) {
	*r = Records{Order: order, Cells: r.Cells[:0], Faults: r.Faults[:0], Spans: r.Spans[:0], Scratch: r.Scratch[:0]}
}

// Fault appends err as the next record.
func (r *Records) Fault(err syntax.Error) {
	err.Record = r.N
	r.Faults = append(r.Faults, err)
	r.N++
}

// DropSolved leaves out the records that have no blank.
func (r *Records) DropSolved() {
	size := r.Order * r.Order
	kept, faults, good, n := r.Cells[:0], r.Faults[:0], 0, 0
	spans := r.Spans[:0]
	for record, fault := 0, 0; record < r.N; record++ {
		if fault < len(r.Faults) && r.Faults[fault].Record == record {
			f := r.Faults[fault]
			f.Record = n
			faults = append(faults, f)
			fault++
		} else {
			grid := r.Cells[good*size:][:size]
			good++
			if cells.IsComplete(grid) {
				continue
			}
			kept = append(kept, grid...)
		}
		if record < len(r.Spans) {
			spans = append(spans, r.Spans[record])
		}
		n++
	}
	r.Cells, r.Faults, r.Spans, r.N = kept, faults, spans, n
}

// Unsolved returns those of the spans of all records whose records dropSolved keeps.
func (r *Records) Unsolved(spans []Span) []Span {
	r.Spans = append(r.Spans[:0], spans...)
	r.DropSolved()
	return r.Spans
}

// A Span is where a record lies in a text.
type Span struct {
	From, To int // its bytes, the ends of its lines included
	Line     int // its first line, from 1
	// Missing is how many fields fewer it has than there are columns; it is known
	// of what [Form.Decode] found in delimited text.
	Missing int
}

// LineOf is the line in the text of a line of the record, which counts from 1; 0 where
// there are no lines.
func (s Span) LineOf(line int) int {
	if s.Line == 0 {
		return 0
	}
	return s.Line + line - 1
}
