package parquettable

import (
	"bytes"
	"strconv"
)

// Ints are written with 64 bits. A column that has some of 1<<63 or more, and none below
// 0, is one of ints without a sign, which only the footer says. No column has both.

// A rareInt is one that takes all 64 bits, or is below 0. Its text is "" where there is
// none.
type rareInt struct {
	row  int // of the batch
	text string
}

// addRare notes such an int, and reports false where the page has one of the others.
func (p *outPage) addRare(row int, field []byte) bool {
	rare := &p.large
	if field[0] == '-' {
		rare = &p.negative
	}
	if rare.text == "" {
		*rare = rareInt{row, string(field)}
	}
	return p.large.text == "" || p.negative.text == ""
}

// An intRange is which of them a column has.
type intRange struct{ Negative, Large bool }

// add adds those of a page. It returns one that cannot be in the column.
func (r *intRange) add(p *outPage) (clash rareInt) {
	r.Negative = r.Negative || p.negative.text != ""
	r.Large = r.Large || p.large.text != ""
	switch {
	case !r.Negative || !r.Large:
		return rareInt{}
	case p.large.text != "":
		return p.large
	}
	return p.negative
}

// parseAnyInt is parseInt for any.
func parseAnyInt(field []byte) (int64, bool) {
	if bytes.HasPrefix(field, []byte{'-'}) {
		v, err := strconv.ParseInt(string(field), 10, 64)
		return v, err == nil && v < 0 && isPlain(field)
	}
	v, err := strconv.ParseUint(string(field), 10, 64)
	return int64(v), err == nil && isPlain(field)
}

// describeUnsigned says that ints have no sign.
func describeUnsigned(w *thriftWriter) {
	w.i32(6, 14)
	w.begin(10)
	w.begin(10)
	w.field(1, thriftI8)
	w.b = append(w.b, 64)
	w.field(2, thriftFalse)
	w.end()
	w.end()
}
