package json

// This file skips JSON values fast.

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// maxDepth limits the nesting of values, as in package jsontext.
const maxDepth = 10_000

// A scanner skips and checks JSON values as programs write them. It does not say why other
// text is not valid.
type scanner struct {
	text []byte
	at   int
}

// take skips the byte b and reports whether it is there.
func (s *scanner) take(b byte) bool {
	if s.at < len(s.text) && s.text[s.at] == b {
		s.at++
		return true
	}
	return false
}

// space skips blanks between tokens.
func (s *scanner) space() { s.at += lengthOfSpace(s.text[s.at:]) }

// value skips a value. If it is an object or an array and visit is not nil, value calls visit with the name
// and the range of each member or item.
func (s *scanner) value(depth int, visit func(name []byte, from, to int)) bool {
	if s.at >= len(s.text) {
		return false
	}
	switch s.text[s.at] {
	case '"':
		return s.str()
	case '{', '[':
		return depth < maxDepth && s.brackets(depth, visit)
	case 't':
		return s.takeText([]byte("true"))
	case 'f':
		return s.takeText([]byte("false"))
	case 'n':
		return s.takeText([]byte("null"))
	}
	return s.number()
}

// brackets skips an object or an array.
func (s *scanner) brackets(depth int, visit func(name []byte, from, to int)) bool {
	begin := s.text[s.at]
	s.at++
	if s.space(); s.take(begin + 2) { // the closing bracket
		return true
	}
	for {
		s.space()
		key := s.at
		if begin == '{' && !s.key() {
			return false
		}
		from := s.at
		if !s.value(depth+1, nil) {
			return false
		}
		if visit != nil {
			visit(nameOf(s.text[key:from]), from, s.at)
		}
		if s.space(); s.take(begin + 2) {
			return true
		}
		if !s.take(',') {
			return false
		}
	}
}

// key skips a member's key, with its colon and the blanks after it.
func (s *scanner) key() bool {
	if s.at == len(s.text) || s.text[s.at] != '"' || !s.str() {
		return false
	}
	s.space()
	ok := s.take(':')
	s.space()
	return ok
}

// str skips a string. If there is no valid string, it still skips the first quote.
func (s *scanner) str() bool {
	for s.at++; ; {
		s.at += plainRun(s.text[s.at:])
		if s.take('"') {
			return true
		}
		if !s.take('\\') || s.at == len(s.text) { // a control character, or the end
			return false
		}
		switch b := s.text[s.at]; {
		case bytes.IndexByte([]byte(`"\/bfnrt`), b) >= 0:
			s.at++
		case b == 'u' && len(s.text)-s.at > 4 && isHex(s.text[s.at+1:s.at+5]):
			s.at += 5
		default:
			return false
		}
	}
}

func isHex(text []byte) bool {
	_, err := strconv.ParseUint(string(text), 16, 16)
	return err == nil
}

// plainRun returns the length of the text up to a quote, a backslash or a control
// character: the bytes that stand for themselves in a string.
func plainRun(text []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	n := 0
	for len(text)-n >= 8 {
		word := binary.LittleEndian.Uint64(text[n:])
		// Quotes and control characters give flipped bytes below 0x21. The lowest top bit
		// belongs to the first such byte; higher ones may be wrong.
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

// number skips a number.
func (s *scanner) number() bool {
	s.take('-')
	if !s.take('0') && !s.digits() || s.take('.') && !s.digits() {
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

// digits skips one or more digits.
func (s *scanner) digits() bool {
	from := s.at
	for s.at < len(s.text) && syntax.IsDigit(s.text[s.at]) {
		s.at++
	}
	return s.at > from
}
