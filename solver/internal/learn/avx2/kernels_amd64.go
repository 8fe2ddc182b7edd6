//go:build gc && !noasm

package avx2

import "golang.org/x/sys/cpu"

// Available reports whether the processor has all features named in the kernels' "Requires"
// comments.
func Available() bool { return cpu.X86.HasAVX && cpu.X86.HasAVX2 }

// SumRounds does what plainSumRounds in package learn does. There must be at least one cell and one
// round, and cells must name houses below 64.
func SumRounds(sum *[64][16]int32, prices *[64][16]uint16, cells []uint64, rounds int) {
	roundsAVX2(&prices[0], &cells[0], len(cells), rounds)
	addPricesAVX2(&sum[0], &prices[0], len(prices))
}
