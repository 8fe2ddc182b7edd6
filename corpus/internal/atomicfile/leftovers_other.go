//go:build !unix || solaris || aix

package atomicfile

import (
	"errors"
	"os"
)

// On these systems no lock shows whether a temporary file is in use, so none is removed. People may
// delete them.

const marksFiles = false

// Sweep does nothing here.
func Sweep(*Target) {}

func abandoned(string, bool) bool { return false }

func (f *File) mark(_, _ string) {}

func tryLock(_ *os.File) (locked bool, err error) { return false, nil }

func closeDuplicate(_ *os.File) error { return nil }

func replaceable(_, _ string, _ os.FileInfo) error { return nil }

func adoptable(_ *Target, _ os.FileInfo) error { return nil }

// inherit gives a file the permissions of another one.
func inherit(f *os.File, old os.FileInfo) error {
	if err := f.Chmod(old.Mode().Perm()); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

func syncDir(_ string) error { return nil }
