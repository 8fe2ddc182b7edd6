package parquettable

import (
	"encoding/binary"
	"errors"
)

// The types of Thrift's compact protocol, in which Parquet describes itself.
const (
	thriftTrue = 1 + iota
	thriftFalse
	thriftI8
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

var (
	errThriftCut  = errors.New("the description is cut")
	errThriftForm = errors.New("the description is malformed")
)

// maxThriftDepth is how deep structures may be nested.
const maxThriftDepth = 24

// thriftReader reads a structure of the compact protocol. It never takes more
// memory than the bytes that are there: what a list claims to hold is compared
// with these. The first error stays.
type thriftReader struct {
	b     []byte
	at    int
	depth int
	err   error
}

// A thriftField is what a structure says of its next field.
type thriftField struct {
	id   int16
	kind byte
}

func (r *thriftReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.at = len(r.b)
}

func (r *thriftReader) byte() byte {
	if r.at >= len(r.b) {
		r.fail(errThriftCut)
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

func (r *thriftReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 {
		if n == 0 {
			r.fail(errThriftCut)
		} else {
			r.fail(errThriftForm)
		}
		return 0
	}
	r.at += n
	return v
}

// integer reads an i16, i32 or i64.
func (r *thriftReader) integer() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// int32 reads an i32 that is not negative.
func (r *thriftReader) int32() int {
	v := r.integer()
	if v < 0 || v > 1<<31-1 {
		r.fail(errThriftForm)
		return 0
	}
	return int(v)
}

// bytes reads text, which is valid as long as the reader's bytes.
func (r *thriftReader) bytes() []byte {
	n := r.uvarint()
	if n > uint64(len(r.b)-r.at) {
		r.fail(errThriftCut)
		return nil
	}
	r.at += int(n)
	return r.b[r.at-int(n) : r.at]
}

// structure reads a structure: read is called with each field, and returns
// false for those it did not read.
func (r *thriftReader) structure(read func(thriftField) bool) {
	r.depth++
	if r.depth > maxThriftDepth {
		r.fail(errThriftForm)
	}
	var f thriftField
	for r.err == nil {
		head := r.byte()
		if f.kind = head & 15; f.kind == 0 {
			break
		}
		if delta := head >> 4; delta > 0 {
			f.id += int16(delta)
		} else {
			f.id = int16(r.integer())
		}
		if !read(f) {
			r.skip(f.kind)
		}
	}
	r.depth--
}

// list reads a list of one kind: read is called for each element.
func (r *thriftReader) list(kind byte, read func()) {
	n, have := r.listHead()
	if n > 0 && have != kind {
		r.fail(errThriftForm)
	}
	for ; n > 0 && r.err == nil; n-- {
		read()
	}
}

func (r *thriftReader) listHead() (n int, kind byte) {
	head := r.byte()
	size := uint64(head >> 4)
	if size == 15 {
		size = r.uvarint()
	}
	if size > uint64(len(r.b)-r.at) { // an element has a byte at least
		r.fail(errThriftCut)
		return 0, 0
	}
	return int(size), head & 15
}

// skip passes over a value.
func (r *thriftReader) skip(kind byte) {
	switch kind {
	case thriftTrue, thriftFalse: // the kind of a field is its value
	case thriftI8:
		r.byte()
	case thriftI16, thriftI32, thriftI64:
		r.uvarint()
	case thriftDouble:
		r.pass(8)
	case thriftUUID:
		r.pass(16)
	case thriftBinary:
		r.bytes()
	case thriftList, thriftSet:
		n, of := r.listHead()
		for ; n > 0 && r.err == nil; n-- {
			r.skipElement(of)
		}
	case thriftMap:
		r.skipMap()
	case thriftStruct:
		r.structure(func(thriftField) bool { return false })
	default:
		r.fail(errThriftForm)
	}
}

// skipElement passes over an element of a list, where a truth value has a byte
// of its own.
func (r *thriftReader) skipElement(kind byte) {
	r.depth++
	switch {
	case r.depth > maxThriftDepth:
		r.fail(errThriftForm)
	case kind == thriftTrue || kind == thriftFalse:
		r.byte()
	default:
		r.skip(kind)
	}
	r.depth--
}

func (r *thriftReader) skipMap() {
	n := r.uvarint()
	if n == 0 {
		return
	}
	kinds := r.byte()
	for ; n > 0 && r.err == nil; n-- {
		r.skipElement(kinds >> 4)
		r.skipElement(kinds & 15)
	}
}

func (r *thriftReader) pass(n int) {
	if n > len(r.b)-r.at {
		r.fail(errThriftCut)
		return
	}
	r.at += n
}
