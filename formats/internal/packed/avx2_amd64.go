//go:build gc && !noasm

package packed

// This file selects the AVX2 kernels.

import "github.com/sudokubatch/sudokubatch/formats/internal/packed/avx2"

func init() {
	if avx2.Available() {
		best = backend{"avx2", avx2.ReadLines, avx2.WriteLines, avx2.ReadCells}
	}
}
