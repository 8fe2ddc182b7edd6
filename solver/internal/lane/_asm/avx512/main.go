// Command avx512 generates the kernels of package avx512.
package main

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"

var isa = shared.ISA{Name: "AVX-512", Suffix: "AVX512"}

func main() {
	shared.Run(func() {
		pass9()
		branch9()
		pass16()
		branch16()
		rows(9)
		digits(9)
		solved(9, 3)
		rows(16)
		digits(16)
		few()
		solved(16, 4)
	})
}
