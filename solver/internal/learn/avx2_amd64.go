//go:build gc && !noasm

package learn

import "github.com/sudokubatch/sudokubatch/solver/internal/learn/avx2"

// init replaces plainSumRounds on processors with AVX2.
func init() {
	if avx2.Available() {
		sumRounds = avx2.SumRounds
	}
}
