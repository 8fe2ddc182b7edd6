//go:build gc && !noasm

package avx2

import (
	"golang.org/x/sys/cpu"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// Required lists the features in the "Requires" comments of the kernels, except those that every
// processor has.
var Required = []lane.Feature{
	{Name: "bmi1", Has: cpu.X86.HasBMI1},
	{Name: "avx", Has: cpu.X86.HasAVX},
	{Name: "avx2", Has: cpu.X86.HasAVX2},
}

// vectorWords is the number of words in a vector, which is the number of lanes.
const vectorWords = 16

// Order9 holds the kernels for order 9. The block keeps the sum of each lane's masks, by which Pass
// finds the lanes that it changed. Pass also counts a lane as changed if it lost candidates since
// the last pass.
var Order9 = lane.Kernels{
	Name: "avx2", Order: 9, Lanes: vectorWords, RowWords: 96,
	// The cells, what passes keep, and the kernels' scratch; see _asm/avx2/main.go.
	BlockWords: (100 + 162) * vectorWords,

	Pass: pass9AVX2, Branch: branch9AVX2, Solved: solved9AVX2, Singles: singles9AVX2,
	RowsOut: rowsOut9AVX2, RowsIn: rowsIn9AVX2,
	Expand: expand9AVX2, Collapse: collapse9AVX2,
	CellsIn: cellsIn9AVX2, CellsOut: cellsOut9AVX2,
}

// Order16 holds the kernels for order 16.
var Order16 = lane.Kernels{
	Name: "avx2", Order: 16, Lanes: vectorWords, RowWords: 256,
	BlockWords: (320 + 432) * vectorWords, // see Order9

	Pass: pass16AVX2, Branch: branch16AVX2, Solved: solved16AVX2,
	RowsOut: rowsOut16AVX2, RowsIn: rowsIn16AVX2,
	Expand: expand16AVX2, Collapse: collapse16AVX2,
	CellsIn: cellsIn16AVX2, CellsOut: cellsOut16AVX2,
}

// Within does the same as lane.Within.
func Within(cells []uint8, greatest uint8) bool {
	if len(cells) < 32 {
		return lane.Within(cells, greatest)
	}
	return withinAVX2(&cells[0], uint64(len(cells)), greatest)
}
