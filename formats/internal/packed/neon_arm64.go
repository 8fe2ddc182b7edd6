//go:build gc && !noasm

package packed

// This file selects the NEON kernels.

import "github.com/sudokubatch/sudokubatch/formats/internal/packed/neon"

func init() {
	if neon.Available() {
		best = backend{"neon", neon.ReadLines, neon.WriteLines, neon.ReadCells}
	}
}
