//go:build gc && !noasm

package backends

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/avx512"

func init() {
	if avx512.Available() {
		add(&avx512.Order9, &avx512.Order16)
	}
}
