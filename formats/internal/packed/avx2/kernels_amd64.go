//go:build gc && !noasm

package avx2

import "golang.org/x/sys/cpu"

// Available reports whether the processor has all that the kernels' "Requires" comments name.
func Available() bool { return cpu.X86.HasAVX && cpu.X86.HasAVX2 }

// ReadLines is packed.ReadLines for text of so many lines, at least one, and cells for as many.
func ReadLines(cells []uint8, text []byte, order, lines int) int {
	if order == 9 {
		return readLines9AVX2(&cells[0], &text[0], lines)
	}
	return readLines16AVX2(&cells[0], &text[0], lines)
}

// WriteLines is packed.WriteLines for so many puzzles, at least one, and text for as many.
func WriteLines(text []byte, cells []uint8, order, lines int) int {
	if order == 9 {
		return writeLines9AVX2(&text[0], &cells[0], lines)
	}
	return writeLines16AVX2(&text[0], &cells[0], lines)
}

// ReadCells is packed.ReadCells for text of that length.
func ReadCells(cells []uint8, text []byte) bool {
	if len(cells) == 81 {
		return readCells9AVX2(&cells[0], &text[0])
	}
	return readCells16AVX2(&(*[256]uint8)(cells)[0], &text[0])
}
