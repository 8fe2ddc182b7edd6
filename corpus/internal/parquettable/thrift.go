package parquettable

import (
	"encoding/binary"
	"errors"
)

// The types of Thrift's compact protocol, in which Parquet describes itself.
const (
	thriftTrue, thriftFalse                                      = 1, 2
	thriftI8, thriftI16, thriftI32, thriftI64, thriftDouble      = 3, 4, 5, 6, 7
	thriftBinary, thriftList, thriftSet, thriftMap, thriftStruct = 8, 9, 10, 11, 12
)

var (
	errThriftCut  = errors.New("the description is cut")
	errThriftForm = errors.New("the description is malformed")
)

// maxThriftDepth is how deep structures may be nested.
const maxThriftDepth = 24

// The classes of what a thriftWalker visits.
const (
	ints    = (1 + iota) << 56 // integers and truth values
	texts                      // bytes
	structs                    // the beginning of a structure
)

// A thriftWalker walks a structure of the compact protocol. It calls visit with the path of
// each value: its class and the field numbers that lead to it, one byte each. Elements of a
// list have the path of the list. The walk takes no memory and time linear in the bytes, and
// every length is checked against the bytes that are left. The first error ends it.
type thriftWalker struct {
	b     []byte
	at    int
	visit func(path uint64, v int64, text []byte)
	err   error
}

func (w *thriftWalker) fail(err error) {
	if w.err == nil {
		w.err = err
	}
	w.at = len(w.b)
}

func (w *thriftWalker) take(n uint64) []byte {
	if n > uint64(len(w.b)-w.at) {
		w.fail(errThriftCut)
		return nil
	}
	w.at += int(n)
	return w.b[w.at-int(n) : w.at]
}

func (w *thriftWalker) byte() byte {
	if b := w.take(1); len(b) > 0 {
		return b[0]
	}
	return 0
}

func (w *thriftWalker) uvarint() uint64 {
	v, n := binary.Uvarint(w.b[w.at:])
	switch {
	case n == 0:
		w.fail(errThriftCut)
	case n < 0:
		w.fail(errThriftForm)
	default:
		w.at += n
	}
	return v
}

func (w *thriftWalker) integer() int64 {
	v := w.uvarint()
	return int64(v>>1) ^ -int64(v&1)
}

// structure walks the fields of a structure.
func (w *thriftWalker) structure(path uint64, depth int) {
	if depth > maxThriftDepth {
		w.fail(errThriftForm)
	}
	for id := int64(0); w.err == nil; {
		head := w.byte()
		if head == 0 {
			return
		}
		if id += int64(head >> 4); head>>4 == 0 {
			id = w.integer()
		}
		field := uint64(0xff) // stands for the numbers that no field here has
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

// value walks a field or an element. Truth values are elements here: they have a byte.
func (w *thriftWalker) value(kind byte, path uint64, depth int) {
	switch kind {
	case thriftTrue, thriftFalse, thriftI8:
		w.found(ints, path, int64(w.byte()), nil)
	case thriftI16, thriftI32, thriftI64:
		v := w.integer()
		w.found(ints, path, v, nil)
	case thriftDouble:
		w.take(8)
	case thriftBinary:
		text := w.take(w.uvarint())
		w.found(texts, path, 0, text)
	case thriftList, thriftSet:
		head := w.byte()
		n := uint64(head >> 4)
		if n == 15 {
			n = w.uvarint()
		}
		w.elements(n, path, depth+1, head&15)
	case thriftMap:
		if n := w.uvarint(); n > 0 {
			kinds := w.byte()
			w.elements(n, path<<8|0xff, depth+1, kinds>>4, kinds&15)
		}
	case thriftStruct:
		w.found(structs, path, 0, nil)
		w.structure(path, depth+1)
	default:
		w.fail(errThriftForm)
	}
}

// elements walks n times a value of each kind. An element has a byte at least.
func (w *thriftWalker) elements(n, path uint64, depth int, kinds ...byte) {
	if n > uint64(len(w.b)-w.at) {
		w.fail(errThriftCut)
	}
	if depth > maxThriftDepth {
		w.fail(errThriftForm)
	}
	for ; n > 0 && w.err == nil; n-- {
		for _, kind := range kinds {
			w.value(kind, path, depth)
		}
	}
}

// A thriftWriter appends structures of the compact protocol. A structure begins with begin or
// element and ends with end; in between its fields are written in ascending order.
type thriftWriter struct {
	b    []byte
	last int
	ids  []int // the last fields of the structures around
}

func (w *thriftWriter) field(id int, kind byte) *thriftWriter {
	w.b = append(w.b, byte(id-w.last)<<4|kind) // no two are 16 apart
	w.last = id
	return w
}

func (w *thriftWriter) i32(id, v int) *thriftWriter {
	w.b = binary.AppendVarint(w.field(id, thriftI32).b, int64(v))
	return w
}

func (w *thriftWriter) i64(id int, v int64) *thriftWriter {
	w.b = binary.AppendVarint(w.field(id, thriftI64).b, v)
	return w
}

// text writes a field of bytes, or, with 0 in place of a field number, an element.
func (w *thriftWriter) text(id int, v string) *thriftWriter {
	if id > 0 {
		w.field(id, thriftBinary)
	}
	w.b = append(binary.AppendUvarint(w.b, uint64(len(v))), v...)
	return w
}

func (w *thriftWriter) begin(id int) *thriftWriter { return w.field(id, thriftStruct).element() }

func (w *thriftWriter) element() *thriftWriter {
	w.ids, w.last = append(w.ids, w.last), 0
	return w
}

func (w *thriftWriter) end() *thriftWriter {
	n := len(w.ids) - 1
	w.b, w.last, w.ids = append(w.b, 0), w.ids[n], w.ids[:n]
	return w
}

func (w *thriftWriter) list(id int, kind byte, n int) *thriftWriter {
	w.field(id, thriftList)
	if n < 15 {
		w.b = append(w.b, byte(n)<<4|kind)
	} else {
		w.b = binary.AppendUvarint(append(w.b, 15<<4|kind), uint64(n))
	}
	return w
}
