//go:build gc && !noasm

package avx512

import (
	"math/bits"

	"golang.org/x/sys/cpu"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// Required lists the features in the "Requires" comments of the kernels.
var Required = []lane.Feature{
	{Name: "bmi1", Has: cpu.X86.HasBMI1},
	{Name: "avx", Has: cpu.X86.HasAVX},
	{Name: "avx512f", Has: cpu.X86.HasAVX512F},
	{Name: "avx512bw", Has: cpu.X86.HasAVX512BW},
	{Name: "avx512bitalg", Has: cpu.X86.HasAVX512BITALG},
	{Name: "avx512vbmi2", Has: cpu.X86.HasAVX512VBMI2},
}

// vectorWords is the number of words in a vector, which is the number of lanes.
const vectorWords = 32

// RequiredBW lists the features in the "Requires" comments of the kernels in Order9BW and
// Order16BW.
var RequiredBW = Required[:4:4]

// Order9 holds the kernels for order 9.
var Order9 = lane.Kernels{
	Name: "avx512", Order: 9, Lanes: vectorWords, RowWords: 96,
	// The cells, what passes keep, and the kernels' scratch; see _asm/avx512/main.go.
	BlockWords: (108 + 162) * vectorWords,

	Pass: pass9AVX512, Branch: branch9AVX512, Solved: solved9AVX512, Singles: singles9AVX512,
	RowsOut: byNumber(fewRowsOut9AVX512, rowsOut9AVX512), RowsIn: byNumber(fewRowsIn9AVX512, rowsIn9AVX512),
	Expand: withMasks(9, expand9AVX512), Collapse: collapse9AVX512,
	CellsIn: withMasks(9, cellsIn9AVX512), CellsOut: cellsOut9AVX512,
}

// Order16 holds the kernels for order 16.
var Order16 = lane.Kernels{
	Name: "avx512", Order: 16, Lanes: vectorWords, RowWords: 256,
	BlockWords: (320 + 176) * vectorWords, // see Order9

	Pass: pass16AVX512, Branch: branch16AVX512, Solved: solved16AVX512,
	RowsOut: byNumber(fewRowsOut16AVX512, rowsOut16AVX512),
	RowsIn:  byNumber(fewRowsIn16AVX512, rowsIn16AVX512),
	Expand:  withMasks(16, expand16AVX512), Collapse: collapse16AVX512,
	CellsIn:  byNumber(withMasks(16, fewCellsIn16AVX512), withMasks(16, cellsIn16AVX512)),
	CellsOut: byNumber(fewCellsOut16AVX512, cellsOut16AVX512),
}

// Order9BW is Order9 for processors without BITALG and VBMI2.
var Order9BW = lane.Kernels{
	Name: "avx512bw", Order: 9, Lanes: vectorWords, RowWords: 96, BlockWords: Order9.BlockWords,

	Pass: pass9AVX512, Branch: branch9AVX512BW, Solved: solved9AVX512, Singles: singles9AVX512,
	RowsOut: byNumber(fewRowsOut9AVX512BW, rowsOut9AVX512), RowsIn: byNumber(fewRowsIn9AVX512BW, rowsIn9AVX512),
	Expand: Order9.Expand, Collapse: collapse9AVX512BW,
	CellsIn: Order9.CellsIn, CellsOut: cellsOut9AVX512BW,
}

// Order16BW is Order16 for processors without BITALG and VBMI2.
var Order16BW = lane.Kernels{
	Name: "avx512bw", Order: 16, Lanes: vectorWords, RowWords: 256, BlockWords: Order16.BlockWords,

	Pass: pass16AVX512, Branch: branch16AVX512BW, Solved: solved16AVX512,
	RowsOut: byNumber(fewRowsOut16AVX512BW, rowsOut16AVX512),
	RowsIn:  byNumber(fewRowsIn16AVX512BW, rowsIn16AVX512),
	Expand:  Order16.Expand, Collapse: collapse16AVX512BW,
	CellsIn:  byNumber(withMasks(16, fewCellsIn16AVX512BW), withMasks(16, cellsIn16AVX512)),
	CellsOut: byNumber(fewCellsOut16AVX512BW, cellsOut16AVX512BW),
}

// byNumber returns a kernel that calls few, which takes up to eight lanes, once or twice, and many for
// more than 16 lanes.
func byNumber[A, B any](few, many func(A, B, uint32)) func(A, B, uint32) {
	return func(a A, b B, lanes uint32) {
		if bits.OnesCount32(lanes) > 16 {
			many(a, b, lanes)
			return
		}
		rest := lanes
		for range 8 {
			rest &= rest - 1
		}
		few(a, b, lanes&^rest)
		if rest != 0 {
			few(a, b, rest)
		}
	}
}

// withMasks converts a kernel that also takes the table of masks to a kernel of lane.Kernels.
func withMasks[A, B any](order int, kernel func(A, B, *[32]uint16, uint32)) func(A, B, uint32) {
	masks := lane.Masks(order)
	return func(a A, b B, lanes uint32) { kernel(a, b, masks, lanes) }
}
