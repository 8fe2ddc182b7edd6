package model

// This file defines how text becomes records: the Framer, and the buffers that Decode
// fills.

import (
	"bytes"
	"iter"
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A Framer finds the borders between records in the text of one file, from front to back. It
// runs in the goroutine that reads the file, so most forms leave the decoding to workers. A
// form in which finding a record is to decode it does both. A Framer belongs to one file and
// one goroutine.
type Framer interface {
	// Cut finds the records at the beginning of text. text[:from] belongs to no record: it
	// is a header, or follows the declared end. text[from:to] is whole records and the text
	// between them, for one call of Decode. The caller must present text[to:]
	// again at the next call, followed by the text after it in the file.
	//
	// eof says that nothing follows text. Then Cut may need several calls: while to <
	// len(text), call it again with text[to:]. Every call makes progress. Without eof, to
	// == 0 asks for more text.
	//
	// The caller may shorten a line longer than MaxLine to its first MaxLine+1 bytes. This
	// does not change the borders, and nor does the way the file is split into texts.
	//
	// A Framer that decodes puts the records of text[from:to] into dst, in place of those
	// there, and sets dst.Decoded. They all have one size, dst.Order. What they are may depend on
	// the text around, so nobody decodes that text again. Any other Framer leaves dst alone.
	//
	// Cut keeps no reference to text. It does not allocate while there are records, unless the
	// form leaves out solutions.
	Cut(dst *Records, text []byte, eof bool) (from, to int)

	// Finish is called after the last Cut. It returns the fault of the file as a whole, or
	// nil: a bad header ([ErrHeader]), fewer records than the header says ([ErrCount]),
	// text after the last record ([ErrTrailing]), or puzzles in an array that is not read
	// ([ErrArrays]). Line and Column count from the beginning of the file; File is empty
	// and Record is 0.
	Finish() *SyntaxError
}

// Fields holds the values of one row, and is meant for reuse.
type Fields struct {
	// Values holds a value for each column, nil if it is missing. They are parts of the
	// record, or of Buffer.
	Values [][]byte
	Buffer []byte // holds values that the record writes in another way
}

// Records holds the decoded records of one text that a [Framer] cut. Reuse it:
// Decode overwrites it and keeps its buffers.
type Records struct {
	// Order is the order of the puzzles.
	Order int

	// N is the number of records, including malformed ones.
	N int

	// Cells holds the cells of the well-formed records, Order·Order values each, one record
	// after the other. Malformed records have none.
	Cells []uint8

	// Candidates holds the candidates of the well-formed records in a form that gives these: a
	// mask for each of the Cells, in which bit d-1 stands for digit d. The cells then are the
	// digits of cells with one candidate. In other forms it is empty.
	Candidates []uint32

	// Faults holds one error for each malformed record, in record order. Record is the
	// index of the record in this text, from 0. Line is the line in this text, from 1.
	// [SyntaxError.Rebase] makes both absolute.
	Faults []SyntaxError

	// Spans holds the place of each record in the text. Decode sets it only for tables;
	// others need a call of Spans.
	Spans []Span

	// Lines is the number of lines in the text. A last line without a newline counts, but
	// not in forms whose text may be cut within lines.
	Lines int

	// Decoded says that the Framer has decoded the records.
	Decoded bool

	// Ended says that a line "end" (in the form Line) ended the input. No record follows
	// it, in this text or a later one of the file.
	Ended bool

	// Trailing is the place in this text of text after the line "end". Its Err is nil if
	// there is none. Comments and blank lines do not count as text.
	Trailing SyntaxError

	// Late is the first record with a member that no record at the beginning of the file
	// has, so there is no column for it. Field is the member's name. Err is nil if there is
	// no such record.
	Late SyntaxError

	// LeftOut is the number of solutions that were removed.
	LeftOut int
	// Rounded holds the indexes of well-formed records whose solution a program rounded to a
	// number, or an array holds with numbers that are no cells.
	Rounded []int
	// Hidden counts the grids in comments, which are not read.
	Hidden int
	// Omissions holds the places of what LeftOut and Hidden count, in order, if Decoded is set.
	Omissions []Omission

	Scratch []byte // for decoders, to rewrite a value
	Solved  []bool // for forms: which well-formed records are solutions
}

// Reset empties r for puzzles of the given order and keeps its buffers.
func (r *Records) Reset(order int) {
	*r = Records{Order: order, Cells: r.Cells[:0], Candidates: r.Candidates[:0], Faults: r.Faults[:0], Spans: r.Spans[:0], Rounded: r.Rounded[:0], Omissions: r.Omissions[:0], Scratch: r.Scratch[:0], Solved: r.Solved}
}

// Omit counts something at a place of the text that is no record.
func (r *Records) Omit(o Omission) {
	r.Omissions = append(r.Omissions, o)
	if o.Comment {
		r.Hidden++
	} else {
		r.LeftOut++
	}
}

// SetSlice sets r to the records of all with indexes from up to, but not including, to, as if their text
// were text[at:end]. A Framer has decoded all of them, and text is theirs. r shares no memory with all.
func (r *Records) SetSlice(all *Records, text []byte, from, to, at, end int) {
	r.Reset(all.Order)
	r.Decoded, r.N = true, to-from
	lines, size := bytes.Count(text[:at], []byte{'\n'}), all.Order*all.Order
	r.Lines = syntax.CountLines(text[at:end])
	first := 0 // the faults before the first record
	for first < len(all.Faults) && all.Faults[first].Record < from {
		first++
	}
	for _, fault := range all.Faults[first:] {
		if fault.Record >= to {
			break
		}
		fault.Record -= from
		fault.Line -= lines
		r.Faults = append(r.Faults, fault)
	}
	good, n := (from-first)*size, (to-from-len(r.Faults))*size
	r.Cells = append(r.Cells, all.Cells[good:][:n]...)
	if len(all.Candidates) > 0 {
		r.Candidates = append(r.Candidates, all.Candidates[good:][:n]...)
	}
	for _, span := range all.Spans[from:to] {
		span.From, span.To, span.Line = span.From-at, span.To-at, span.Line-lines
		r.Spans = append(r.Spans, span)
	}
	for _, o := range all.Omissions {
		if o.At >= at && o.At < end {
			o.At -= at
			r.Omit(o)
		}
	}
}

// Each iterates over the records: the index of each, and its fault, or nil for a well-formed record.
func (r *Records) Each() iter.Seq2[int, *SyntaxError] {
	return func(yield func(int, *SyntaxError) bool) {
		faults := r.Faults
		for record := range r.N {
			var fault *SyntaxError
			if len(faults) > 0 && faults[0].Record == record {
				fault, faults = &faults[0], faults[1:]
			}
			if !yield(record, fault) {
				return
			}
		}
	}
}

// Fault appends err as the next record.
func (r *Records) Fault(err SyntaxError) {
	err.Record = r.N
	r.Faults = append(r.Faults, err)
	r.N++
}

// Keep removes the well-formed records for which keep returns false. It calls keep for each of
// them in order, with its index among them.
func (r *Records) Keep(keep func(good int) bool) {
	size := r.Order * r.Order
	kept, candidates, faults, good, n := r.Cells[:0], r.Candidates[:0], r.Faults[:0], 0, 0
	spans, rounded := r.Spans[:0], r.Rounded[:0]
	for record, fault := range r.Each() {
		if fault != nil {
			faults = append(faults, *fault)
			faults[len(faults)-1].Record = n
		} else {
			from, to := good*size, good*size+size
			matches := keep(good)
			if good++; !matches {
				continue
			}
			kept = append(kept, r.Cells[from:to]...)
			if len(r.Candidates) > 0 {
				candidates = append(candidates, r.Candidates[from:to]...)
			}
			if _, found := slices.BinarySearch(r.Rounded, record); found {
				rounded = append(rounded, n)
			}
		}
		if record < len(r.Spans) {
			spans = append(spans, r.Spans[record])
		}
		n++
	}
	r.Cells, r.Candidates, r.Faults, r.Spans, r.Rounded, r.N = kept, candidates, faults, spans, rounded, n
}

// Reject makes well-formed records malformed. It calls fault for each of them in order, with its
// index among all records and among these, and with its cells; nil keeps the record.
func (r *Records) Reject(fault func(record, good int, cells []uint8) *SyntaxError) {
	size, good, kept := r.Order*r.Order, 0, 0
	for record, next := 0, 0; record < r.N; record++ {
		if next < len(r.Faults) && r.Faults[next].Record == record {
			next++
			continue
		}
		from := good * size
		if f := fault(record, good, r.Cells[from:][:size]); f != nil {
			f.Record = record
			r.Faults = slices.Insert(r.Faults, next, *f)
			next++
		} else {
			copy(r.Cells[kept:], r.Cells[from:][:size])
			if len(r.Candidates) > 0 {
				copy(r.Candidates[kept:], r.Candidates[from:][:size])
			}
			kept += size
		}
		good++
	}
	r.Cells, r.Candidates = r.Cells[:kept], r.Candidates[:min(kept, len(r.Candidates))]
}

// An Omission is a grid in a text that is no record.
type Omission struct {
	At      int  // its first byte
	Comment bool // it is in a comment; else it is a solution that is left out
}

// A Span locates one record in a text.
type Span struct {
	From, To int // its bytes, including line ends
	Line     int // its first line, from 1
	// Missing is the number of fields that the record lacks. Only Decode of delimited text
	// sets it.
	Missing int
	// SolutionFrom and SolutionTo are the bytes of the record with the value in the column
	// of solutions. They are 0 unless Decode found the value and it is written as it is.
	SolutionFrom, SolutionTo int32
}

// LineOf converts a line of the record, from 1, to a line of the text. It returns 0 if
// there are no lines.
func (s Span) LineOf(line int) int {
	if s.Line == 0 {
		return 0
	}
	return s.Line + line - 1
}
