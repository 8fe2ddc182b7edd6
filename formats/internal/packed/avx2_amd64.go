//go:build amd64 && gc && !noasm

package packed

import "golang.org/x/sys/cpu"

// hasAVX2 tells whether the processor has all that the kernels' "Requires"
// comments name.
var hasAVX2 = cpu.X86.HasAVX && cpu.X86.HasAVX2

// readLinesAVX2 is ReadLines for text that holds so many lines at most, but one
// at least.
func readLinesAVX2(cells []uint8, text []byte, order, lines int) int {
	if order == 9 {
		return readLines9AVX2(&cells[0], &text[0], lines)
	}
	return readLines16AVX2(&cells[0], &text[0], lines)
}

// writeLinesAVX2 is WriteLines for so many puzzles, one at least.
func writeLinesAVX2(text []byte, cells []uint8, order, lines int) int {
	if order == 9 {
		return writeLines9AVX2(&text[0], &cells[0], lines)
	}
	return writeLines16AVX2(&text[0], &cells[0], lines)
}

// readCellsAVX2 is ReadCells for text of that length.
func readCellsAVX2(cells []uint8, text []byte) bool {
	if len(cells) == 81 {
		return readCells9AVX2(&cells[0], &text[0])
	}
	return readCells16AVX2(&(*[256]uint8)(cells)[0], &text[0])
}
