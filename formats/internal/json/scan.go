package json

import (
	"encoding/binary"
	"math/bits"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// jsonDepth is how deep values may be nested.
const jsonDepth = 1000

// A jsonScanner walks over a text of JSON and checks it. Where something is wrong,
// at is the place of the first byte that cannot be, or the end of the text.
type jsonScanner struct {
	text []byte
	at   int
}

// fault says what is wrong where the scanner stopped.
func (s *jsonScanner) fault() syntax.Error {
	if s.at >= len(s.text) {
		return syntax.Error{Column: len(s.text) + 1, Err: syntax.ErrUnclosed}
	}
	return syntax.Error{Column: s.at + 1, Err: syntax.ErrJSON, Got: s.text[s.at]}
}

// isJSONSpace reports whether a byte may stand between the tokens of JSON.
func isJSONSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// space skips what may stand between tokens.
func (s *jsonScanner) space() {
	for s.at < len(s.text) && isJSONSpace(s.text[s.at]) {
		s.at++
	}
}

// take skips a byte, if it is there.
func (s *jsonScanner) take(b byte) bool {
	if s.at < len(s.text) && s.text[s.at] == b {
		s.at++
		return true
	}
	return false
}

// value skips a value.
func (s *jsonScanner) value(depth int) bool {
	if s.at >= len(s.text) || depth > jsonDepth {
		return false
	}
	switch s.text[s.at] {
	case '"':
		_, ok := s.str()
		return ok
	case '{':
		return s.object(depth)
	case '[':
		return s.array(depth)
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	return s.number()
}

// object skips one.
func (s *jsonScanner) object(depth int) bool {
	s.at++
	for first := true; ; first = false {
		_, _, more, ok := s.key(first)
		if !ok || !more {
			return ok
		}
		if !s.value(depth + 1) {
			return false
		}
	}
}

// key goes on to the value of an object's next member, or behind the object, if
// there is no more. The name is what is between its quotes; it is plain if that
// has no escapes.
func (s *jsonScanner) key(first bool) (name []byte, plain, more, ok bool) {
	s.space()
	if s.take('}') {
		return nil, false, false, true
	}
	if !first {
		if !s.take(',') {
			return nil, false, false, false
		}
		s.space()
	}
	from := s.at + 1
	if s.at >= len(s.text) || s.text[s.at] != '"' {
		return nil, false, false, false
	}
	if plain, ok = s.str(); !ok {
		return nil, false, false, false
	}
	name = s.text[from : s.at-1]
	s.space()
	ok = s.take(':')
	s.space()
	return name, plain, true, ok
}

// array skips one.
func (s *jsonScanner) array(depth int) bool {
	s.at++
	s.space()
	if s.take(']') {
		return true
	}
	for {
		s.space()
		if !s.value(depth + 1) {
			return false
		}
		s.space()
		if s.take(']') {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}

// str skips a string; plain: it has no escapes.
func (s *jsonScanner) str() (plain, ok bool) {
	plain = true
	for s.at++; ; {
		s.at += plainRun(s.text[s.at:])
		if s.at == len(s.text) {
			return plain, false
		}
		switch s.text[s.at] {
		case '"':
			s.at++
			return plain, true
		case '\\':
			plain = false
			if !s.escape() {
				return plain, false
			}
		default: // a control character
			return plain, false
		}
	}
}

// escape skips a backslash and what belongs to it.
func (s *jsonScanner) escape() bool {
	s.at++
	if s.at == len(s.text) {
		return false
	}
	switch s.text[s.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at++
		return true
	case 'u':
		for range 4 {
			s.at++
			if s.at == len(s.text) || hexValue(s.text[s.at]) < 0 {
				return false
			}
		}
		s.at++
		return true
	}
	return false
}

// hexValue is that of a hexadecimal digit; -1: it is none.
func hexValue(b byte) int {
	switch {
	case syntax.IsDigit(b):
		return int(b - '0')
	case b|0x20 >= 'a' && b|0x20 <= 'f':
		return int(b|0x20-'a') + 10
	}
	return -1
}

// plainRun returns how many bytes text begins with that stand for themselves in a
// string: up to a quote, a backslash or a control character.
func plainRun(text []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	n := 0
	for len(text)-n >= 8 {
		word := binary.LittleEndian.Uint64(text[n:])
		// Of a quote and of control characters the flipped bytes are less than 0x21.
		// The lowest top bit is that of the first such byte; others may be wrong.
		flipped, slash := word^('"'^' ')*ones, word^'\\'*ones
		found := ((flipped-0x21*ones)&^flipped | (slash-ones)&^slash) & tops
		if found != 0 {
			return n + bits.TrailingZeros64(found)/8
		}
		n += 8
	}
	for n < len(text) && text[n] >= ' ' && text[n] != '"' && text[n] != '\\' {
		n++
	}
	return n
}

// word skips a word.
func (s *jsonScanner) word(word string) bool {
	for i := range len(word) {
		if !s.take(word[i]) {
			return false
		}
	}
	return true
}

// number skips one.
func (s *jsonScanner) number() bool {
	s.take('-')
	if !s.take('0') && !s.digits() {
		return false
	}
	if s.take('.') && !s.digits() {
		return false
	}
	if s.take('e') || s.take('E') {
		if !s.take('+') {
			s.take('-')
		}
		return s.digits()
	}
	return true
}

// digits skips one digit at least.
func (s *jsonScanner) digits() bool {
	from := s.at
	for s.at < len(s.text) && syntax.IsDigit(s.text[s.at]) {
		s.at++
	}
	return s.at > from
}
