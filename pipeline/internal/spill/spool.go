package spill

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// spoolBuffer is the memory of a Spool.
const spoolBuffer = 256 << 10

// A Spool keeps texts in a temporary file, to be read once, in order. One goroutine uses it:
// first Add, then Rewind, then Next. It must be closed.
type Spool struct {
	file *owned.File
	w    *bufio.Writer
	r    *Reader
}

// NewSpool makes a spool with its file in dir.
func NewSpool(dir string) (*Spool, error) {
	f, err := owned.NewFile(dir)
	if err != nil {
		return nil, err
	}
	return &Spool{file: f, w: bufio.NewWriterSize(f, spoolBuffer)}, nil
}

// Add adds a text, and keeps no reference to it.
func (s *Spool) Add(text []byte) error {
	var length [binary.MaxVarintLen64]byte
	_, err := s.w.Write(length[:binary.PutUvarint(length[:], uint64(len(text)))])
	if err == nil {
		_, err = s.w.Write(text)
	}
	if err != nil {
		return fmt.Errorf("writing a temporary file: %w", err)
	}
	return nil
}

// Rewind ends the adding of texts.
func (s *Spool) Rewind() error {
	file, err := s.Open()
	s.r = NewReader(file)
	return err
}

// Open ends the adding of texts and returns the file with all texts. It replaces Rewind and
// Next.
func (s *Spool) Open() (io.ReadCloser, error) {
	err := s.w.Flush()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err != nil {
		err = fmt.Errorf("writing a temporary file: %w", err)
	}
	s.w = nil
	return s.file, err
}

// Next returns the texts in the order they were added, and io.EOF after the
// last. A text is valid until the next call.
func (s *Spool) Next() ([]byte, error) {
	text, err := s.r.Next()
	if err != nil && err != io.EOF { //nolint:errorlint // the bare value is the end
		err = fmt.Errorf("reading a temporary file: %w", err)
	}
	return text, err
}

// Close removes the file.
func (s *Spool) Close() error { return s.file.Close() }
