//go:build !linux

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// Other systems do without these. linkNew takes the place of renameExclusive.

func createMarked(_, _ string, _ fs.FileMode) (*os.File, string) { return nil, "" }

func renameExclusive(_, _ string) error { return errors.ErrUnsupported }

func pinned(_ string) string { return "" }

func mayMoveAny() bool { return os.Geteuid() == 0 }
