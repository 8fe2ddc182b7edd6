//go:build amd64 && gc && !noasm

package lane

import "golang.org/x/sys/cpu"

// hasAVX2 tells whether the processor has all that the kernels' "Requires"
// comments name.
var hasAVX2 = cpu.X86.HasAVX && cpu.X86.HasAVX2 && cpu.X86.HasBMI1

// avx2Order9 is the backend of 16 lanes in 256-bit vectors for order 9. Pass
// sees what it changed from the sum of a lane's masks, which it keeps, so that
// but for RowsIn and CellsIn masks may only lose candidates between passes; Pass
// calls such a lane changed in any case.
type avx2Order9 struct{}

// avx2Vectors9 is the size of a block of order 9: 81 cells, what a pass leaves
// to know of rows, columns and the sum, and the kernels' scratch, as
// _asm/avx2pass9.go lays it out.
const avx2Vectors9 = 100 + 162

func (avx2Order9) Name() string  { return "avx2" }
func (avx2Order9) Order() int    { return 9 }
func (avx2Order9) Lanes() int    { return 16 }
func (avx2Order9) RowWords() int { return 96 }

func (avx2Order9) NewBlock() []uint16 { return aligned(avx2Vectors9 * 16) }

func (avx2Order9) Pass(block *uint16) (dead, changed, open uint32) { return pass9AVX2(block) }

func (avx2Order9) Branch(block *uint16, cells *[MaxLanes]uint16) (dead uint32) {
	return branch9AVX2(block, cells)
}

func (avx2Order9) RowsOut(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	rowsOut9AVX2(block, rows, lanes)
}

func (avx2Order9) RowsIn(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	rowsIn9AVX2(block, rows, lanes)
}

func (avx2Order9) Expand(rows *[MaxLanes]*uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	expand9AVX2(rows, cells, lanes)
}

func (avx2Order9) Collapse(cells *[MaxLanes]*uint8, rows *[MaxLanes]*uint16, lanes uint32) {
	collapse9AVX2(cells, rows, lanes)
}

func (avx2Order9) CellsIn(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	cellsIn9AVX2(block, cells, lanes)
}

func (avx2Order9) CellsOut(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	cellsOut9AVX2(block, cells, lanes)
}

func (avx2Order9) Solved(block *uint16) (lanes uint32) { return solved9AVX2(block) }

// avx2Order16 is the backend of 16 lanes in 256-bit vectors for order 16.
type avx2Order16 struct{}

// avx2Vectors16 is the size of a block of order 16: 256 cells, what a pass
// leaves to know of houses, and the kernels' scratch, as
// _asm/avx2pass16.go lays it out.
const avx2Vectors16 = 320 + 432

func (avx2Order16) Name() string  { return "avx2" }
func (avx2Order16) Order() int    { return 16 }
func (avx2Order16) Lanes() int    { return 16 }
func (avx2Order16) RowWords() int { return 256 }

func (avx2Order16) NewBlock() []uint16 { return aligned(avx2Vectors16 * 16) }

func (avx2Order16) Pass(block *uint16) (dead, changed, open uint32) { return pass16AVX2(block) }

func (avx2Order16) Branch(block *uint16, cells *[MaxLanes]uint16) (dead uint32) {
	return branch16AVX2(block, cells)
}

func (avx2Order16) RowsOut(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	rowsOut16AVX2(block, rows, lanes)
}

func (avx2Order16) RowsIn(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	rowsIn16AVX2(block, rows, lanes)
}

func (avx2Order16) Expand(rows *[MaxLanes]*uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	expand16AVX2(rows, cells, lanes)
}

func (avx2Order16) Collapse(cells *[MaxLanes]*uint8, rows *[MaxLanes]*uint16, lanes uint32) {
	collapse16AVX2(cells, rows, lanes)
}

func (avx2Order16) CellsIn(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	cellsIn16AVX2(block, cells, lanes)
}

func (avx2Order16) CellsOut(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	cellsOut16AVX2(block, cells, lanes)
}

func (avx2Order16) Solved(block *uint16) (lanes uint32) { return solved16AVX2(block) }
