package cells

import (
	"bytes"
	"unicode/utf8"
)

// GlyphAt returns the first character of text and its length, as the ASCII character that
// it stands for: line drawing is "|", "=" or "+", the blanks and dots of Unicode are " "
// and ".", and wide digits are digits. Any other is a byte that is no cell.
func GlyphAt(text []byte) (b byte, size int) {
	if text[0] < utf8.RuneSelf {
		return text[0], 1
	}
	return wideGlyphAt(text)
}

// wideGlyphAt is GlyphAt of a character that is not ASCII.
func wideGlyphAt(text []byte) (b byte, size int) {
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
