package formats

// hihoMaxLine bounds the blanks that may lie in a row; hihoMaxRecord also the
// blank lines that may lie in a block. Nine lines of the greatest length fit.
const (
	hihoMaxLine   = 4 << 10
	hihoMaxRecord = 64 << 10
)

var hihoBlocks = blocks{
	order:    9,
	maxLine:  hihoMaxLine,
	rowBytes: 18,
	row:      hihoRow,
	fault:    hihoFault,
}

// hihoRow reads nine digits with blanks between them.
func hihoRow(cells []uint8, line []byte) bool {
	to := (*[9]uint8)(cells)
	if len(line) == 17 && hihoPlainRow(to, (*[17]byte)(line)) {
		return true
	}
	n := 0
	for i, b := range line {
		if isSpace(b) {
			continue
		}
		if b < '0' || b > '9' || n == 9 || i > 0 && !isSpace(line[i-1]) {
			return false
		}
		to[n] = b - '0'
		n++
	}
	return n == 9
}

// hihoPlainRow reads nine digits with one space between them, which is how
// programs write a row.
func hihoPlainRow(to *[9]uint8, from *[17]byte) bool {
	var bad byte
	for i := range to {
		digit := from[2*i] - '0'
		to[i] = digit
		bad |= (9 - digit) & 0x80 // its high bit is set by digits above 9
		bad |= digit & 0x80
	}
	for i := 1; i < len(from); i += 2 {
		bad |= from[i] ^ ' '
	}
	return bad == 0
}

// hihoFault finds what is wrong with a line that is no row.
func hihoFault(line []byte) SyntaxError {
	n := 0
	for i, b := range line {
		switch {
		case isSpace(b):
			continue
		case b < '0' || b > '9':
			return SyntaxError{Column: i + 1, Err: ErrCell, Got: b}
		case i > 0 && !isSpace(line[i-1]):
			return SyntaxError{Column: i + 1, Err: ErrSeparator}
		case n == 9:
			return SyntaxError{Column: i + 1, Err: ErrLong, Want: 9}
		}
		n++
	}
	return SyntaxError{Column: len(line) + 1, Err: ErrShort, Have: n, Want: 9}
}

// appendHiho appends a grid of order 9 as nine rows.
func appendHiho(dst []byte, cells []uint8) []byte {
	for i := 0; i+9 <= len(cells); i += 9 {
		for _, cell := range cells[i : i+9] {
			dst = append(dst, digitsZero[cell&glyphMask], ' ')
		}
		dst[len(dst)-1] = '\n'
	}
	return dst
}
