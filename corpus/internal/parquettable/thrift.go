//go:build !js

// Footers and page headers are written in Thrift's compact protocol.

package parquettable

import (
	"encoding/binary"
	"errors"
)

// The types of the protocol. Parquet uses no sets and no maps.
const (
	thriftTrue, thriftFalse                                 = 1, 2
	thriftI8, thriftI16, thriftI32, thriftI64, thriftDouble = 3, 4, 5, 6, 7
	thriftBinary, thriftList, thriftStruct                  = 8, 9, 12
)

// maxThriftDepth is how deep structures and lists may be nested.
const maxThriftDepth = 24

var (
	errCut       = errors.New("the description is cut")
	errMalformed = errors.New("the description is malformed")
)

// A byteReader takes bytes and numbers from b. After an error b is empty and all numbers are 0.
type byteReader struct {
	b   []byte
	err error
}

func (r *byteReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

func (r *byteReader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.fail(errCut)
		return nil
	}
	taken := r.b[:n]
	r.b = r.b[n:]
	return taken
}

func (r *byteReader) byte() byte {
	if b := r.take(1); len(b) > 0 {
		return b[0]
	}
	return 0
}

func (r *byteReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	switch {
	case n > 0:
		r.b = r.b[n:]
		return v
	case n == 0:
		r.fail(errCut)
	default:
		r.fail(errMalformed)
	}
	return 0
}

func (r *byteReader) varint() int64 {
	v := r.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// The classes of values that a thriftWalker visits.
const (
	ints    = (1 + iota) << 56 // integers and truth values
	texts                      // bytes
	structs                    // the beginning of a structure
)

// A thriftWalker walks through a structure. It calls visit with the path of each value: the class,
// and the numbers of the fields that lead to the value, one byte each. Elements of a list have the
// path of the list. The walk takes no memory and linear time, and checks every length against the
// bytes that are left. The first error ends it.
type thriftWalker struct {
	byteReader
	visit func(path uint64, v int64, text []byte)
}

// structure walks through the fields of a structure.
func (w *thriftWalker) structure(path uint64, depth int) {
	for id := int64(0); w.err == nil; {
		head := w.byte()
		if head == 0 {
			return
		}
		if id += int64(head >> 4); head>>4 == 0 {
			id = w.varint()
		}
		field := uint64(0xff) // stands for numbers that no field of Parquet has
		if id > 0 && id < 0xff {
			field = uint64(id)
		}
		if kind := head & 15; kind == thriftTrue || kind == thriftFalse {
			w.found(ints, path<<8|field, thriftFalse-int64(kind), nil)
		} else {
			w.value(kind, path<<8|field, depth)
		}
	}
}

func (w *thriftWalker) found(class, path uint64, v int64, text []byte) {
	if w.err == nil {
		w.visit(class|path&(1<<56-1), v, text)
	}
}

// value walks through a field or an element. A truth value is an element: it has a byte.
func (w *thriftWalker) value(kind byte, path uint64, depth int) {
	if depth > maxThriftDepth {
		w.fail(errMalformed)
	}
	switch kind {
	case thriftTrue, thriftFalse, thriftI8:
		w.found(ints, path, int64(w.byte()), nil)
	case thriftI16, thriftI32, thriftI64:
		w.found(ints, path, w.varint(), nil)
	case thriftDouble:
		w.take(8)
	case thriftBinary:
		w.found(texts, path, 0, w.take(w.uvarint()))
	case thriftList:
		head := w.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = w.uvarint()
		}
		if n > uint64(len(w.b)) { // an element has a byte at least
			w.fail(errCut)
		}
		for ; n > 0 && w.err == nil; n-- {
			w.value(head&15, path, depth+1)
		}
	case thriftStruct:
		w.found(structs, path, 0, nil)
		w.structure(path, depth+1)
	default:
		w.fail(errMalformed)
	}
}

// A thriftWriter appends structures. Each field is so many steps after the field before it, or
// after 0 if it is the first of its structure.
type thriftWriter []byte

func (w thriftWriter) i32(step, v int) thriftWriter {
	return binary.AppendVarint(append(w, byte(step)<<4|thriftI32), int64(v))
}

func (w thriftWriter) i64(step int, v int64) thriftWriter {
	return binary.AppendVarint(append(w, byte(step)<<4|thriftI64), v)
}

func (w thriftWriter) text(step int, v string) thriftWriter {
	return append(w, byte(step)<<4|thriftBinary).string(v)
}

// string appends an element of a list of texts.
func (w thriftWriter) string(v string) thriftWriter {
	return append(binary.AppendUvarint(w, uint64(len(v))), v...)
}

// begin begins a structure in a field. A structure in a list has no beginning.
func (w thriftWriter) begin(step int) thriftWriter { return append(w, byte(step)<<4|thriftStruct) }

func (w thriftWriter) end() thriftWriter { return append(w, 0) }

func (w thriftWriter) raw(b ...byte) thriftWriter { return append(w, b...) }

func (w thriftWriter) list(step int, kind byte, n int) thriftWriter {
	return binary.AppendUvarint(append(w, byte(step)<<4|thriftList, 15<<4|kind), uint64(n))
}
