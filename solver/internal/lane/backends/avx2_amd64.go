//go:build gc && !noasm

package backends

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/avx2"

// init adds the backend for AVX2.
func init() {
	if add(avx2.Required, &avx2.Order9, &avx2.Order16) {
		within = avx2.Within
	}
}
