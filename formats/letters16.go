package formats

// letters16MaxLine bounds the blanks that may follow a row.
const letters16MaxLine = 4 << 10

// letters16Framer frames the form Letters16 (see [Letters16] for the grammar).
// It needs no memory of its own, because every border it cuts at is one at
// which the next line would begin a new grid.
type letters16Framer struct{}

func (letters16Framer) Cut(text []byte, eof bool) (from, to int) {
	rows := 0
	for at := 0; at < len(text); {
		line, size, ended := nextLine(text[at:])
		if !ended && !eof {
			break
		}
		at += size
		rows++
		if rows == 16 || isBlank(line, letters16MaxLine) {
			rows, to = 0, at
		}
	}
	if eof {
		to = len(text)
	}
	return 0, to
}

func (letters16Framer) Finish() *SyntaxError { return nil }

var letters16Blocks = blocks{
	order:     16,
	maxLine:   letters16MaxLine,
	rowBytes:  17,
	blankEnds: true,
	row:       letters16Row,
	fault:     letters16Fault,
}

// letters16Row reads sixteen packed cells.
func letters16Row(cells []uint8, line []byte) bool {
	if len(line) != 16 {
		return false
	}
	to, from := (*[16]uint8)(cells), (*[16]byte)(line)
	var seen uint8
	for i, b := range from {
		cell := cells16[b]
		to[i] = cell
		seen |= cell
	}
	return seen&badCell == 0
}

// letters16Fault finds what is wrong with a line that is no row.
func letters16Fault(line []byte) SyntaxError {
	n := cells16.run(line, 16)
	switch {
	case n == len(line):
		return SyntaxError{Column: n + 1, Err: ErrShort, Have: n, Want: 16}
	case cells16[line[n]] != badCell:
		return SyntaxError{Column: n + 1, Err: ErrLong, Want: 16}
	}
	return SyntaxError{Column: n + 1, Err: ErrCell, Got: line[n]}
}

// appendLetters16 appends a grid of order 16 as sixteen lines.
func appendLetters16(dst []byte, cells []uint8) []byte {
	for i := 0; i+16 <= len(cells); i += 16 {
		for _, cell := range cells[i : i+16] {
			dst = append(dst, lettersDash[cell&glyphMask])
		}
		dst = append(dst, '\n')
	}
	return dst
}
