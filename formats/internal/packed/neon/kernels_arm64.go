//go:build gc && !noasm

package neon

// This file calls the kernels with checked slices.

import "golang.org/x/sys/cpu"

// Available reports whether the processor has the instructions of the kernels.
func Available() bool { return cpu.ARM64.HasASIMD }

// ReadLines is packed.ReadLines for text with the given number of lines, at least
// one, and cells with room for all.
func ReadLines(cells []uint8, text []byte, order, lines int) int {
	if order == 9 {
		return readLines9(&cells[0], &text[0], lines)
	}
	return readLines16(&cells[0], &text[0], lines)
}

// WriteLines is packed.WriteLines for the given number of puzzles, at least
// one, and text with room for all.
func WriteLines(text []byte, cells []uint8, order, lines int) int {
	if order == 9 {
		return writeLines9(&text[0], &cells[0], lines)
	}
	return writeLines16(&text[0], &cells[0], lines)
}

// ReadCells is packed.ReadCells for text of the same length as cells.
func ReadCells(cells []uint8, text []byte) bool {
	if len(cells) == 81 {
		return readCells9(&cells[0], &text[0])
	}
	return readCells16(&(*[256]uint8)(cells)[0], &text[0])
}

// readLines9 is ReadLines for text with the given number of lines, at least one.
//
//go:noescape
func readLines9(cells *uint8, text *byte, lines int) int

// readLines16 is ReadLines for text with the given number of lines, at least one.
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

// writeLines9 is WriteLines for the given number of puzzles, at least one.
//
//go:noescape
func writeLines9(text *byte, cells *uint8, lines int) int

// writeLines16 is WriteLines for the given number of puzzles, at least one.
//
//go:noescape
func writeLines16(text *byte, cells *uint8, lines int) int
