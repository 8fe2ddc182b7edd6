//go:build unix

package corpus

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// interruptible reads a pipe or terminal that the caller owns. It waits for the file or its own Close,
// and reads only bytes that are there, as nothing could end a read that waits.
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
		// A device that cannot be polled is read.
		if err == nil && fds[1].Revents != 0 {
			return 0, os.ErrClosed
		}
		return p.f.Read(buf)
	}
}

// Close ends a Read that waits, and all later ones. The file stays open. So does wake, which a Read
// may be polling: the garbage collector closes it.
func (p *interruptible) Close() error { return p.hangUp.Close() }
