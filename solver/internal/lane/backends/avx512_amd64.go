//go:build gc && !noasm

package backends

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/avx512"

// init adds the two backends for AVX-512: with and without BITALG and VBMI2.
func init() {
	add(avx512.Required, &avx512.Order9, &avx512.Order16)
	add(avx512.RequiredBW, &avx512.Order9BW, &avx512.Order16BW)
}
