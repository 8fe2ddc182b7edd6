package npy

// This file cuts arrays into records.

import (
	"math"

	"github.com/sudokubatch/sudokubatch/formats/model"
)

// A framer skips the header and cuts records of equal size. The shape gives the number of
// records.
type framer struct {
	header   int // bytes of the header still to come
	size     int // length of a record in bytes
	have     int
	want     int  // number of records in the header; -1: as many as there are
	trailing bool // there is surplus text, or an incomplete last record
}

// NewFramer implements [form.Layout]. The framer is a [form.Passer].
func (l *Layout) NewFramer() model.Framer {
	return &framer{header: len(l.info.Header), size: l.info.RecordSize, want: l.records}
}

// Left implements [form.Passer].
func (f *framer) Left() int64 {
	switch {
	case f.header > 0:
		return 0
	case f.want < 0:
		return math.MaxInt64
	}
	return int64(f.want - f.have)
}

// Pass implements [form.Passer].
func (f *framer) Pass(records int64) {
	if left := f.Left(); records > left {
		records, f.trailing = left, true
	}
	f.have += int(records)
}

// Cut implements [model.Framer].
func (f *framer) Cut(_ *model.Records, text []byte, eof bool) (from, to int) {
	from = min(f.header, len(text))
	f.header -= from
	rest := len(text) - from
	records := rest / f.size
	if f.want >= 0 {
		records = min(records, f.want-f.have)
	}
	f.have += records
	if records == 0 && rest > 0 && (eof || f.have == f.want) {
		f.trailing = true
		return len(text), len(text)
	}
	return from, from + records*f.size
}

// Finish implements [model.Framer]. An incomplete last record does not count as a record,
// but as text after the last one.
func (f *framer) Finish() *model.SyntaxError {
	switch {
	case f.have < f.want:
		return &model.SyntaxError{Err: model.ErrCount, Have: f.have, Want: f.want}
	case f.trailing:
		return &model.SyntaxError{Err: model.ErrTrailing, Want: f.have}
	}
	return nil
}
