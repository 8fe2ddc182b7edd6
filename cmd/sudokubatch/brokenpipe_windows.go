package main

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isBrokenPipe reports whether an error says that whoever read the output has gone.
func isBrokenPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
