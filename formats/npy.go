package formats

import (
	"slices"
)

// npyGrammar is that of [Npy]: an array of puzzles, or of records that have one beside other
// fields. What stands before the first puzzle is the header
// of the file, and a record is all of one size: nothing
// in the text is a line.
var npyGrammar = grammar{
	name: "npy", orders: both, maxRecord: npyMaxRecord,
	detect: detectNpy, framer: newNpyFramer, decode: decodeNpy, spans: npySpans, fields: npyFields,
	appendHeader: func(f Form, dst []byte) []byte { return append(dst, f.npyHeader(-1)...) },
	appendGrid:   func(_ Form, dst []byte, cells []uint8) []byte { return append(dst, cells...) },
}

// npyMaxRecord bounds the bytes of a puzzle; texts may have surplus ones.
const npyMaxRecord = 64 << 10

// An npyFramer frames an array: the header is skipped, and a record ends where its
// size says. The shape says how many there are.
type npyFramer struct {
	header    int // bytes of it that are still to come
	size      int // of a record
	have      int
	want      int // -1: as many as there are
	trailing  bool
	truncated bool // the last record is not whole
}

func newNpyFramer(f Form) Framer {
	a := f.array()
	n := &npyFramer{size: a.stride, want: a.records}
	if f.Layout != nil {
		n.header = len(f.Layout.Header)
	}
	return n
}

// pass notes records that are not presented. There may be more than there should.
func (n *npyFramer) pass(records int64) {
	if n.want >= 0 && records > int64(n.want) {
		records, n.trailing = int64(n.want), true
	}
	n.have += int(records)
}

func (n *npyFramer) Cut(text []byte, eof bool) (from, to int) {
	from = min(n.header, len(text))
	n.header -= from
	rest := len(text) - from
	if n.have == n.want && rest > 0 {
		n.trailing = true
		return len(text), len(text)
	}
	records := rest / n.size
	if n.want >= 0 {
		records = min(records, n.want-n.have)
	}
	n.have += records
	if records == 0 && eof && rest > 0 {
		n.truncated = true
		return len(text), len(text)
	}
	return from, from + records*n.size
}

// Finish compares the file with the shape of its header. A last record that is not
// whole is none: where the header does not say how many there are, it follows the
// last one.
func (n *npyFramer) Finish() *SyntaxError {
	switch {
	case n.have < n.want:
		return &SyntaxError{Err: ErrCount, Have: n.have, Want: n.want}
	case n.trailing || n.truncated:
		return &SyntaxError{Err: ErrTrailing, Want: n.have}
	}
	return nil
}

// decodeNpy reads records into dst, which is empty.
func decodeNpy(f Form, dst *Records, text []byte) {
	a := f.array()
	size, cells := a.stride, f.Order*f.Order
	records := len(text) / size
	if text = text[:records*size]; size == cells && a.isPlain(text, f.Order) {
		dst.Cells = append(dst.Cells, text...)
		dst.N = records
		return
	}
	if f.Layout != nil && f.Layout.fields != nil {
		dst.Spans = npySpans(f, dst.Spans, text)
	}
	dst.Cells = slices.Grow(dst.Cells, records*cells+a.textSize())
	for ; len(text) > 0; text = text[size:] {
		n := len(dst.Cells)
		if fault := a.read(f, dst.Cells[n:n+cells:cap(dst.Cells)], a.grid(text)); fault.Err != nil {
			dst.Fault(fault)
			continue
		}
		dst.Cells = dst.Cells[:n+cells]
		dst.N++
	}
}

// npySpans finds the records as decodeNpy does. They are in no line.
func npySpans(f Form, dst []Span, text []byte) []Span {
	a := f.array()
	size := a.stride
	for at := 0; at+size <= len(text); at += size {
		dst = append(dst, Span{From: at, To: at + size})
	}
	return dst
}
