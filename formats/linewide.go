package formats

import "unicode/utf8"

// readWide is readLine for a line of order 9 in which cells are written with characters
// beyond ASCII: dots in the middle of the line and empty squares for blanks, wide digits.
func readWide(room []uint8, line []byte) bool {
	if len(room) != 81 || len(line) <= len(room) {
		return false
	}
	wide := false
	for i := range room {
		if len(line) == 0 {
			return false
		}
		b, size := glyphAt(line)
		if b != '.' && !isDigit(b) {
			return false
		}
		wide = wide || line[0] >= utf8.RuneSelf
		room[i] = cells9[b]
		line = line[size:]
	}
	return wide && (len(line) == 0 || boundLen(line) > 0)
}
