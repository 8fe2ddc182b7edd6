package packed

// This file implements the plain backend.

import "encoding/binary"

// The plain backend processes eight cells at a time, as the bytes of a word.
//
// A byte carries into the next one only if the top bit of its own result is set. So a top
// bit that is set says that some byte of the word is bad, but not which one.
const (
	inEach  = 0x0101010101010101 // times a byte: eight copies of it
	topBits = 0x80 * inEach
)

// cellsOf9 reads eight cells of order 9 from as many bytes of text. Some top bit of bad is
// set if one of them is not a cell.
func cellsOf9(text uint64) (cells, bad uint64) {
	cells = text ^ '0'*inEach // right for digits; "." has bit 4 set, which digits have not
	dot := cells >> 4 & inEach
	cells ^= dot * ('.' ^ '0')         // 0 for "."
	high := cells + 118*inEach + 9*dot // above 127 for more than 9, and for more than 0 where it was "."
	return cells, cells | high
}

// cellsOf16 is cellsOf9 for order 16.
func cellsOf16(text uint64) (cells, bad uint64) {
	letter := text >> 6 & inEach
	all := letter<<8 - letter // 255 for a letter
	cells = text & (31 * inEach) & all
	// The place in the alphabet from 0, or 0 for "-" and 1 for ".".
	place := (cells | (text^('-'^1)*inEach)&^all) - inEach
	high := place + 126*inEach - 14*letter // above 127 beyond "P", and beyond 1 for others
	return cells, text | place | high
}

// readCells is ReadCells in plain Go.
func readCells(cells []uint8, text []byte) bool {
	if len(cells) == 81 {
		return readCells9((*[81]uint8)(cells), (*[81]byte)(text))
	}
	return readCells16((*[256]uint8)(cells), (*[256]byte)(text))
}

// readCells9 reads a puzzle of order 9. The last word overlaps the one before.
func readCells9(to *[81]uint8, from *[81]byte) bool {
	cells, seen := cellsOf9(binary.LittleEndian.Uint64(from[73:]))
	binary.LittleEndian.PutUint64(to[73:], cells)
	for i := 0; i <= 72; i += 8 {
		cells, bad := cellsOf9(binary.LittleEndian.Uint64(from[i : i+8]))
		binary.LittleEndian.PutUint64(to[i:i+8], cells)
		seen |= bad
	}
	return seen&topBits == 0
}

// readCells16 reads a puzzle of order 16.
func readCells16(to *[256]uint8, from *[256]byte) bool {
	var seen uint64
	for i := 0; i <= 248; i += 8 {
		cells, bad := cellsOf16(binary.LittleEndian.Uint64(from[i : i+8 : len(from)]))
		binary.LittleEndian.PutUint64(to[i:i+8:len(to)], cells)
		seen |= bad
	}
	return seen&topBits == 0
}

// ReadRows16 reads a puzzle of order 16 from sixteen rows with a newline each, and reports
// whether text is valid. If not, the contents of cells are undefined.
func ReadRows16(cells *[256]uint8, text *[16 * 17]byte) bool {
	var seen uint64
	for row := range 16 {
		from, to := (*[17]byte)(text[17*row:]), (*[16]uint8)(cells[16*row:])
		left, bad := cellsOf16(binary.LittleEndian.Uint64(from[:8]))
		right, worse := cellsOf16(binary.LittleEndian.Uint64(from[8:16]))
		binary.LittleEndian.PutUint64(to[:8], left)
		binary.LittleEndian.PutUint64(to[8:], right)
		seen |= bad | worse
		if from[16] != '\n' {
			return false
		}
	}
	return seen&topBits == 0
}

// readLines is ReadLines in plain Go.
func readLines(cells []uint8, text []byte, order, lines int) int {
	size := order * order
	for line := range lines {
		if text[size] != '\n' || !readCells(cells[:size], text) {
			return line
		}
		cells, text = cells[size:], text[size+1:]
	}
	return lines
}

// textOf writes eight cells: blank for 0, base+1 for 1 and so on. Some top bit of bad is
// set if one of them is beyond the order.
func textOf(cells, base, blank, order uint64) (text, bad uint64) {
	digit := (cells + 127*inEach) & topBits >> 7
	return cells + blank*inEach + digit*(base-blank), cells | (cells + (127-order)*inEach)
}

// writeLines is WriteLines in plain Go. The last word of a line overlaps the one before.
func writeLines(text []byte, cells []uint8, order, lines int) int {
	size, base := order*order, baseOf(order)
	for line := range lines {
		from, to := cells[:size], text[:size+1]
		word, seen := textOf(binary.LittleEndian.Uint64(from[size-8:]), base, '.', uint64(order))
		binary.LittleEndian.PutUint64(to[size-8:], word)
		to[size] = '\n'
		for ; len(from) >= 8; from, to = from[8:], to[8:] {
			word, bad := textOf(binary.LittleEndian.Uint64(from), base, '.', uint64(order))
			binary.LittleEndian.PutUint64(to, word)
			seen |= bad
		}
		if seen&topBits != 0 {
			return line
		}
		cells, text = cells[size:], text[size+1:]
	}
	return lines
}

// WriteRows16 writes a puzzle of order 16 as sixteen rows with a newline each and "-" for a
// blank, and reports whether all its values are cells. If not, the contents of text are
// undefined.
func WriteRows16(text *[16 * 17]byte, cells *[256]uint8) bool {
	var seen uint64
	for row := range 16 {
		from, to := (*[16]uint8)(cells[16*row:]), (*[17]byte)(text[17*row:])
		left, bad := textOf(binary.LittleEndian.Uint64(from[:8]), 'A'-1, '-', 16)
		right, worse := textOf(binary.LittleEndian.Uint64(from[8:]), 'A'-1, '-', 16)
		binary.LittleEndian.PutUint64(to[:8], left)
		binary.LittleEndian.PutUint64(to[8:16], right)
		to[16] = '\n'
		seen |= bad | worse
	}
	return seen&topBits == 0
}

// baseOf returns the byte before the digit 1.
func baseOf(order int) uint64 {
	if order == 9 {
		return '1' - 1
	}
	return 'A' - 1
}
