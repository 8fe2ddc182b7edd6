package process

import (
	"errors"

	"golang.org/x/sys/windows"
)

// IsBrokenPipe reports whether an error means that the reader of the output has gone.
func IsBrokenPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
