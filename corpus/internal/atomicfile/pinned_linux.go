package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// pinned says what keeps a file, or the names in a directory, from being
// replaced by any user; empty if nothing does.
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

// mayMoveAny reports whether the process may replace other users' files in
// sticky directories.
func mayMoveAny() bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&header, &data[0]) != nil {
		return os.Geteuid() == 0
	}
	return data[0].Effective&(1<<unix.CAP_FOWNER) != 0
}
