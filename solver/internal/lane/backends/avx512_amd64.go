//go:build gc && !noasm

package backends

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/avx512"

func init() { add(avx512.Required, &avx512.Order9, &avx512.Order16) }
