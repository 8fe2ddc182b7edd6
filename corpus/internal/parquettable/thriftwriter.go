package parquettable

import "encoding/binary"

// thriftWriter appends structures of the compact protocol. A structure begins
// with begin or element and ends with end; in between its fields are written in
// ascending order of their ids.
type thriftWriter struct {
	b    []byte
	last int16
	ids  []int16 // the last ids of the structures around
}

func (w *thriftWriter) field(id int16, kind byte) {
	w.b = append(w.b, byte(id-w.last)<<4|kind) // ids here are never 16 apart
	w.last = id
}

func (w *thriftWriter) varint(v int64) {
	w.b = binary.AppendUvarint(w.b, uint64(v)<<1^uint64(v>>63))
}

func (w *thriftWriter) i32(id int16, v int) {
	w.field(id, thriftI32)
	w.varint(int64(v))
}

func (w *thriftWriter) i64(id int16, v int64) {
	w.field(id, thriftI64)
	w.varint(v)
}

func (w *thriftWriter) text(id int16, v string) {
	w.field(id, thriftBinary)
	w.elementText(v)
}

func (w *thriftWriter) elementText(v string) {
	w.b = binary.AppendUvarint(w.b, uint64(len(v)))
	w.b = append(w.b, v...)
}

func (w *thriftWriter) list(id int16, kind byte, n int) {
	w.field(id, thriftList)
	if n < 15 {
		w.b = append(w.b, byte(n)<<4|kind)
		return
	}
	w.b = append(w.b, 15<<4|kind)
	w.b = binary.AppendUvarint(w.b, uint64(n))
}

// begin begins a structure that is a field.
func (w *thriftWriter) begin(id int16) {
	w.field(id, thriftStruct)
	w.element()
}

// element begins a structure that is no field: an element of a list, or the
// outermost.
func (w *thriftWriter) element() {
	w.ids = append(w.ids, w.last)
	w.last = 0
}

func (w *thriftWriter) end() {
	w.b = append(w.b, 0)
	n := len(w.ids) - 1
	w.last, w.ids = w.ids[n], w.ids[:n]
}
