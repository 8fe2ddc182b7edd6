package npy

// This file reads and writes the header of a file.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// A header holds the contents of a file's header.
type header struct {
	descr   string   // the type of the elements; "": several types
	members []member // the parts of a record of joined arrays; nil: the file is one array
	fortran bool     // Fortran order: the first index varies fastest
	shape   []int
	size    int // length of the header in bytes
}

// A member is what one of several joined arrays adds to each record: its name, the type of its
// elements, and their shape, which is empty for a single element. An array that is not joined has a name alone.
type member struct {
	name, descr string
	shape       []int
}

// joinedVersion is the version of the header that [JoinArrays] writes. numpy has no such version.
const joinedVersion = 0

// Header returns the header of an array of n puzzles, see bulk.NpyHeader.
func Header(order int, n int64) []byte {
	return newHeader("'|u1'", fmt.Sprintf("%d, %d", n, order*order))
}

// ValuesHeader returns the header of an array of n values of a type, as numpy names it.
func ValuesHeader(descr string, n int64) []byte {
	return newHeader("'"+descr+"'", fmt.Sprintf("%d,", n))
}

// newHeader returns a header of 128 bytes, or longer if numpy makes it longer.
func newHeader(descr, shape string) []byte {
	const least, line, fixed = 128, 64, len(form.NpyMagic) + 4
	text := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': (%s), }", descr, shape)
	size := max(least, (fixed+len(text)+line)/line*line)
	header := append(make([]byte, 0, size), form.NpyMagic+"\x01\x00"...)
	header = binary.LittleEndian.AppendUint16(header, uint16(size-fixed))
	header = append(header, text...)
	header = append(header, bytes.Repeat([]byte{' '}, size-1-len(header))...)
	return append(header, '\n')
}

// parseHeader reads the header at the beginning of text. The error is an [*ArrayError].
func parseHeader(text []byte) (h header, err error) {
	n, from := 0, 10
	switch {
	case len(text) < 12 || !bytes.HasPrefix(text, []byte(form.NpyMagic)):
		return h, &ArrayError{Reason: "the file ends within its header"}
	case text[6] == 1:
		n = int(binary.LittleEndian.Uint16(text[8:]))
	case text[6] == 2 || text[6] == 3 || text[6] == joinedVersion:
		n, from = int(min(binary.LittleEndian.Uint32(text[8:]), math.MaxInt32/2)), 12
	default:
		return h, &ArrayError{Reason: fmt.Sprintf("version %d.%d of the file format: only 1.0, 2.0 and 3.0", text[6], text[7])}
	}
	h.size = from + n
	if h.size > len(text) {
		return h, &ArrayError{Reason: fmt.Sprintf("the header says that it has %d bytes, but the file has only %d of them", n, len(text)-from)}
	}
	p := parser{text: text[from:h.size]}
	read := p.dict
	if text[6] == joinedVersion {
		read = p.joined
	}
	switch {
	case !read(&h):
		return h, &ArrayError{Reason: fmt.Sprintf("byte %d: the header is not valid", from+p.at+1)}
	case h.descr == "" && h.members == nil:
		return h, &ArrayError{Type: "structured", Shape: h.shape, Reason: "save the field with the puzzles as a plain array, for example np.save('puzzles.npy', a['puzzle'])"}
	}
	return h, nil
}

// joinedHeader returns the header of n joined records with these members: the number of records,
// and then the type, the shape and the name of each member on a line of its own.
func joinedHeader(n int, members []member) []byte {
	text := strconv.AppendInt(nil, int64(n), 10)
	for _, m := range members {
		text = fmt.Appendf(text, "\n'%s' %s '%s'", m.descr, shapeText(m.shape), m.name)
	}
	header := append([]byte(form.NpyMagic), joinedVersion, 0)
	header = binary.LittleEndian.AppendUint32(header, uint32(len(text)))
	return append(header, text...)
}

