//go:build !windows && !plan9

package process

import (
	"errors"
	"syscall"
)

// IsBrokenPipe reports whether an error means that the reader of the output has gone.
func IsBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
