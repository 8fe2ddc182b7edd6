package owned

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Folder makes a temporary folder in dir; "" is the system's folder for them. remove removes it with everything
// in it.
func Folder(dir, pattern string) (name string, remove func(), err error) {
	if name, err = os.MkdirTemp(dir, pattern); err != nil {
		return "", nil, err
	}
	forget := Add(func() { removeAll(name) })
	return name, func() { removeAll(name); forget() }, nil
}

// removeAll removes a folder. A process that was killed may still be in a system call that makes a file in it.
func removeAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// A File is a temporary file. It has no name where open files can lose it.
type File struct {
	*os.File
	forget func() // nil: it has no name
}

// NewFile makes a temporary file in dir; "" is the system's folder for them.
func NewFile(dir string) (*File, error) {
	file, err := os.CreateTemp(dir, "sudokubatch-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("creating a temporary file: %w", err)
	}
	f := &File{File: file}
	if os.Remove(file.Name()) != nil {
		f.forget = Add(func() { _ = f.remove() })
	}
	return f, nil
}

// remove closes and removes a file that has a name.
func (f *File) remove() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

// Close closes and removes the file. A nil File is allowed.
func (f *File) Close() error {
	switch {
	case f == nil:
		return nil
	case f.forget == nil:
		return f.File.Close()
	}
	f.forget()
	return f.remove()
}
