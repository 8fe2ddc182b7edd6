package json

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// A skipper skips a value of which a text has only a part, by its brackets and quotes alone.
type skipper struct {
	depth            int
	inString, escape bool
}

// skip skips what text has of the value. done says that its end was met: behind its last
// bracket or quote, or before what cannot be in a number or word.
func (s *skipper) skip(text []byte) (n int, done bool) {
	for ; n < len(text); n++ {
		b := text[n]
		switch {
		case s.escape:
			s.escape = false
		case s.inString:
			if run := plainRun(text[n:]); run > 0 {
				n += run - 1
				continue
			}
			s.escape = b == '\\'
			if s.inString = b != '"'; !s.inString && s.depth == 0 {
				return n + 1, true
			}
		case b == '"':
			s.inString = true
		case b == '{' || b == '[':
			s.depth++
		case s.depth == 0 && (b == ',' || b == '}' || b == ']' || isSpace(b)):
			return n, true
		case b == '}' || b == ']':
			if s.depth--; s.depth == 0 {
				return n + 1, true
			}
		}
	}
	return n, false
}

// A tail is what follows the array of the records: the end of the objects around it, and
// their other members. These are looked at as the sample is, as puzzles in another array may
// begin anywhere behind the first.
type tail struct {
	depth int    // brackets that are still open
	alone bool   // puzzles in other arrays are a fault
	key   string // of the array of the records

	named    bool // a colon was met
	skipping bool // the next bytes belong to skipper: a key, or a value
	skipper  skipper
	member   []byte // the beginning of the last member

	solutions string // the key of an array of solutions; "": none was met
}

func newTail(l *layout) tail {
	t := tail{depth: l.depth, alone: l.alone}
	if t.alone && len(l.Header) > 0 {
		t.key = keyBefore(l.Header[:len(l.Header)-1])
	}
	return t
}

// skip goes through what text has of the tail, up to what is wrong with it, if anything is.
func (t *tail) skip(text []byte) (n int, fault syntax.Error) {
	for n < len(text) {
		b := text[n]
		switch {
		case t.skipping:
			size, done := t.skipper.skip(text[n:])
			t.keep(text[n:][:size])
			t.skipping = !done
			n += size
			if done && t.missesPuzzles() {
				return n, syntax.Error{Err: syntax.ErrArrays, Field: t.name()}
			}
			continue
		case isSpace(b), b == ';' && t.depth == 0: // of the program around the array
		case t.depth == 0, !t.named && (b == '{' || b == '['):
			return n, syntax.Error{Err: syntax.ErrTrailing}
		case b == ':' || b == ',':
			t.named = b == ':'
			t.keep(text[n:][:1])
		case b == '}' || b == ']':
			t.depth--
		default:
			if !t.named {
				t.member = t.member[:0]
			}
			t.skipper, t.skipping, t.named = skipper{}, true, false
			continue
		}
		n++
	}
	return n, fault
}

// keep keeps a part of the member, as far as it is looked at.
func (t *tail) keep(part []byte) {
	const most = 64 << 10
	if t.alone {
		t.member = append(t.member, part[:min(len(part), most-len(t.member))]...)
	}
}

// name returns the name of the member.
func (t *tail) name() string {
	s := scanner{text: t.member}
	if len(s.text) == 0 || s.text[0] != '"' || !s.str() {
		return ""
	}
	return string(unquote(nil, s.text[:s.at]))
}

// missesPuzzles reports whether puzzles are missed in the member. It notes solutions, which
// are no fault.
func (t *tail) missesPuzzles() bool {
	for _, a := range arraysOf(&form.Sample{Text: t.member}) {
		switch {
		case a.Puzzles == 0:
		case isMissed(a.key, t.key):
			return true
		case t.solutions == "" && isApart(a.key, t.key):
			t.solutions = a.key
		}
	}
	return false
}
