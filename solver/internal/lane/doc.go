// Package lane solves many puzzles at once, one in each sixteen-bit lane of wide vectors. It says
// what kernels are, the straight-line steps that do the same to all lanes, and defines each in
// plain Go. Which lane solves what, and where each search stands, is for the caller to know.
//
// Each instruction set has a package of its own with its kernels in assembly, and package backends
// chooses among them. SIMD.md explains layout and rules, and how to add a backend.
package lane
