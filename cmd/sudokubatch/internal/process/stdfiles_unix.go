//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// DropClosed sees to it that whoever uses a standard file which was closed when
// the command was started gets an error. The Go runtime has then opened the
// null device in its place, which takes and gives nothing without a word. That
// stays open, so that no other file gets its number.
func DropClosed() {
	files := []**os.File{&os.Stdin, &os.Stdout, &os.Stderr}
	closed := make([]bool, len(files))
	for fd := range files {
		closed[fd] = runtimeOpened(fd)
	}
	for fd, f := range files {
		if !closed[fd] {
			continue
		}
		if dup, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, len(files)); err == nil {
			*f = os.NewFile(uintptr(dup), (*f).Name())
			_ = (*f).Close() // which it is for
		}
	}
}

// runtimeOpened reports whether a standard file is what the runtime opens in
// place of one that is closed: the null device, for reading and writing, by
// itself. A redirection in a shell does not do that. What starts a daemon may
// open it so, but once for several of the standard files.
func runtimeOpened(fd int) bool {
	if !nullBothWays(fd) {
		return false
	}
	for other := range 3 {
		if other != fd && nullBothWays(other) && sameOpening(fd, other) {
			return false
		}
	}
	return true
}

// nullBothWays reports whether a descriptor is the null device, open for
// reading and writing.
func nullBothWays(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	var is, null unix.Stat_t
	if unix.Fstat(fd, &is) != nil || unix.Stat(os.DevNull, &null) != nil {
		return false
	}
	return is.Mode&unix.S_IFMT == unix.S_IFCHR && is.Rdev == null.Rdev
}

// sameOpening reports whether two descriptors of the null device come from one
// open: then they share their flags. The one that is changed for a moment means
// nothing to that device.
func sameOpening(a, b int) bool {
	before, err := unix.FcntlInt(uintptr(a), unix.F_GETFL, 0)
	if err != nil {
		return false
	}
	if _, err := unix.FcntlInt(uintptr(a), unix.F_SETFL, before^unix.O_APPEND); err != nil {
		return false
	}
	after, err := unix.FcntlInt(uintptr(b), unix.F_GETFL, 0)
	_, _ = unix.FcntlInt(uintptr(a), unix.F_SETFL, before)
	return err == nil && after&unix.O_APPEND != before&unix.O_APPEND
}
