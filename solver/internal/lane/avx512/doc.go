// Package avx512 holds the kernels for AVX-512, with 32 lanes in vectors of 512 bits.
package avx512

//go:generate go -C ../_asm run ./avx512 -out ../avx512/kernels_amd64.s -stubs ../avx512/stubs_amd64.go -pkg avx512
