// Package neon holds the kernels for NEON, with 16 lanes in two columns of vectors of 128 bits.
package neon

//go:generate go -C ../_asm run ./neon -out ../neon/kernels_arm64.s -stubs ../neon/stubs_arm64.go -pkg neon
