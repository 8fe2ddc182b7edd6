//go:build gc && !noasm

package neon

import (
	"golang.org/x/sys/cpu"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane"
)

// Required lists what the "Requires" comments of the kernels name. Every processor for which Go
// builds has it, but it can be hidden.
var Required = []lane.Feature{{Name: "asimd", Has: cpu.ARM64.HasASIMD}}

// blockLanes is the number of lanes: words in two vectors.
const blockLanes = 16

// Order9 is the kernels for order 9. Pass finds the lanes that it changed by the sum of each lane's
// masks, which the block keeps. So, but for RowsIn and CellsIn, masks may only lose candidates
// between passes; Pass counts a lane that lost some then among those that it changed.
var Order9 = lane.Kernels{
	Name: "neon", Order: 9, Lanes: blockLanes, RowWords: 96,
	// The cells, what passes keep, and the kernels' scratch, as _asm/neon/main.go lays them out.
	BlockWords: (100 + 162) * blockLanes,

	Pass: pass9NEON, Branch: branch9NEON, Solved: solved9NEON,
	RowsOut: rowsOut9NEON, RowsIn: rowsIn9NEON,
	Expand: expand9NEON, Collapse: collapse9NEON,
	CellsIn: cellsIn9NEON, CellsOut: cellsOut9NEON,
}

// Order16 is the kernels for order 16.
var Order16 = lane.Kernels{
	Name: "neon", Order: 16, Lanes: blockLanes, RowWords: 256,
	BlockWords: (320 + 176) * blockLanes, // as for order 9

	Pass: pass16NEON, Branch: branch16NEON, Solved: solved16NEON,
	RowsOut: rowsOut16NEON, RowsIn: rowsIn16NEON,
	Expand: expand16NEON, Collapse: collapse16NEON,
	CellsIn: cellsIn16NEON, CellsOut: cellsOut16NEON,
}

// Within is lane.Within for any number of cells.
func Within(cells []uint8, greatest uint8) bool {
	if len(cells) < 16 {
		return lane.Within(cells, greatest)
	}
	return withinNEON(&cells[0], uint64(len(cells)), greatest)
}
