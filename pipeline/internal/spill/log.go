package spill

import (
	"encoding/binary"
	"fmt"
	"io"
)

// A Log repeats what a run keeps in memory and in temporary files, in a file that
// outlives it, so that a run which goes on there can have it all again. The nil Log
// repeats nothing. One goroutine uses it.
type Log struct {
	to   io.Writer
	text []byte // not written yet
}

// NewLog returns a log that is written to a file, nil for none.
func NewLog(to io.Writer) *Log {
	if to == nil {
		return nil
	}
	return &Log{to: to}
}

// Add adds a text, which may be given in parts.
func (l *Log) Add(parts ...[]byte) {
	if l != nil {
		l.text = AppendText(l.text, parts...)
	}
}

// Flush writes what was added.
func (l *Log) Flush() error {
	if l == nil || len(l.text) == 0 {
		return nil
	}
	_, err := l.to.Write(l.text)
	l.text = l.text[:0]
	return err
}

// ReadLog calls do with each text of a log. The text is valid during the call.
func ReadLog(r io.Reader, do func(text []byte) error) error {
	for in := NewReader(r); ; {
		text, err := in.Next()
		if err == io.EOF { //nolint:errorlint // the bare value is the end
			return nil
		}
		if err == nil {
			err = do(text)
		}
		if err != nil {
			return fmt.Errorf("reading what was kept of the run: %w", err)
		}
	}
}

// AppendEntry appends an entry as it is in files.
func AppendEntry(dst []byte, e *Entry) []byte {
	for _, word := range e {
		dst = binary.LittleEndian.AppendUint64(dst, word)
	}
	return dst
}

// EntryOf reads what AppendEntry appended.
func EntryOf(text []byte) (e Entry) {
	for i := range e {
		e[i] = binary.LittleEndian.Uint64(text[8*i:])
	}
	return e
}
