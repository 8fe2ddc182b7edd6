//go:build amd64 && gc && !noasm

package lane

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// hasAVX512 tells whether the processor has all that the kernels' "Requires"
// comments name.
var hasAVX512 = cpu.X86.HasAVX512 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasBMI1

// fewLanes is how many lanes the kernels for a few take at most.
const fewLanes = 8

// avx512Order9 is the backend of 32 lanes in 512-bit vectors for order 9.
type avx512Order9 struct{}

// blockVectors9 is the size of a block of order 9: 81 cells, the singles of
// rows and boxes, which digits had several places in a row, and the kernels'
// scratch, as _asm/pass9.go lays it out.
const blockVectors9 = 108 + 162

func (avx512Order9) Name() string  { return "avx512" }
func (avx512Order9) Order() int    { return 9 }
func (avx512Order9) Lanes() int    { return 32 }
func (avx512Order9) RowWords() int { return 96 }

func (avx512Order9) NewBlock() []uint16 { return aligned(blockVectors9 * 32) }

func (avx512Order9) Pass(block *uint16) (dead, changed, open uint32) { return pass9AVX512(block) }

func (avx512Order9) Branch(block *uint16, cells *[MaxLanes]uint16) (dead uint32) {
	return branch9AVX512(block, cells)
}

func (avx512Order9) RowsOut(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	if bits.OnesCount32(lanes) <= fewLanes {
		fewRowsOut9AVX512(block, rows, lanes)
		return
	}
	rowsOut9AVX512(block, rows, lanes)
}

func (avx512Order9) RowsIn(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	if bits.OnesCount32(lanes) <= fewLanes {
		fewRowsIn9AVX512(block, rows, lanes)
		return
	}
	rowsIn9AVX512(block, rows, lanes)
}

func (avx512Order9) Expand(rows *[MaxLanes]*uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	expand9AVX512(rows, cells, masks9, lanes)
}

func (avx512Order9) Collapse(cells *[MaxLanes]*uint8, rows *[MaxLanes]*uint16, lanes uint32) {
	collapse9AVX512(cells, rows, lanes)
}

func (avx512Order9) CellsIn(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	cellsIn9AVX512(block, cells, masks9, lanes)
}

func (avx512Order9) CellsOut(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	cellsOut9AVX512(block, cells, lanes)
}

func (avx512Order9) Solved(block *uint16) (lanes uint32) { return solved9AVX512(block) }

// avx512Order16 is the backend of 32 lanes in 512-bit vectors for order 16.
type avx512Order16 struct{}

// blockVectors16 is the size of a block of order 16: 256 cells, the singles of
// houses, hidden digits, and the kernels' scratch, as _asm/pass16.go lays it out.
const blockVectors16 = 320 + 176

func (avx512Order16) Name() string  { return "avx512" }
func (avx512Order16) Order() int    { return 16 }
func (avx512Order16) Lanes() int    { return 32 }
func (avx512Order16) RowWords() int { return 256 }

func (avx512Order16) NewBlock() []uint16 { return aligned(blockVectors16 * 32) }

func (avx512Order16) Pass(block *uint16) (dead, changed, open uint32) { return pass16AVX512(block) }

func (avx512Order16) Branch(block *uint16, cells *[MaxLanes]uint16) (dead uint32) {
	return branch16AVX512(block, cells)
}

func (avx512Order16) RowsOut(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	if bits.OnesCount32(lanes) <= fewLanes {
		fewRowsOut16AVX512(block, rows, lanes)
		return
	}
	rowsOut16AVX512(block, rows, lanes)
}

func (avx512Order16) RowsIn(block *uint16, rows *[MaxLanes]*uint16, lanes uint32) {
	if bits.OnesCount32(lanes) <= fewLanes {
		fewRowsIn16AVX512(block, rows, lanes)
		return
	}
	rowsIn16AVX512(block, rows, lanes)
}

func (avx512Order16) Expand(rows *[MaxLanes]*uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	expand16AVX512(rows, cells, masks16, lanes)
}

func (avx512Order16) Collapse(cells *[MaxLanes]*uint8, rows *[MaxLanes]*uint16, lanes uint32) {
	collapse16AVX512(cells, rows, lanes)
}

func (avx512Order16) CellsIn(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	if bits.OnesCount32(lanes) <= fewLanes {
		fewCellsIn16AVX512(block, cells, masks16, lanes)
		return
	}
	cellsIn16AVX512(block, cells, masks16, lanes)
}

func (avx512Order16) CellsOut(block *uint16, cells *[MaxLanes]*uint8, lanes uint32) {
	if bits.OnesCount32(lanes) <= fewLanes {
		fewCellsOut16AVX512(block, cells, lanes)
		return
	}
	cellsOut16AVX512(block, cells, lanes)
}

func (avx512Order16) Solved(block *uint16) (lanes uint32) { return solved16AVX512(block) }
