package atomicfile

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// createMarked creates a temporary that is locked and has the number of its
// inode from the moment on at which it has a name, so that a process may be
// killed anywhere. It returns nil where the file system has no files without a
// name.
func createMarked(dir, base string, perm fs.FileMode) (*os.File, string) {
	f, err := os.OpenFile(dir, os.O_WRONLY|unix.O_TMPFILE, perm)
	if err != nil {
		return nil, ""
	}
	info, err := f.Stat()
	if err == nil {
		err = lock(f, unix.LOCK_EX|unix.LOCK_NB)
	}
	if err == nil {
		name := tempName(dir, base, inode(info))
		open := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
		if err = unix.Linkat(unix.AT_FDCWD, open, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW); err == nil {
			return f, name
		}
	}
	_ = f.Close() // and it is gone
	return nil, ""
}
