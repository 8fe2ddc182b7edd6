package npy

// This file joins several arrays into one, and splits an array of pairs.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// A textReader reads the texts that next returns, one after the other. A text is valid
// until the following call of next.
type textReader struct {
	text []byte
	next func() ([]byte, error)
}

// NewTextReader returns a reader of a text and of the texts that next returns until its error.
func NewTextReader(text []byte, next func() ([]byte, error)) io.Reader {
	return &textReader{text, next}
}

func (r *textReader) Read(p []byte) (n int, err error) {
	for len(r.text) == 0 {
		if r.text, err = r.next(); err != nil {
			return 0, err
		}
	}
	n = copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// WriteTo writes each text in one piece.
func (r *textReader) WriteTo(w io.Writer) (written int64, err error) {
	for err == nil {
		n, failed := w.Write(r.text)
		if written += int64(n); failed != nil {
			return written, failed
		}
		r.text, err = r.next()
	}
	r.text = nil
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return written, err
}

// joinedArrays is the reader that JoinArrays returns.
type joinedArrays struct {
	textReader
	parts        []arrayPart
	size         int    // length of a record in bytes
	left         int    // records that are left to read
	rows, column []byte // buffers for records, and for the part of one array in them
}

// An arrayPart is one of the joined arrays.
type arrayPart struct {
	field
	member  // what the array adds to each record
	text    io.Reader
	skipped bool
}

// mostNamed limits the names of arrays that are not joined, so that a sample of a file has all of the header.
const mostNamed = 100

// JoinArrays is described in package bulk.
func JoinArrays(names []string, texts []io.Reader, sizes []int) io.Reader {
	j := &joinedArrays{}
	j.next = j.read
	var first io.Reader // all of the first text, until another part of it is read
	var left []member   // arrays that are not joined, by name alone
	for _, name := range names[len(texts):] {
		if _, isArray := arrayName(name); isArray && len(left) < mostNamed {
			left = append(left, member{name: columnName(name)})
		}
	}
	for i, text := range texts {
		head, err := readHead(text)
		if err == nil {
			head, text, err = inOrder(head, text)
		}
		if i == 0 && text != nil {
			first = io.MultiReader(bytes.NewReader(head), text)
		} else if err != nil {
			err = fmt.Errorf("in %s: %w", names[i], err)
			return &textReader{next: func() ([]byte, error) { return nil, err }}
		}
		p, records, ok := newArrayPart(names[i], text, head, sizes)
		if i == 0 {
			if !ok || !p.mayBeGrid() {
				return first
			}
			j.left = records
		}
		if ok && records == j.left && len(j.parts) < form.MaxColumns && j.size+p.length() <= maxRecord {
			p.at = j.size
			j.size += p.length()
			j.parts = append(j.parts, p)
		} else if len(left) < mostNamed {
			left = append(left, member{name: columnName(names[i])})
		}
	}
	if len(j.parts) == 1 && len(left) == 0 {
		return first
	}
	const buffer = 2 * maxRecord
	j.rows, j.column = make([]byte, buffer), make([]byte, buffer)
	var members []member
	for _, p := range j.parts {
		members = append(members, p.member)
	}
	j.text = joinedHeader(j.left, append(members, left...))
	return j
}

// readHead reads the header of an array, or as much of it as there is.
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
	if isEnd(err) {
		err = nil
	}
	return head, err
}

// isEnd reports whether an error of io.ReadFull means the end of a text.
func isEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// newArrayPart returns an array and its number of records. ok is false if the header is not
// the header of an array, or if the array does not hold one grid or single value per
// record.
func newArrayPart(name string, text io.Reader, head []byte, sizes []int) (p arrayPart, records int, ok bool) {
	h, err := parseHeader(head)
	if err != nil || h.descr == "" || len(h.shape) == 0 || h.shape[0] < 0 || h.fortran && len(h.shape) > 1 {
		return p, 0, false
	}
	p = arrayPart{member: member{columnName(name), h.descr, h.shape[1:]}, text: text}
	p.field, ok = p.member.field(sizes)
	return p, h.shape[0], ok && p.length() <= maxRecord
}

// columnName returns the name of an array as a column, which a header can hold.
func columnName(name string) string {
	name, _ = arrayName(name)
	return strings.NewReplacer("'", "_", `"`, "_", `\`, "_").Replace(name)
}

// Only sets all fields to zeros except the fields from first up to, but not including, end.
// It is called before the first Read.
func (j *joinedArrays) Only(first, end int) {
	for i := range j.parts {
		j.parts[i].skipped = i < first || i >= end
	}
}

// read reads some records of all parts, or the bytes after the records of one part. The
// number of records is the number in the shortest part.
func (j *joinedArrays) read() ([]byte, error) {
	n := min(len(j.rows)/j.size, j.left)
	if n == 0 {
		return j.readRest()
	}
	for i := range j.parts {
		p := &j.parts[i]
		if p.skipped {
			continue
		}
		size := p.length()
		have, err := io.ReadFull(p.text, j.column[:n*size])
		if isEnd(err) {
			n = have / size
			j.left = n
		} else if err != nil {
			return nil, p.locate(err, i)
		}
		for r := range n {
			copy(j.rows[r*j.size+p.at:], j.column[r*size:(r+1)*size])
		}
	}
	j.left -= n
	return j.rows[:n*j.size], nil
}

// readRest reads a byte that follows the records of a part.
func (j *joinedArrays) readRest() ([]byte, error) {
	for i := range j.parts {
		p := &j.parts[i]
		if p.skipped {
			continue
		}
		switch n, err := io.ReadFull(p.text, j.rows[:1]); {
		case n > 0:
			return j.rows[:1], nil
		case !isEnd(err):
			return nil, p.locate(err, i)
		}
	}
	return nil, io.EOF
}

// locate adds the name of the part to an error, except for the first part.
func (p *arrayPart) locate(err error, part int) error {
	if part == 0 {
		return err
	}
	return fmt.Errorf("in %s: %w", p.member.name, err)
}

// SplitArray is described in package bulk.
func SplitArray(file io.ReaderAt, size int64) (names []string, arrays []io.Reader, err error) {
	head, err := readHead(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, nil, err
	}
	h, err := parseHeader(head)
	if err != nil {
		return nil, nil, err
	}
	l := Layout{orders: geometry.Sides()}
	if err := l.findGrids(&h); err != nil {
		return nil, nil, err
	}
	from, record := int64(h.size), int64(l.info.RecordSize)
	n := (size - from) / record
	names = []string{"puzzles.npy", "solutions.npy"}[:len(l.fields)]
	for i := range l.fields {
		f, records, buffer := &l.fields[i], io.NewSectionReader(file, from, n*record), make([]byte, 1024*record)
		next := func() ([]byte, error) {
			have, err := io.ReadFull(records, buffer)
			if have == 0 {
				return nil, err
			}
			text := buffer[:0] // each part moves to the left
			for at := 0; at < have; at += int(record) {
				text = append(text, f.of(buffer[at:])...)
			}
			return text, nil
		}
		arrays = append(arrays, NewTextReader(Header(f.order, n), next))
	}
	return names, arrays, nil
}
