//go:build gc && !noasm

package avx2

import "golang.org/x/sys/cpu"

// Available reports whether the processor has all that the kernels' "Requires" comments name.
func Available() bool { return cpu.X86.HasAVX && cpu.X86.HasAVX2 }

// SumRounds is as package learn defines it, for at least one cell and one round. It relies on
// cells to name houses below 64.
func SumRounds(sum *[64][16]int32, prices *[64][16]uint16, cells []uint64, rounds int) {
	roundsAVX2(&prices[0], &cells[0], len(cells), rounds)
	addPricesAVX2(&sum[0], &prices[0], len(prices))
}
