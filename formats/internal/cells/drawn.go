package cells

// This file recognises characters and lines of drawn grids.

import (
	"bytes"
	"unicode/utf8"
)

// GlyphAt returns the ASCII character that the first character of text stands for, and the
// length of the first character in bytes. Line drawing is "|", "=" or "+"; Unicode spaces
// and dots are " " and "."; wide digits are digits. Any other character becomes a byte that
// is not a cell.
func GlyphAt(text []byte) (b byte, size int) {
	if text[0] < utf8.RuneSelf {
		return text[0], 1
	}
	return wideGlyphAt(text)
}

// wideGlyphAt is GlyphAt for characters outside ASCII.
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

// IsRule reports whether a line is a drawn rule: it has a few dashes, and nothing but
// line-drawing characters.
func IsRule(line []byte) bool {
	dashes := 0
	for at := 0; at < len(line); {
		b, size := GlyphAt(line[at:])
		at += size
		switch b {
		case '-', '=', '_', '~':
			dashes++
		case '.', '*', '!', '<', '>':
		default:
			if !Between(b) {
				return false
			}
		}
	}
	return dashes >= 3
}
