package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// An header is what the header of a numpy file says.
type header struct {
	descr   string   // the type of the elements; "": they are structures
	members []member // of these; nil: they cannot be understood
	fortran bool     // the first index varies fastest
	shape   []int
	size    int // of the header, in bytes
}

// Header returns the header of a numpy file of n puzzles, as numpy writes it
// for an array of the type uint8 and the shape (n, Order·Order). All are 128 bytes
// long, so that one written with n = -1, before the number is known, can be
// overwritten. In place of that number -1 is read as "all there are", here and by
// numpy where it reads a file.
func Header(order int, n int64) []byte {
	return headerOf("'|u1'", fmt.Sprintf("%d, %d", n, order*order))
}

// NumbersHeader is the header for an array of n numbers of the type int32, the
// least significant byte first.
func NumbersHeader(n int64) []byte { return headerOf("'<i4'", fmt.Sprintf("%d,", n)) }

// headerOf returns a header of 128 bytes, or of as many more as numpy makes it.
func headerOf(descr, shape string) []byte {
	const least, line, fixed = 128, 64, len(form.NpyMagic) + 4
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': (%s), }", descr, shape)
	size := max(least, (fixed+len(text)+line)/line*line)
	header := append(make([]byte, 0, size), form.NpyMagic+"\x01\x00"...)
	header = binary.LittleEndian.AppendUint16(header, uint16(size-fixed))
	header = append(header, text...)
	header = append(header, bytes.Repeat([]byte{' '}, size-1-len(header))...)
	return append(header, '\n')
}

// readHeader reads the header that text begins with. The error is an
// [*ArrayError].
func readHeader(text []byte) (h header, err error) {
	n, from := 0, 10
	switch {
	case len(text) < 12 || !bytes.HasPrefix(text, []byte(form.NpyMagic)):
		return h, &ArrayError{Reason: "the file ends within its header"}
	case text[6] == 1:
		n = int(binary.LittleEndian.Uint16(text[8:]))
	case text[6] == 2 || text[6] == 3:
		n, from = int(min(binary.LittleEndian.Uint32(text[8:]), math.MaxInt32/2)), 12
	default:
		return h, &ArrayError{Reason: fmt.Sprintf("version %d.%d of the file format: only 1.0, 2.0 and 3.0", text[6], text[7])}
	}
	h.size = from + n
	if h.size > len(text) {
		return h, &ArrayError{Reason: fmt.Sprintf("the header is %d bytes long, of which there are %d", n, len(text)-from)}
	}
	p := literal{text: text[from:h.size]}
	if !p.dict(&h) {
		return h, &ArrayError{Reason: fmt.Sprintf("byte %d: the header cannot be understood", from+p.at+1)}
	}
	return h, nil
}

// A literal is a text of Python's literals, of which a part is read. Its methods
// report whether what they read is there.
type literal struct {
	text []byte
	at   int
}

// dict reads all of the text as the dictionary of a header.
func (p *literal) dict(h *header) bool {
	const descr, fortran, shape = 1, 2, 4
	seen := 0
	ok := p.accept('{')
	for ok && !p.accept('}') {
		var key string
		if key, ok = p.quoted(); !ok || !p.accept(':') {
			return false
		}
		switch key {
		case "descr":
			seen |= descr
			if h.descr, ok = p.quoted(); !ok {
				h.members, ok = p.structure()
			}
		case "fortran_order":
			seen |= fortran
			h.fortran, ok = p.boolean()
		case "shape":
			seen |= shape
			h.shape, ok = p.tuple()
		default:
			return false
		}
		ok = ok && (p.accept(',') || p.peek() == '}')
	}
	return ok && seen == descr|fortran|shape && p.peek() == 0 && p.at == len(p.text)
}

// peek returns the next byte that is not blank, without taking it; 0: there is
// none.
func (p *literal) peek() byte {
	for ; p.at < len(p.text); p.at++ {
		if b := p.text[p.at]; b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			return b
		}
	}
	return 0
}

// accept takes a byte.
func (p *literal) accept(b byte) bool {
	if p.peek() != b || p.at == len(p.text) {
		return false
	}
	p.at++
	return true
}

// quoted takes a string. Those of a header need no escapes.
func (p *literal) quoted() (string, bool) {
	quote := p.peek()
	if quote != '\'' && quote != '"' {
		return "", false
	}
	n := bytes.IndexByte(p.text[p.at+1:], quote)
	if n < 0 {
		return "", false
	}
	value := p.text[p.at+1 : p.at+1+n]
	p.at += n + 2
	return string(value), bytes.IndexByte(value, '\\') < 0
}

// boolean takes True or False.
func (p *literal) boolean() (value, ok bool) {
	p.peek()
	for _, word := range []string{"True", "False"} {
		if bytes.HasPrefix(p.text[p.at:], []byte(word)) {
			p.at += len(word)
			return word == "True", true
		}
	}
	return false, false
}

// maxDimensions is how many numpy allows.
const maxDimensions = 64

// tuple takes a tuple of whole numbers, none of them below -1. Those of Python 2
// may end in an L.
func (p *literal) tuple() (numbers []int, ok bool) {
	ok = p.accept('(')
	for ok && !p.accept(')') {
		p.peek()
		end := p.at
		for end < len(p.text) && (p.text[end] >= '0' && p.text[end] <= '9' || p.text[end] == '-') {
			end++
		}
		n, err := strconv.Atoi(string(p.text[p.at:end]))
		if err != nil || n < -1 || len(numbers) == maxDimensions {
			return nil, false
		}
		numbers = append(numbers, n)
		p.at = end
		p.accept('L')
		ok = p.accept(',') || p.peek() == ')'
	}
	return numbers, ok
}

// nested takes a list or a tuple, whatever is in it.
func (p *literal) nested() bool {
	if b := p.peek(); b != '[' && b != '(' {
		return false
	}
	for depth := 0; ; {
		switch p.peek() {
		case 0:
			return false
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case '\'', '"':
			if _, ok := p.quoted(); !ok {
				return false
			}
			continue
		}
		if p.at++; depth == 0 {
			return true
		}
	}
}
