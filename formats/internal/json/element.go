package json

import (
	"bytes"
)

// betweenElements returns the length of the blanks and commas that text begins with. A
// comma too many or a missing one shifts no record, so they are not counted.
func betweenElements(text []byte) int {
	for i, b := range text {
		if b != ',' && !isJSONSpace(b) {
			return i
		}
	}
	return len(text)
}

// keyLength returns the length of a member's key with its colon and the blanks
// behind it, or 0 where text does not begin with one.
func keyLength(text []byte) int {
	s := jsonScanner{text: text}
	if len(text) == 0 || text[0] != '"' {
		return 0
	}
	if _, ok := s.str(); !ok {
		return 0
	}
	s.space()
	if !s.take(':') {
		return 0
	}
	s.space()
	return s.at
}

// neededFrom returns how many of the bytes before an element nobody needs: all but
// the indentation in its line with the newline before it, if that is short.
func neededFrom(blanks []byte) int {
	if i := bytes.LastIndexByte(blanks, '\n'); i >= 0 && len(blanks)-i-1 <= jsonMaxIndent {
		return i
	}
	return len(blanks)
}

// A jsonElement is how far an element was skipped: by its brackets alone.
type jsonElement struct {
	depth   int
	inside  state
	escaped bool // the next byte of the string
}

// A state is what an element was in.
type state uint8

const (
	begun state = iota // nothing: it has no byte yet
	inBrackets
	inString
	inScalar
)

// jsonClass are the bytes at which something changes.
var jsonClass = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// skip skips what text has of the element, which is a value if it is JSON. done
// says that its end was met: behind its last bracket or quote, or before what
// cannot be in a number or word. A string ends with its line at the latest.
func (e *jsonElement) skip(text []byte) (n int, done bool) {
	for n < len(text) {
		b := text[n]
		switch {
		case e.inside == inString:
			n += e.skipString(text[n:])
			if e.inside == inString {
				return n, false
			}
			if e.depth == 0 {
				return n, true
			}
			continue
		case e.inside == inScalar:
			if jsonClass[b] || b == ',' || isJSONSpace(b) {
				return n, true
			}
		case e.inside == begun && !jsonClass[b]:
			e.inside = inScalar
		case !jsonClass[b]:
		case b == '"':
			e.inside = inString
		case b == '{' || b == '[':
			e.inside = inBrackets
			e.depth++
		default:
			if e.depth--; e.depth <= 0 {
				return n + 1, true
			}
		}
		n++
	}
	return n, false
}

// skipString skips what text has of the string.
func (e *jsonElement) skipString(text []byte) (n int) {
	if e.escaped && text[0] != '\n' {
		n, e.escaped = 1, false
	}
	for n += plainRun(text[n:]); n < len(text); n += plainRun(text[n:]) {
		switch text[n] {
		case '\n':
			e.inside, e.escaped = inBrackets, false
			return n
		case '"':
			e.inside = inBrackets
			return n + 1
		case '\\':
			if n++; n == len(text) {
				e.escaped = true
				return n
			}
			if text[n] != '\n' {
				n++
			}
		default: // a control character
			n++
		}
	}
	return n
}
