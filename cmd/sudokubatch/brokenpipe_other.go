//go:build !windows

package main

import (
	"errors"
	"syscall"
)

// isBrokenPipe reports whether an error says that whoever read the output has gone.
func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
