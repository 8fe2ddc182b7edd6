//go:build !linux && !darwin && !windows

package atomicfile

import "errors"

// renameExclusive is what other systems lack.
func renameExclusive(_, _ string) error { return errors.ErrUnsupported }
