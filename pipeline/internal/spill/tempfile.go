package spill

import (
	"errors"
	"fmt"
	"os"
)

// A tempFile is a file that no other process sees for longer than necessary.
type tempFile struct {
	*os.File
	path string // to remove; "" if that is done
}

// newTempFile makes a file in dir; "" is the system's directory for such files.
func newTempFile(dir string) (*tempFile, error) {
	f, err := os.CreateTemp(dir, "sudokubatch-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("creating a temporary file: %w", err)
	}
	t := &tempFile{File: f, path: f.Name()}
	if os.Remove(t.path) == nil {
		t.path = ""
	}
	return t, nil
}

// Close closes and removes the file. A nil tempFile is allowed.
func (t *tempFile) Close() error {
	if t == nil {
		return nil
	}
	err := t.File.Close()
	if t.path != "" {
		err = errors.Join(err, os.Remove(t.path))
	}
	return err
}