// joined reads the whole text as joinedHeader writes it.
func (p *parser) joined(h *header) bool {
	n, ok := p.value()
	for ok && p.peek() != 0 {
		var m member
		var shape any
		if m.descr, ok = p.quoted(); !ok {
			return false
		}
		shape, _ = p.value()
		if m.shape, ok = shapeOf(shape); !ok {
			return false
		}
		m.name, ok = p.quoted()
		h.members = append(h.members, m)
	}
	records, counted := n.(int)
	h.shape = []int{records}
	return ok && counted && records >= 0 && len(h.members) > 0 && p.at == len(p.text)
}

// A parser reads Python literals. Its methods report whether the text is valid.
type parser struct {
	text []byte
	at   int
}

// Python literals become strings, bools, ints, and these types.
type (
	list  []any
	tuple []any
)

// dict reads the whole text as the dictionary of a header.
func (p *parser) dict(h *header) bool {
	seen := map[string]bool{}
	if !p.accept('{') {
		return false
	}
	for !p.accept('}') {
		key, _ := p.quoted()
		if seen[key] = true; !p.accept(':') {
			return false
		}
		value, ok := p.value()
		if !ok || !h.set(key, value) || !p.accept(',') && p.peek() != '}' {
			return false
		}
	}
	return len(seen) == 3 && p.peek() == 0 && p.at == len(p.text)
}

// set stores the value of a key of the dictionary.
func (h *header) set(key string, value any) (ok bool) {
	switch key {
	case "descr":
		if h.descr, ok = value.(string); !ok {
			_, ok = value.(list) // of the fields of structures
		}
	case "fortran_order":
		h.fortran, ok = value.(bool)
	case "shape":
		h.shape, ok = shapeOf(value)
	}
	return ok
}

// shapeOf returns a tuple of numbers, none of them below -1.
func shapeOf(value any) (shape []int, ok bool) {
	items, ok := value.(tuple)
	for _, item := range items {
		n, isInt := item.(int)
		ok = ok && isInt && n >= -1
		shape = append(shape, n)
	}
	return shape, ok
}

// value reads a value.
func (p *parser) value() (value any, ok bool) {
	switch b := p.peek(); b {
	case '\'', '"':
		return p.quoted()
	case '(':
		items, ok := p.items(')')
		return tuple(items), ok
	case '[':
		items, ok := p.items(']')
		return list(items), ok
	}
	end := p.at
	for end < len(p.text) && strings.IndexByte("0123456789-TrueFalse", p.text[end]) >= 0 {
		end++
	}
	word := string(p.text[p.at:end])
	n, err := strconv.Atoi(word)
	switch {
	case word == "True" || word == "False":
		value = word == "True"
	case err == nil:
		value = n
	default:
		return nil, false
	}
	p.at = end
	if err == nil {
		p.accept('L') // long integers of Python 2
	}
	return value, true
}

// items reads the values of a list or a tuple, including its closing bracket.
func (p *parser) items(closing byte) (items []any, ok bool) {
	for p.at++; !p.accept(closing); {
		item, ok := p.value()
		if !ok || !p.accept(',') && p.peek() != closing {
			return nil, false
		}
		items = append(items, item)
	}
	return items, true
}

// quoted reads a string. The strings of a header need no escapes.
func (p *parser) quoted() (string, bool) {
	quote := p.peek()
	if quote != '\'' && quote != '"' {
		return "", false
	}
	n := bytes.IndexByte(p.text[p.at+1:], quote)
	if n < 0 {
		return "", false
	}
	value := string(p.text[p.at+1 : p.at+1+n])
	p.at += n + 2
	return value, !strings.Contains(value, `\`)
}

// peek returns the next byte that is not blank, without reading it, or 0 if there is none.
func (p *parser) peek() byte {
	for ; p.at < len(p.text); p.at++ {
		if b := p.text[p.at]; b != ' ' && b != '\n' && b != '\t' && b != '\r' {
			return b
		}
	}
	return 0
}

// accept reads the byte b, which is not 0, if it is next.
func (p *parser) accept(b byte) bool {
	if p.peek() != b {
		return false
	}
	p.at++
	return true
}
