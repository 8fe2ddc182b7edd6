package formats

import (
	"bytes"
)

// CountRecords counts the lines of a text in the form [Line], as far as they
// end in a newline, and those that are records: all but empty ones and comments.
// It looks at the beginning of a line only: known is false where a line begins
// with a blank, with a byte that is not ASCII or like the one that ends the
// input, or has no newline. The text begins where a line does.
func CountRecords(text []byte) (lines, records uint32, known bool) {
	known = true
	size := evenLines(text)
	for len(text) > 0 {
		end := size - 1
		if size == 0 {
			end = bytes.IndexByte(text, '\n')
		}
		if end < 0 {
			return lines, records, false
		}
		switch b := text[0]; {
		case end == 0 || b == '#':
		case b <= ' ' || b >= 0x80 || b == 'e' && bytes.HasPrefix(text, []byte("end")):
			known = false
		default:
			records++
		}
		lines++
		text = text[end+1:]
	}
	return lines, records, known
}

// evenLines returns the size of all lines of a text, or 0 where they differ:
// most answers are of one size, and then no line needs a search for its end.
func evenLines(text []byte) int {
	size := bytes.IndexByte(text, '\n') + 1
	if size == 0 || len(text)%size != 0 || bytes.Count(text, []byte{'\n'}) != len(text)/size {
		return 0
	}
	for at := size - 1; at < len(text); at += size {
		if text[at] != '\n' {
			return 0
		}
	}
	return size
}
