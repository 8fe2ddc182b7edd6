package spill

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// AppendText appends a text as it is in files, its length ahead of it. It may be
// given in parts.
func AppendText(dst []byte, parts ...[]byte) []byte {
	length := 0
	for _, part := range parts {
		length += len(part)
	}
	dst = binary.AppendUvarint(dst, uint64(length))
	for _, part := range parts {
		dst = append(dst, part...)
	}
	return dst
}

// A Reader reads texts that AppendText appended.
type Reader struct {
	r    *bufio.Reader
	text []byte
}

// NewReader returns a reader of a file of texts.
func NewReader(file io.Reader) *Reader {
	return &Reader{r: bufio.NewReaderSize(file, spoolBuffer)}
}

// Next returns the next text, valid until the next call, and io.EOF after the last.
func (t *Reader) Next() ([]byte, error) {
	length, err := binary.ReadUvarint(t.r)
	if err != nil {
		return nil, err // the end, or within the length unexpectedly
	}
	if uint64(cap(t.text)) < length {
		t.text = make([]byte, length)
	}
	t.text = t.text[:length]
	if _, err = io.ReadFull(t.r, t.text); errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return t.text, err
}
