// Package lane solves many puzzles at once, one in each sixteen-bit lane of
// wide vectors. It holds the kernels: the straight-line steps that do the same
// to all lanes. Which lane solves what, and where each search stands, is for
// the caller to know. SIMD.md explains layout and rules.
package lane

//go:generate go -C _asm run . -out ../avx512_amd64.s -stubs ../avx512stubs_amd64.go -pkg lane
//go:generate go -C _asm run . -backend avx2 -out ../avx2_amd64.s -stubs ../avx2stubs_amd64.go -pkg lane
