package npy

import (
	"slices"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// maxRecord bounds the bytes of a puzzle; texts may have surplus ones.
const maxRecord = 64 << 10

// A framer frames an array: the header is skipped, and a record ends where its
// size says. The shape says how many there are.
type framer struct {
	header    int // bytes of it that are still to come
	size      int // of a record
	have      int
	want      int // -1: as many as there are
	trailing  bool
	truncated bool // the last record is not whole
}

// NewFramer implements form.Layout.
func (l *layout) NewFramer() form.Framer {
	return &framer{header: len(l.info.Header), size: l.array.stride, want: l.array.records}
}

// CanPass implements form.Passer.
func (n *framer) CanPass(records int64) bool {
	return n.header == 0 && (n.want < 0 || records <= int64(n.want-n.have))
}

// Pass implements form.Passer. There may be more records than there should.
func (n *framer) Pass(records int64) {
	if n.want >= 0 && records > int64(n.want) {
		records, n.trailing = int64(n.want), true
	}
	n.have += int(records)
}

func (n *framer) Cut(text []byte, eof bool) (from, to int) {
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
func (n *framer) Finish() *syntax.Error {
	switch {
	case n.have < n.want:
		return &syntax.Error{Err: syntax.ErrCount, Have: n.have, Want: n.want}
	case n.trailing || n.truncated:
		return &syntax.Error{Err: syntax.ErrTrailing, Want: n.have}
	}
	return nil
}

// Decode implements form.Layout.
func (l *layout) Decode(dst *form.Records, text []byte) {
	a := &l.array
	size, cells := a.stride, l.info.Order*l.info.Order
	records := len(text) / size
	if text = text[:records*size]; size == cells && a.isPlain(text, l.info.Order) {
		dst.Cells = append(dst.Cells, text...)
		dst.N = records
		return
	}
	if l.fields != nil {
		dst.Spans = l.Spans(dst.Spans, text)
	}
	dst.Cells = slices.Grow(dst.Cells, records*cells+a.textSize())
	for ; len(text) > 0; text = text[size:] {
		n := len(dst.Cells)
		if fault := a.read(&l.info, dst.Cells[n:n+cells:cap(dst.Cells)], a.grid(text)); fault.Err != nil {
			dst.Fault(fault)
			continue
		}
		dst.Cells = dst.Cells[:n+cells]
		dst.N++
	}
}

// Spans implements form.Layout. Records are in no line.
func (l *layout) Spans(dst []form.Span, text []byte) []form.Span {
	size := l.array.stride
	for at := 0; at+size <= len(text); at += size {
		dst = append(dst, form.Span{From: at, To: at + size})
	}
	return dst
}
