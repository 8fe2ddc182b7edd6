//go:build gc && !noasm

package avx2

// This file calls the kernels with checked slices.

import "golang.org/x/sys/cpu"

// Available reports whether the processor has all instruction sets in the kernels' "Requires" comments.
func Available() bool { return cpu.X86.HasAVX && cpu.X86.HasAVX2 }

// ReadLines is packed.ReadLines for text with the given number of lines, at least
// one, and cells with room for all.
func ReadLines(cells []uint8, text []byte, order, lines int) int {
	if order == 9 {
		return readLines9AVX2(&cells[0], &text[0], lines)
	}
	return readLines16AVX2(&cells[0], &text[0], lines)
}

// WriteLines is packed.WriteLines for the given number of puzzles, at least
// one, and text with room for all.
func WriteLines(text []byte, cells []uint8, order, lines int) int {
	if order == 9 {
		return writeLines9AVX2(&text[0], &cells[0], lines)
	}
	return writeLines16AVX2(&text[0], &cells[0], lines)
}

// ReadCells is packed.ReadCells for text of the same length as cells.
func ReadCells(cells []uint8, text []byte) bool {
	if len(cells) == 81 {
		return readCells9AVX2(&cells[0], &text[0])
	}
	return readCells16AVX2(&(*[256]uint8)(cells)[0], &text[0])
}
