package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// createMarked creates a temporary file that is locked and has its inode number before it gets its name,
// so a process may be killed at any moment. It returns nil if the file system has no files without a
// name.
func createMarked(dir, base string, perm fs.FileMode) (*os.File, string) {
	f, err := os.OpenFile(dir, os.O_WRONLY|unix.O_TMPFILE, perm)
	if err != nil {
		return nil, ""
	}
	info, err := f.Stat()
	if err == nil {
		err = lock(f)
	}
	if err == nil {
		name := tempName(dir, base, inode(info))
		open := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
		if err = unix.Linkat(unix.AT_FDCWD, open, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW); err == nil {
			return f, name
		}
	}
	_ = f.Close() // removes it
	return nil, ""
}

// renameExclusive renames a file unless there is one of the new name.
func renameExclusive(from, to string) error {
	for {
		err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// pinned returns why no user can replace a file, or names in a directory; "" if nothing prevents it.
func pinned(path string) string {
	var st unix.Statx_t
	if unix.Statx(unix.AT_FDCWD, path, 0, 0, &st) != nil {
		return ""
	}
	isDir := st.Mode&unix.S_IFMT == unix.S_IFDIR
	switch {
	case st.Attributes&unix.STATX_ATTR_IMMUTABLE != 0:
		return "immutable"
	case st.Attributes&unix.STATX_ATTR_APPEND != 0:
		return "append-only"
	case st.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0 && !isDir:
		return "a mount point"
	}
	return ""
}

// mayMoveAny reports whether the process may replace other users' files in sticky directories.
func mayMoveAny() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&header, &data[0]) != nil {
		return os.Geteuid() == 0
	}
	return data[0].Effective&(1<<unix.CAP_FOWNER) != 0
}
