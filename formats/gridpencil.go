package formats

// pencil reads a cell with the marks of a player: of several digits, which are what
// the cell may be, or of a digit behind a "u", which the player set. Both are blanks.
// The digits ascend, or the cell is bad.
func pencil(text []byte) uint8 {
	if len(text) == 2 && text[0] == 'u' && isDigit(text[1]) {
		return 0
	}
	for i, b := range text {
		if b < '1' || b > '9' || i > 0 && b <= text[i-1] {
			return badCell
		}
	}
	return 0
}
