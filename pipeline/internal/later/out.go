package later

import (
	"bufio"
	"io"
)

// An Out writes rows in large pieces.
type Out struct {
	// Written is the number of bytes that were put.
	Written int64

	to *bufio.Writer
}

// outBytes is the size of a write.
const outBytes = 64 << 10

// NewOut returns an Out. If to is nil, rows are dropped.
func NewOut(to io.Writer) *Out {
	if to == nil {
		to = io.Discard
	}
	return &Out{to: bufio.NewWriterSize(to, outBytes)}
}

// Put adds a row.
func (o *Out) Put(row []byte) error {
	o.Written += int64(len(row))
	_, err := o.to.Write(row)
	return err
}

// Flush writes what was put.
func (o *Out) Flush() error { return o.to.Flush() }
