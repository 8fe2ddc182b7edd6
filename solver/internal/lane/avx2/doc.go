// Package avx2 holds the kernels for AVX2, with 16 lanes in vectors of 256 bits.
package avx2

//go:generate go -C ../_asm run ./avx2 -out ../avx2/kernels_amd64.s -stubs ../avx2/stubs_amd64.go -pkg avx2
