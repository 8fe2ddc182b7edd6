package atomicfile

import (
	"errors"
	"io"
	"os"
	"testing"
)

func mustNew(t *testing.T, path string, old os.FileInfo, fresh bool) *File {
	t.Helper()
	f, err := New(Target{path, path, old, fresh})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = f.Close(), f.Remove() })
	return f
}

func mustWrite(t *testing.T, f *File, text string) {
	t.Helper()
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
}

// commit does all that makes an output of a file.
func commit(f *File) error { return errors.Join(f.Finish(), Publish(f), f.Close()) }
