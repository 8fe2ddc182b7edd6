// Command asm generates the assembly of package lane:
//
//	go run . -out ../avx512_amd64.s -stubs ../avx512stubs_amd64.go -pkg lane
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("amd64,gc,!noasm")
	pass9()
	branch9()
	pass16()
	branch16()
	rows(9)
	digits(9, "9AVX512")
	rows(16)
	digits(16, "16AVX512")
	Generate()
}
