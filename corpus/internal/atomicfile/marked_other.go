//go:build !linux

package atomicfile

import (
	"io/fs"
	"os"
)

// createMarked is what other systems lack.
func createMarked(_, _ string, _ fs.FileMode) (*os.File, string) { return nil, "" }
