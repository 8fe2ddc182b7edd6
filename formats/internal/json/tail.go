package json

import (
	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/formats/internal/syntax"
)

// maxMember bounds what is kept of a member: as much as a sample has.
const maxMember = 64 << 10

// A jsonTail is what follows the array of the records: the end of the objects around
// it, and their other members. These are looked at as the sample is, as puzzles in
// another array may begin anywhere behind the first.
type jsonTail struct {
	depth int    // brackets that are still open
	alone bool   // puzzles in other arrays are a fault
	key   string // of the array of the records

	named    bool // a colon was met
	skipping bool // the next bytes belong to element: a key, or a value
	element  jsonElement
	member   []byte // the beginning of the last member

	solutions string // the key of an array of solutions; "": none was met
}

func (l *layout) newTail() jsonTail {
	t := jsonTail{depth: l.depth, alone: l.alone}
	if t.alone {
		t.key = keyBefore(l.info.Header[:len(l.info.Header)-1])
	}
	return t
}

// skip goes through what text has of the tail, up to what is wrong with it, if
// anything is.
func (t *jsonTail) skip(text []byte) (n int, fault syntax.Error) {
	for ; n < len(text); n++ {
		b := text[n]
		switch {
		case t.skipping:
			size, done := t.element.skip(text[n:])
			t.keep(text[n:][:size])
			t.skipping = !done
			n += size - 1
			if done && t.missesPuzzles() {
				return n, syntax.Error{Err: syntax.ErrArrays, Field: t.name()}
			}
		case isJSONSpace(b), b == ';' && t.depth == 0: // of the program around the array
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
			t.element, t.skipping, t.named = jsonElement{}, true, false
			n--
		}
	}
	return n, syntax.Error{}
}

// keep keeps a part of the member, as far as it is looked at.
func (t *jsonTail) keep(part []byte) {
	if t.alone {
		t.member = append(t.member, part[:min(len(part), maxMember-len(t.member))]...)
	}
}

// name is that of the member.
func (t *jsonTail) name() string {
	s := jsonScanner{text: t.member}
	key, _, _, _ := s.key(true)
	return string(unescape(nil, key))
}

// missesPuzzles reports whether puzzles are missed in the member. It notes solutions,
// which are no fault.
func (t *jsonTail) missesPuzzles() bool {
	s := form.Sample{Text: t.member}
	for _, a := range arrays(&s) {
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
