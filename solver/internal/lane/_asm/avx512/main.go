// Command avx512 generates the kernels of package avx512.
package main

import (
	"github.com/mmcloughlin/avo/operand"

	"github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"
)

var isa = shared.ISA{Name: "AVX-512", Suffix: "AVX512"}

// wordwise says that the kernels may use BITALG and VBMI2, which count the bits of words, and bring
// words together. Processors before Ice Lake have neither, and take kernels of their own instead of
// those that do.
var wordwise = true

func main() {
	shared.Run(func() {
		pass9()
		pass16()
		for _, order := range []int{9, 16} {
			rows(order)
			digitsIn(order)
		}
		solved(9, 3)
		solved(16, 4)
		numbers := laneNumbers()
		wordwiseOrNot(numbers)
		isa, wordwise = shared.ISA{Name: "AVX-512 without BITALG and VBMI2", Suffix: "AVX512BW"}, false
		wordwiseOrNot(numbers)
	})
}

// wordwiseOrNot generates the kernels that wordwise tells apart.
func wordwiseOrNot(numbers operand.Mem) {
	branch9()
	branch16()
	digitsOut(9)
	digitsOut(16)
	few(numbers)
}
