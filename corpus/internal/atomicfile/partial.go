package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// PartialSuffix makes the name of a partial file from the name of its target.
const PartialSuffix = ".partial"

// ErrInUse is the error for a partial file that another process is writing.
var ErrInUse = errors.New("another process is writing it")

// NewPartial creates a partial file: a temporary file with a fixed name, which Keep leaves for
// another process. The file must not exist.
func NewPartial(t Target) (*File, error) {
	return openPartial(t, os.O_CREATE|os.O_EXCL, 0)
}

// Continue opens a partial file after its first size bytes, and keeps it. What follows stays
// until it is overwritten or truncated.
func Continue(t Target, size int64) (*File, error) {
	f, err := openPartial(t, 0, size)
	if err == nil {
		f.Keep()
	}
	return f, err
}

func openPartial(t Target, how int, size int64) (*File, error) {
	dir, base := t.split()
	if err := replaceable(dir, t.Final, t.Old); err != nil {
		return nil, err
	}
	sweep(dir, base)
	name := t.Final + PartialSuffix
	file, err := os.OpenFile(name, os.O_RDWR|how, t.perm())
	if err != nil {
		return nil, fmt.Errorf("%s%s: %w", t.Label, PartialSuffix, fileerr.Bare(err))
	}
	f := &File{File: file}
	if err := f.lockAt(size); err != nil {
		_ = file.Close() // the first error is the cause
		return nil, fmt.Errorf("%s%s: %w", t.Label, PartialSuffix, err)
	}
	f.name = name
	return f, f.begin(t)
}

// lockAt locks a partial file and moves behind its first bytes.
func (f *File) lockAt(size int64) error {
	if err := tryLock(f.File); err != nil {
		return err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case info.Size() < size:
		return fmt.Errorf("has %d bytes, and before at least %d", info.Size(), size)
	}
	_, err = f.Seek(size, io.SeekStart)
	return err
}

// Keep makes Remove leave the file.
func (f *File) Keep() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept = true
}
