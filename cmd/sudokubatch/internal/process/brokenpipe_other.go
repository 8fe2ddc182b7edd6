//go:build !windows && !plan9

package process

import (
	"errors"
	"syscall"
)

// IsBrokenPipe reports whether an error says that whoever read the output has
// gone.
func IsBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
