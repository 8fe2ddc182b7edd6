package atomicfile

import (
	"errors"

	"golang.org/x/sys/unix"
)

// renameExclusive renames a file unless there is one of the new name.
func renameExclusive(from, to string) error {
	for {
		err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
