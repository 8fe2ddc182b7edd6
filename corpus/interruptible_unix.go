//go:build unix

package corpus

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// interruptible reads a file that the caller owns and that may let its reader
// wait: a pipe, a terminal. It never waits inside a read, which nothing could
// call off, but for the file or its own Close, whichever comes first.
type interruptible struct {
	f      *os.File
	wake   *os.File // ends when hangUp is closed
	hangUp *os.File
}

func newInterruptible(f *os.File) (io.ReadCloser, error) {
	wake, hangUp, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &interruptible{f: f, wake: wake, hangUp: hangUp}, nil
}

func (p *interruptible) Read(buf []byte) (int, error) {
	fds := []unix.PollFd{
		{Fd: int32(p.f.Fd()), Events: unix.POLLIN},
		{Fd: int32(p.wake.Fd()), Events: unix.POLLIN},
	}
	for {
		_, err := unix.Poll(fds, -1)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		// Where a device cannot be polled, reading it is all that is left.
		if err == nil && fds[1].Revents != 0 {
			return 0, os.ErrClosed
		}
		return p.f.Read(buf)
	}
}

// Close ends a Read that waits, and all later ones. The file stays open. So
// does the other end of the pipe, which a Read may be polling: the collector
// closes it.
func (p *interruptible) Close() error { return p.hangUp.Close() }
