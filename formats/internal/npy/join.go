package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// Join reads arrays that lie side by side, such as the members of an .npz file
// that [Choose] puts together, as one array of structures: a field for each, of its
// name. The first are the puzzles. Others that are as long, and have a grid or a single
// value for each puzzle, are joined to them; no others are read. Where there is nothing to
// join the text is that of the first.
//
// The reader may have a method Only(first, end int), to be called before the first Read:
// the fields but those from first up to, not with, end are then zeros, and nothing is
// read of them. Errors are those of the texts.
func Join(names []string, texts []io.Reader) io.Reader {
	j := &joinedArrays{}
	var puzzles io.Reader // all of the first, while nothing else was read
	for i, text := range texts {
		head, err := readHead(text)
		if err != nil && i > 0 {
			return &joinedArrays{err: fmt.Errorf("in %s: %w", names[i], err)}
		}
		p, records, ok := newArrayPart(names[i], text, head)
		switch {
		case i == 0 && (!ok || !p.isGrid()):
			return io.MultiReader(bytes.NewReader(head), text)
		case i == 0:
			j.left, puzzles = records, io.MultiReader(bytes.NewReader(head), text)
		}
		if ok && records == j.left && len(j.parts) < form.MaxColumns && j.stride+p.gridSize() <= maxRecord {
			p.at = j.stride
			j.stride += p.gridSize()
			j.parts = append(j.parts, p)
		}
	}
	if len(j.parts) == 1 {
		return puzzles
	}
	const buffer = 2 * maxRecord
	j.rows, j.column = make([]byte, buffer), make([]byte, buffer)
	j.text = j.header()
	return j
}

// readHead reads the header of an array as far as there is one. It is no error if
// there is none.
func readHead(text io.Reader) (head []byte, err error) {
	const most = 64 << 10
	head = make([]byte, 12)
	n, err := io.ReadFull(text, head)
	head = head[:n]
	if err == nil && bytes.HasPrefix(head, []byte(form.NpyMagic)) {
		size := 10 + uint32(binary.LittleEndian.Uint16(head[8:]))
		if head[6] > 1 {
			size = 12 + min(binary.LittleEndian.Uint32(head[8:]), most)
		}
		head = append(head, make([]byte, max(size, 12)-12)...)
		n, err = io.ReadFull(text, head[12:])
		head = head[:12+n]
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head, err
}

// An arrayPart is one of the arrays that are joined.
type arrayPart struct {
	field
	descr   string
	shape   []int // of an element
	text    io.Reader
	skipped bool
}

// newArrayPart returns an array of so many records, unless its header says that it is none
// or that its elements are neither grids nor single values, one after the other.
func newArrayPart(name string, text io.Reader, head []byte) (p arrayPart, records int, ok bool) {
	h, err := readHeader(head)
	if err != nil || h.descr == "" || len(h.shape) == 0 || h.shape[0] < 0 || h.fortran && len(h.shape) > 1 {
		return p, 0, false
	}
	m := member{name: fieldName(name), descr: h.descr, shape: h.shape[1:]}
	if _, ok = m.size(); !ok {
		return p, 0, false
	}
	p = arrayPart{descr: m.descr, shape: m.shape, text: text}
	p.field, ok = m.field()
	return p, h.shape[0], ok
}

// fieldName is the name of an array without that of its folder, as it may stand between
// quotes.
func fieldName(member string) string {
	name, _ := arrayName(member)
	return strings.Map(func(r rune) rune {
		if r == '\'' || r == '"' || r == '\\' {
			return '_'
		}
		return r
	}, name)
}

// joinedArrays is what Join returns.
type joinedArrays struct {
	parts  []arrayPart
	stride int
	left   int    // records
	text   []byte // to be given
	rows   []byte // its buffer
	column []byte // a part's share of rows
	err    error  // behind it
}

// header returns the header of the structures, in whole lines of 64 bytes as numpy has
// them.
func (j *joinedArrays) header() []byte {
	var members strings.Builder
	for _, p := range j.parts {
		fmt.Fprintf(&members, "('%s', '%s'", p.name, p.descr)
		if len(p.shape) > 0 {
			members.WriteString(", " + shapeText(p.shape))
		}
		members.WriteString("), ")
	}
	return headerOf("["+members.String()+"]", strconv.Itoa(j.left)+",")
}

// Only is described at Join.
func (j *joinedArrays) Only(first, end int) {
	for i := range j.parts {
		j.parts[i].skipped = i < first || i >= end
	}
}

func (j *joinedArrays) Read(p []byte) (int, error) {
	for len(j.text) == 0 {
		switch {
		case j.err != nil:
			return 0, j.err
		case j.left > 0:
			j.fill()
		default:
			j.end()
		}
	}
	n := copy(p, j.text)
	j.text = j.text[n:]
	return n, nil
}

// fill reads some records. There are as many as the shortest part has.
func (j *joinedArrays) fill() {
	n := min(len(j.rows)/j.stride, j.left)
	for i := range j.parts {
		p := &j.parts[i]
		if p.skipped {
			continue
		}
		size := p.gridSize()
		have, err := io.ReadFull(p.text, j.column[:n*size])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			n = have / size
			j.left = n
			err = nil
		}
		if err != nil {
			j.err = p.located(err, i)
			return
		}
		for r := range n {
			copy(j.rows[r*j.stride+p.at:], j.column[r*size:(r+1)*size])
		}
	}
	j.left -= n
	j.text = j.rows[:n*j.stride]
}

// end wants all parts to end with the records. What is behind them is given as it is.
func (j *joinedArrays) end() {
	for i := range j.parts {
		p := &j.parts[i]
		if p.skipped {
			continue
		}
		n, err := io.ReadFull(p.text, j.rows[:1])
		switch {
		case n > 0:
			j.text = j.rows[:1]
		case err != io.EOF:
			j.err = p.located(err, i)
			return
		}
	}
	j.err = io.EOF
}

// located says of which part an error is, if it is not of the first.
func (p *arrayPart) located(err error, part int) error {
	if part == 0 {
		return err
	}
	return fmt.Errorf("in %s: %w", p.name, err)
}
