//go:build gc && !noasm

package neon

import "golang.org/x/sys/cpu"

// Available reports whether the processor has the instructions of the kernels.
func Available() bool { return cpu.ARM64.HasASIMD }

// ReadLines is packed.ReadLines for text of so many lines, at least one, and cells for as many.
func ReadLines(cells []uint8, text []byte, order, lines int) int {
	if order == 9 {
		return readLines9(&cells[0], &text[0], lines)
	}
	return readLines16(&cells[0], &text[0], lines)
}

// WriteLines is packed.WriteLines for so many puzzles, at least one, and text for as many.
func WriteLines(text []byte, cells []uint8, order, lines int) int {
	if order == 9 {
		return writeLines9(&text[0], &cells[0], lines)
	}
	return writeLines16(&text[0], &cells[0], lines)
}

// ReadCells is packed.ReadCells for text of that length.
func ReadCells(cells []uint8, text []byte) bool {
	if len(cells) == 81 {
		return readCells9(&cells[0], &text[0])
	}
	return readCells16(&(*[256]uint8)(cells)[0], &text[0])
}

// readLines9 is ReadLines for text of so many lines, at least one.
//
//go:noescape
func readLines9(cells *uint8, text *byte, lines int) int

// readLines16 is ReadLines for text of so many lines, at least one.
//
//go:noescape
func readLines16(cells *uint8, text *byte, lines int) int

// readCells9 is ReadCells for this order.
//
//go:noescape
func readCells9(cells *uint8, text *byte) bool

// readCells16 is ReadCells for this order.
//
//go:noescape
func readCells16(cells *uint8, text *byte) bool

// writeLines9 is WriteLines for so many puzzles, at least one.
//
//go:noescape
func writeLines9(text *byte, cells *uint8, lines int) int

// writeLines16 is WriteLines for so many puzzles, at least one.
//
//go:noescape
func writeLines16(text *byte, cells *uint8, lines int) int
