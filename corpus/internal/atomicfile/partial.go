package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// PartialSuffix makes the name of a partial file from the name of its target.
const PartialSuffix = ".partial"

// ErrInUse is the error for a partial file that another process is writing.
var ErrInUse = errors.New("another process is writing it: wait until it ends, or name another output")

// errTaken is the error for a partial file whose name belongs to another file now, or to none.
var errTaken = errors.New("another process removed or replaced it: nothing is published")

// NewPartial creates a partial file: a temporary file with a fixed name, which Keep leaves for
// another process. If a file has the name, it must be empty and ours (see adoptable), and no process may be
// writing it.
func NewPartial(t Target) (*File, error) {
	f, err := openPartial(t, os.O_CREATE|os.O_EXCL, 0)
	if !errors.Is(err, fs.ErrExist) {
		return f, err
	}
	old, oldErr := openPartial(t, 0, 0)
	switch {
	case errors.Is(oldErr, ErrInUse):
		return nil, oldErr
	case oldErr == nil && old.empty && old.locked: // its process was killed at once, or has yet to lock it
		return old, nil
	case oldErr == nil:
		_ = old.Close() // nothing was written
	}
	return nil, err
}

// Continue opens a partial file after its first size bytes, and keeps it. What follows stays
// until it is overwritten or truncated. The file must be ours (see adoptable).
func Continue(t Target, size int64) (*File, error) {
	f, err := openPartial(t, 0, size)
	if err == nil {
		f.Keep()
	}
	return f, err
}

// InUse returns ErrInUse if another process is writing the partial file of a target. On a system
// without locks it returns nil.
func InUse(final string) error {
	f, err := os.OpenFile(final+PartialSuffix, os.O_RDWR, 0)
	if err != nil {
		return nil //nolint:nilerr // there is none, or whoever opens it reports the error
	}
	defer f.Close() // nothing was written
	if _, err = tryLock(f); err != nil {
		return fmt.Errorf("%s%s: %w", final, PartialSuffix, err)
	}
	return nil
}

func openPartial(t Target, how int, size int64) (*File, error) {
	dir, _ := t.split()
	if err := replaceable(dir, t.Final, t.Old); err != nil {
		return nil, err
	}
	Sweep(&t)
	name := t.Final + PartialSuffix
	file, err := os.OpenFile(name, os.O_RDWR|how, t.perm())
	if err != nil {
		return nil, fmt.Errorf("%s%s: %w", t.Label, PartialSuffix, fileerr.Bare(err))
	}
	f := &File{File: file, name: name}
	err = f.lockAt(size)
	if err == nil && how&os.O_EXCL == 0 {
		err = adoptable(&t, f.own)
	}
	if err != nil {
		_ = file.Close() // the first error is the cause
		return nil, fmt.Errorf("%s%s: %w", t.Label, PartialSuffix, err)
	}
	return f, f.begin(t)
}

// lockAt locks a partial file and moves behind its first bytes.
func (f *File) lockAt(size int64) (err error) {
	if f.locked, err = tryLock(f.File); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		f.own, f.empty = info, info.Size() == 0
		err = f.owned()
	}
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

// Owned returns an error if a partial file has lost its name, because another process removed or
// replaced the file.
func (f *File) Owned() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.owned()
}

// owned is Owned; mu must be held. The names of other temporary files are random.
func (f *File) owned() error {
	if f.own == nil || f.name == "" {
		return nil
	}
	named, err := os.Lstat(f.name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.own, named) {
		return errTaken
	}
	return err
}

// Keep makes Remove leave the file.
func (f *File) Keep() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kept = true
}
