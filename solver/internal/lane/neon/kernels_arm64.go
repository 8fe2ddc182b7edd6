//go:build gc && !noasm

package neon

import (
	"golang.org/x/sys/cpu"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// Required lists the features in the "Requires" comments of the kernels. Every arm64 processor that
// Go supports has the feature, but GODEBUG can hide it.
var Required = []lane.Feature{{Name: "asimd", Has: cpu.ARM64.HasASIMD}}

// blockLanes is the number of words in two vectors, which is the number of lanes.
const blockLanes = 16

// Order9 holds the kernels for order 9. The block keeps the sum of each lane's masks, by which Pass
// finds the lanes that it changed. Pass also counts a lane as changed if it lost candidates since
// the last pass.
var Order9 = lane.Kernels{
	Name: "neon", Order: 9, Lanes: blockLanes, RowWords: 96,
	// The cells, what passes keep, and the kernels' scratch; see _asm/neon/main.go.
	BlockWords: (100 + 162) * blockLanes,

	Pass: pass9NEON, Branch: branch9NEON, Solved: solved9NEON, Singles: singles9NEON,
	RowsOut: rowsOut9NEON, RowsIn: rowsIn9NEON,
	Expand: expand9NEON, Collapse: collapse9NEON,
	CellsIn: cellsIn9NEON, CellsOut: cellsOut9NEON,
}

// Order16 holds the kernels for order 16.
var Order16 = lane.Kernels{
	Name: "neon", Order: 16, Lanes: blockLanes, RowWords: 256,
	BlockWords: (320 + 176) * blockLanes, // see Order9

	Pass: pass16NEON, Branch: branch16NEON, Solved: solved16NEON,
	RowsOut: rowsOut16NEON, RowsIn: rowsIn16NEON,
	Expand: expand16NEON, Collapse: collapse16NEON,
	CellsIn: cellsIn16NEON, CellsOut: cellsOut16NEON,
}

// Within does the same as lane.Within.
func Within(cells []uint8, greatest uint8) bool {
	if len(cells) < 16 {
		return lane.Within(cells, greatest)
	}
	return withinNEON(&cells[0], uint64(len(cells)), greatest)
}
