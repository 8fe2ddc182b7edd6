//go:build !unix || solaris || aix

package atomicfile

import (
	"errors"
	"os"
)

// There are no locks here that distinguish a temporary which a killed process
// left from one in use, so none is removed: they may be deleted by hand.

func sweep(_, _ string) {}

func (f *File) mark(_, _ string) {}

func tryLock(_ *os.File) error { return nil }

func closeDuplicate(_ *os.File) error { return nil }

func replaceable(_, _ string, _ os.FileInfo) error { return nil }

// inherit gives a file the permissions of another one.
func inherit(f *os.File, old os.FileInfo) error {
	if err := f.Chmod(old.Mode().Perm()); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

func syncDir(_ string) error { return nil }
