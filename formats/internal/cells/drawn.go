package cells

import (
	"bytes"
	"unicode/utf8"
)

// GlyphAt returns the first character of text and its length, as the ASCII
// character that it stands for: of those that lines are drawn with "|", "=" and
// "+", of blanks and of dots, which people use for blank cells, these, of wide
// digits the digits. Any other is a byte that is no cell.
func GlyphAt(text []byte) (b byte, size int) {
	b = text[0]
	if b < utf8.RuneSelf {
		return b, 1
	}
	r, size := utf8.DecodeRune(text)
	switch {
	case bytes.ContainsRune([]byte("─━═┄┅┈┉╌╍"), r):
		return '=', size
	case bytes.ContainsRune([]byte("│┃║┆┇┊┋╎╏"), r):
		return '|', size
	case r >= 0x2500 && r <= 0x257f:
		return '+', size
	case r == 0xa0 || r == 0x2007 || r == 0x202f || r == 0x3000:
		return ' ', size
	case bytes.ContainsRune([]byte("·•∙⋅□▢◻"), r):
		return '.', size
	case bytes.ContainsRune([]byte("–—−"), r):
		return '-', size
	case r >= '０' && r <= '９':
		return byte('0' + r - '０'), size
	}
	return 0xff, size
}

// IsRule reports whether a line is drawn: it has a few dashes, and nothing but
// what lines are drawn with.
func IsRule(line []byte) bool {
	dashes := 0
	for at := 0; at < len(line); {
		b, size := GlyphAt(line[at:])
		at += size
		switch {
		case bytes.IndexByte([]byte("-=_~"), b) >= 0:
			dashes++
		case !Between(b) && bytes.IndexByte([]byte(".*!<>"), b) < 0:
			return false
		}
	}
	return dashes >= 3
}
