// Package fileerr names the file in an error, once and as the user did.
package fileerr

import (
	"fmt"
	"io/fs"
	"os"
)

// Wrap adds to an error the operation and the name of the file.
func Wrap(doing, name string, err error) error {
	return fmt.Errorf("%s %s: %w", doing, name, Bare(err))
}

// Bare drops the operation and the path from an error of package os. The message names the file
// already, and the name of a temporary file would only confuse.
func Bare(err error) error {
	switch e := err.(type) { //nolint:errorlint // what wraps such an error has context that must stay
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
