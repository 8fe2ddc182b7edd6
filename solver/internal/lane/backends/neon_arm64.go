//go:build gc && !noasm

package backends

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/neon"

// init adds the backend for NEON.
func init() {
	if add(neon.Required, &neon.Order9, &neon.Order16) {
		within = neon.Within
	}
}
