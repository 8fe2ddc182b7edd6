//go:build gc && !noasm

package learn

import "github.com/sudokubatch/sudokubatch/solver/internal/learn/avx2"

func init() {
	if avx2.Available() {
		sumRounds = avx2.SumRounds
	}
}
