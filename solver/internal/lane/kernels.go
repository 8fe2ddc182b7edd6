// Package lane defines kernels: straight-line steps that solve many puzzles at once, one in each
// sixteen-bit lane of wide vectors. Package lanetest defines each kernel in plain Go. The caller
// decides which lane solves which puzzle, and keeps track of each search.
//
// Each instruction set has its own package with kernels in assembly; package backends chooses one.
// SIMD.md explains the layout and the rules, and how to add a backend.
package lane

import "unsafe"

// MaxLanes is the maximum number of lanes in a block, and the length of arrays with one element per
// lane.
const MaxLanes = 32

// Sweeps is the maximum number of sweeps of Kernels.Singles. Of the kaggle corpus, five sweeps solve
// 99.5 percent, four 94.
const Sweeps = 5

// Kernels holds the kernels of one backend for one order. They work on blocks from NewBlock. A
// block holds candidate masks: bit d of a lane's word for a cell means that digit d+1 is possible
// there. Kernels keep no state and allocate nothing. Several goroutines may use them on different
// blocks. A set of lanes is a uint32 with one bit per lane. Kernels ignore the pointers of lanes
// that are not in the given set.
type Kernels struct {
	Name       string // of the backend
	Order      int    // of the puzzles
	Lanes      int    // puzzles in a block
	RowWords   int    // length of a row in words, at least the number of cells
	BlockWords int    // length of a block in words

	// Pass applies the rules of the closure once in all lanes. It returns the lanes that are
	// certainly dead, the lanes in which it changed a candidate, and the lanes that had a cell with
	// several candidates before the pass. A backend may remember facts about a lane, so between
	// passes a lane's masks may only lose candidates, or be set by RowsIn or CellsIn.
	Pass func(block *uint16) (dead, changed, open uint32)
	// Branch sets cells to each lane's branch cell. It returns the lanes that are dead although no
	// pass can find this: a cell has no candidate, a digit is fixed twice in a house, or a cell is
	// the only place of two digits. For a lane that the last pass changed, the results are
	// meaningless.
	Branch func(block *uint16, cells *[MaxLanes]uint16) (dead uint32)
	// Solved returns the lanes in which each cell has one candidate and each house all digits. A
	// pass counts a lane that it has just solved as changed, so it takes another pass to find it
	// solved; Solved costs less than that pass.
	Solved func(block *uint16) (lanes uint32)

	// Singles loads puzzles into all lanes, as CellsIn does, and solves the easy ones by naked singles.
	// It returns the lanes that it solved, with one digit in each cell; the other lanes hold nothing
	// of use afterwards. A sweep looks at each cell once: if its row, column and box still need one
	// common digit, this is the cell's digit. The order of cells is fixed, see lanetest/singles.go.
	// Singles ends after Sweeps sweeps, or when all lanes are solved. It is nil if the backend does
	// not have it.
	Singles func(block *uint16, cells *[MaxLanes]*uint8) (solved uint32)

	// RowsOut copies the masks of the given lanes to their rows, in cell order.
	RowsOut func(block *uint16, rows *[MaxLanes]*uint16, lanes uint32)
	// RowsIn sets the given lanes to the masks of their rows.
	RowsIn func(block *uint16, rows *[MaxLanes]*uint16, lanes uint32)
	// Expand sets the rows of the given lanes to the masks of puzzles with one byte per cell: all
	// digits for 0, otherwise one digit.
	Expand func(rows *[MaxLanes]*uint16, cells *[MaxLanes]*uint8, lanes uint32)
	// Collapse sets the cells of the given lanes to the digits of their rows. The rows must be
	// solved.
	Collapse func(cells *[MaxLanes]*uint8, rows *[MaxLanes]*uint16, lanes uint32)
	// CellsIn combines Expand and RowsIn without rows. It is faster for many lanes.
	CellsIn func(block *uint16, cells *[MaxLanes]*uint8, lanes uint32)
	// CellsOut combines RowsOut and Collapse without rows.
	CellsOut func(block *uint16, cells *[MaxLanes]*uint8, lanes uint32)
}

// NewBlock returns the memory of a block, aligned for the kernels, with all lanes empty. It starts
// with the cells: word Lanes·cell + lane.
func (k *Kernels) NewBlock() []uint16 { return aligned(k.BlockWords) }

// NewRows returns memory for n rows of the given number of words, aligned for the kernels.
func NewRows(n, words int) []uint16 { return aligned(n * words) }

// aligned returns memory that starts at a cache line.
func aligned(words int) []uint16 {
	const line = 64
	raw := make([]uint16, words+line/2)
	skip := -uintptr(unsafe.Pointer(&raw[0])) % line / 2
	return raw[skip:][:words:words]
}

// Masks returns, by the value of a cell, its candidate mask: all digits for 0, otherwise one digit.
// Values above the order have an empty mask.
func Masks(order int) *[32]uint16 {
	var m [32]uint16
	m[0] = uint16(1<<order - 1)
	for v := 1; v <= order; v++ {
		m[v] = 1 << (v - 1)
	}
	return &m
}

// A Feature is a processor feature that kernels require. Its name is the one that Linux uses.
type Feature struct {
	Name string
	Has  bool // whether this processor has it
}
