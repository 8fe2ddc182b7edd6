package atomicfile

import (
	"os"

	"golang.org/x/sys/unix"
)

// pinned says what keeps a file, or the names in a directory, from being
// replaced by any user; empty if nothing does.
func pinned(path string) string {
	const uchg, uappnd, schg, sappnd = 0x2, 0x4, 0x20000, 0x40000 // <sys/stat.h>
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil {
		return ""
	}
	switch {
	case st.Flags&(uchg|schg) != 0:
		return "immutable"
	case st.Flags&(uappnd|sappnd) != 0:
		return "append-only"
	}
	return ""
}

// mayMoveAny reports whether the process may replace other users' files in
// sticky directories.
func mayMoveAny() bool { return os.Geteuid() == 0 }
