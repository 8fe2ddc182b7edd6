// Command asm generates the assembly of package lane:
//
//	go run . -out ../avx512_amd64.s -stubs ../avx512stubs_amd64.go -pkg lane
//	go run . -backend avx2 -out ../avx2_amd64.s -stubs ../avx2stubs_amd64.go -pkg lane
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	backend := flag.String("backend", "avx512", "avx512 or avx2")
	flag.Parse()
	ConstraintExpr("amd64,gc,!noasm")
	if *backend == "avx2" {
		avx2()
		Generate()
		return
	}
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

// avx2 generates the backend of 16 lanes.
func avx2() {
	pass9x2()
	branch9x2()
	pass16x2()
	branch16x2()
	for _, order := range []int{9, 16} {
		rows2(order)
		digits2(order)
	}
	within2()
}
