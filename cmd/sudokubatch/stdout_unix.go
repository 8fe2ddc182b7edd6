//go:build unix

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// stdoutClosed reports whether the command was started with standard output
// closed. The Go runtime then opens the null device in its place, for reading
// and writing, which a redirection in a shell does not do. Some programs that
// start others do, though, and mostly for more than one of the standard files:
// then nobody closed anything.
func stdoutClosed() bool {
	return nullBothWays(os.Stdout) && !nullBothWays(os.Stdin) && !nullBothWays(os.Stderr)
}

// nullBothWays reports whether a file is the null device, open for reading and
// writing.
func nullBothWays(f *os.File) bool {
	flags, err := unix.FcntlInt(f.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}
