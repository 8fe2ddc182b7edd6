// Command avx2 generates the kernels of package avx2.
package main

import "github.com/sudokubatch/sudokubatch/solver/internal/lane/_asm/shared"

var isa = shared.ISA{Name: "AVX2", Suffix: "AVX2"}

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
		solved(16, 4)
		within()
	})
}
