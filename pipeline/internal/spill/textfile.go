package spill

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// EachText calls do with each text of a file of texts. The text is valid during the call.
func EachText(r io.Reader, do func(text []byte) error) error {
	for in := NewReader(r); ; {
		text, err := in.Next()
		if err == io.EOF { //nolint:errorlint // the bare value is the end
			return nil
		}
		if err == nil {
			err = do(text)
		}
		if err != nil {
			return fmt.Errorf("reading what a share kept: %w", err)
		}
	}
}

// AppendEntry appends an entry in its file format.
func AppendEntry(dst []byte, e *Entry) []byte {
	for _, word := range e {
		dst = binary.LittleEndian.AppendUint64(dst, word)
	}
	return dst
}

// EntryOf decodes what AppendEntry appended.
func EntryOf(text []byte) (e Entry) {
	for i := range e {
		e[i] = binary.LittleEndian.Uint64(text[8*i:])
	}
	return e
}

// AppendText appends a text with its length before it. The text may consist of parts.
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

// NewReader returns a reader for a file of texts.
func NewReader(file io.Reader) *Reader {
	return &Reader{r: bufio.NewReaderSize(file, spoolBuffer)}
}

// Next returns the next text, valid until the next call, and io.EOF after the last.
func (t *Reader) Next() ([]byte, error) {
	length, err := binary.ReadUvarint(t.r)
	if err != nil {
		return nil, err // the end, or an unexpected one within the length
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
