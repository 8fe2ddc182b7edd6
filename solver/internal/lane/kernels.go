// Package lane solves many puzzles at once, one in each sixteen-bit lane of wide vectors. It says
// what kernels are, the straight-line steps that do the same to all lanes, and defines each in
// plain Go. Which lane solves what, and where each search stands, is for the caller to know.
//
// Each instruction set has a package of its own with its kernels in assembly, and package backends
// chooses among them. SIMD.md explains layout and rules, and how to add a backend.
package lane

import "unsafe"

// MaxLanes is the number of lanes that any block has at most, and the length of arrays that hold
// something for each lane.
const MaxLanes = 32

// Kernels are the steps of one backend for puzzles of one order. They work on blocks that NewBlock
// made, of candidate masks: bit d of a lane's word for a cell says that digit d+1 is possible
// there. They keep nothing, allocate nothing, and may be used by several goroutines on different
// blocks. Sets of lanes are bits of a uint32. Pointers of lanes that are not given are not used.
type Kernels struct {
	Name       string // of the backend
	Order      int    // of the puzzles
	Lanes      int    // puzzles in a block
	RowWords   int    // the length of a row: at least the number of cells
	BlockWords int    // the length of a block

	// Pass applies the rules of the closure once, in all lanes. Between passes a lane's masks may
	// only lose candidates, or be set by RowsIn or CellsIn: a backend may remember what it knows of
	// a lane. It returns the lanes that are certainly dead, those in which it changed a candidate,
	// and those with a cell of several candidates before it.
	Pass func(block *uint16) (dead, changed, open uint32)
	// Branch sets cells to each lane's branch cell and returns the lanes that are dead although no
	// pass can tell: with a cell without a candidate, a digit fixed twice in a house, or a cell that is the one
	// place of two digits. The pass before must have left the lanes that matter as they were; for
	// others its answers have no meaning.
	Branch func(block *uint16, cells *[MaxLanes]uint16) (dead uint32)
	// Solved returns the lanes whose cells have one candidate each and whose houses have all
	// digits. A pass counts a lane that it has just solved among those it changed, so that the next
	// pass is the first to find it solved; Solved costs less than that pass.
	Solved func(block *uint16) (lanes uint32)

	// RowsOut copies the masks of the given lanes to their rows, in the order of the cells.
	RowsOut func(block *uint16, rows *[MaxLanes]*uint16, lanes uint32)
	// RowsIn sets the given lanes to the masks of their rows.
	RowsIn func(block *uint16, rows *[MaxLanes]*uint16, lanes uint32)
	// Expand sets the rows of the given lanes to the masks of puzzles, a byte a cell: all digits
	// where that is 0, else its digit.
	Expand func(rows *[MaxLanes]*uint16, cells *[MaxLanes]*uint8, lanes uint32)
	// Collapse sets the cells of the given lanes to the digits of their rows, which must be solved.
	Collapse func(cells *[MaxLanes]*uint8, rows *[MaxLanes]*uint16, lanes uint32)
	// CellsIn is Expand and RowsIn in one, without rows: faster for many lanes.
	CellsIn func(block *uint16, cells *[MaxLanes]*uint8, lanes uint32)
	// CellsOut is RowsOut and Collapse in one, without rows.
	CellsOut func(block *uint16, cells *[MaxLanes]*uint8, lanes uint32)
}

// NewBlock returns the memory of a block, aligned for the kernels, all lanes empty. Its first words
// are the cells: word Lanes·cell + lane.
func (k *Kernels) NewBlock() []uint16 { return aligned(k.BlockWords) }

// NewRows returns n rows side by side, of the given number of words each, aligned for the kernels.
func NewRows(n, words int) []uint16 { return aligned(n * words) }

// aligned returns memory that begins at a cache line.
func aligned(words int) []uint16 {
	const line = 64
	raw := make([]uint16, words+line/2)
	skip := -uintptr(unsafe.Pointer(&raw[0])) % line / 2
	return raw[skip:][:words:words]
}

// Masks returns the candidate masks by the value of a cell: all digits of the order for 0, else
// one. There is none beyond the order.
func Masks(order int) *[32]uint16 {
	var m [32]uint16
	m[0] = uint16(1<<order - 1)
	for v := 1; v <= order; v++ {
		m[v] = 1 << (v - 1)
	}
	return &m
}

// A Feature is something that kernels require of the processor, by the name that Linux has for it.
type Feature struct {
	Name string
	Has  bool // whether this processor has it
}
