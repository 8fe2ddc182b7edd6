package corpus

import (
	"errors"
	"io"
)

// Programs for browsers have no zip archives, so that they stay small.

type archive struct {
	io.Reader
	name string
}

func openArchive(*source, func([]string) [][]string, func([]string, []io.Reader) io.Reader) (*archive, error) {
	return nil, errors.New("a zip archive, which this program cannot read (unpack it first)")
}

func (*archive) only(int, int) bool { return false }

// An ArchiveWriter cannot write here.
type ArchiveWriter struct{}

// NewArchiveWriter returns such a writer.
func NewArchiveWriter(io.Writer) *ArchiveWriter { return nil }

// Begin returns nil.
func (*ArchiveWriter) Begin(string, int) io.Writer { return nil }

// Finish returns an error.
func (*ArchiveWriter) Finish([]string, []io.Reader) error {
	return errors.New("a zip archive, which this program cannot write (choose another form)")
}

// Next returns whether it is called for the first time, as for other files than archives.
func (r *Reader) Next() (member string, ok bool, err error) {
	ok, r.advanced = !r.advanced, true
	return "", ok, nil
}
