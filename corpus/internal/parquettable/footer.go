package parquettable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// The least a file has: the magic at its ends, and the size of the footer.
const minFile = 4 + 8

const (
	// maxFooter is the largest description of a file that is read.
	maxFooter = 16 << 20
	// maxElements is how many elements a schema may have.
	maxElements = 4096
	// maxRows is how many rows a row group may have.
	maxRows = 1 << 36
)

// Errors of files that are none, or not whole.
var (
	ErrCut       = errors.New("the file begins as a Parquet file and does not end as one: it is cut, or something follows it")
	ErrEncrypted = errors.New("the Parquet file is encrypted")
	ErrJoined    = errors.New("several Parquet files that were joined, of which only the last would be read: read them as they were")
)

// An element of a file's schema, in the order of a walk from the root.
type element struct {
	name       string
	physical   physical
	length     int // of fixed-length values
	repetition repetition
	children   int
	logical    logical
}

// A chunk is where the values of a column in a row group are.
type chunk struct {
	path    string // the names that lead to the column, a dot ahead of each
	codec   compression
	entries int64 // values, nulls included
	start   int64 // of the first page; may be 0 where there is none
	size    int64 // of all pages, with their headers
	text    int64 // of all pages as text, as the file says: good for how much to read ahead
}

// A rowGroup is some rows, with a chunk for each leaf of the schema.
type rowGroup struct {
	rows   int64
	chunks []chunk
}

// A footer is what a file says of itself.
type footer struct {
	schema []element
	groups []rowGroup
	rows   int64 // of all of them, as the footer says
	start  int64 // where it begins in the file; pages are ahead of it
	end    int64 // of what it describes
	size   int64 // of the file
}

// readFooter reads the description at the end of a file.
func readFooter(r io.ReaderAt, size int64) (*footer, error) {
	var tail [8]byte
	if size < minFile {
		return nil, ErrCut
	}
	if err := readAt(r, tail[:], size-8); err != nil {
		return nil, err
	}
	switch string(tail[4:]) {
	case Magic:
	case "PARE":
		return nil, ErrEncrypted
	default:
		return nil, ErrCut
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-minFile {
		return nil, fmt.Errorf("the Parquet file is damaged: a footer of %d bytes in a file of %d", n, size)
	}
	if n > maxFooter {
		return nil, fmt.Errorf("the footer of the Parquet file has %d bytes, at most %d are read", n, maxFooter)
	}
	b := make([]byte, n)
	if err := readAt(r, b, size-8-n); err != nil {
		return nil, err
	}
	f := &footer{start: size - 8 - n, end: int64(len(Magic)), size: size}
	if err := f.parse(b); err != nil {
		return nil, fmt.Errorf("in the footer of the Parquet file: %w", err)
	}
	return f, f.checkAhead(r)
}

// checkAhead looks for another file ahead of the one that the footer describes: it would
// end where this one begins. That is as far from the beginning as what is described is
// from the footer, or less, as parquet-cpp describes columns behind their pages, too.
func (f *footer) checkAhead(r io.ReaderAt) error {
	const most = 4 << 10 // of what is not described
	begins := f.start - f.end
	if begins < minFile {
		return nil
	}
	from := max(0, begins-most)
	b := make([]byte, begins+int64(len(Magic))-from)
	if err := readAt(r, b, from); err != nil {
		return err
	}
	for end := len(b); ; {
		at := bytes.LastIndex(b[:end], []byte(Magic+Magic))
		if at < 4 {
			return nil
		}
		if n := int64(little.Uint32(b[at-4:])); n <= from+int64(at)-8 {
			return ErrJoined
		}
		end = at + len(Magic)
	}
}

// describes notes that something is in the file, which the footer is behind.
func (f *footer) describes(at, size int64) {
	if at > 0 && size > 0 && at <= f.start-size {
		f.end = max(f.end, at+size)
	}
}

// readAt fills b from an offset.
func readAt(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	}
	return err
}

func (f *footer) parse(b []byte) error {
	t := &thriftReader{b: b}
	var name []byte // of the program that wrote the file
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{2, thriftList}:
			t.list(thriftStruct, func() { f.element(t) })
		case thriftField{3, thriftI64}:
			f.rows = t.integer()
		case thriftField{4, thriftList}:
			t.list(thriftStruct, func() { f.group(t) })
		case thriftField{6, thriftBinary}:
			name = t.bytes()
		case thriftField{8, thriftStruct}: // the algorithm of an encryption
			t.fail(ErrEncrypted)
		default:
			return false
		}
		return true
	})
	switch {
	case t.err != nil:
		return t.err
	case t.at < len(b):
		return errThriftForm
	}
	return checkSum(b, name)
}

func (f *footer) element(t *thriftReader) {
	if len(f.schema) == maxElements {
		t.fail(fmt.Errorf("the schema has more than %d elements", maxElements))
		return
	}
	e := element{physical: noPhysical}
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftI32}:
			e.physical = physical(min(t.int32(), 127))
		case thriftField{2, thriftI32}:
			e.length = t.int32()
		case thriftField{3, thriftI32}:
			e.repetition = repetition(min(t.int32(), 127))
		case thriftField{4, thriftBinary}:
			e.name = string(t.bytes())
		case thriftField{5, thriftI32}:
			e.children = t.int32()
		case thriftField{6, thriftI32}:
			e.logical.convert(t.int32())
		case thriftField{7, thriftI32}:
			e.logical.scale = t.int32()
		case thriftField{8, thriftI32}:
			e.logical.precision = t.int32()
		case thriftField{10, thriftStruct}:
			e.logical.read(t)
		default:
			return false
		}
		return true
	})
	f.schema = append(f.schema, e)
}

func (f *footer) group(t *thriftReader) {
	var g rowGroup
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftList}:
			t.list(thriftStruct, func() { g.chunks = append(g.chunks, f.chunk(t)) })
		case thriftField{3, thriftI64}:
			g.rows = t.integer()
		default:
			return false
		}
		return true
	})
	if g.rows < 0 || g.rows > maxRows {
		t.fail(errThriftForm)
	}
	f.groups = append(f.groups, g)
}

func (f *footer) chunk(t *thriftReader) (c chunk) {
	known := false
	var offsetsAt, offsets, pagesAt, pages int64 // indexes of the pages
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{1, thriftBinary}:
			if len(t.bytes()) > 0 {
				t.fail(errors.New("columns are in other files"))
			}
		case thriftField{3, thriftStruct}:
			c = f.chunkMeta(t)
			known = true
		case thriftField{4, thriftI64}:
			offsetsAt = t.integer()
		case thriftField{5, thriftI32}:
			offsets = t.integer()
		case thriftField{6, thriftI64}:
			pagesAt = t.integer()
		case thriftField{7, thriftI32}:
			pages = t.integer()
		default:
			return false
		}
		return true
	})
	f.describes(offsetsAt, offsets)
	f.describes(pagesAt, pages)
	if !known || c.entries < 0 || c.entries > 0 && c.start < int64(len(Magic)) {
		t.fail(errThriftForm)
	}
	return c
}

func (f *footer) chunkMeta(t *thriftReader) (c chunk) {
	data, dictionary := int64(-1), int64(0)
	var filterAt, filter int64
	t.structure(func(at thriftField) bool {
		switch at {
		case thriftField{3, thriftList}:
			t.list(thriftBinary, func() { c.path += "." + string(t.bytes()) })
		case thriftField{4, thriftI32}:
			c.codec = compression(min(t.int32(), 127))
		case thriftField{5, thriftI64}:
			c.entries = t.integer()
		case thriftField{6, thriftI64}:
			c.text = t.integer()
		case thriftField{7, thriftI64}:
			c.size = t.integer()
		case thriftField{9, thriftI64}:
			data = t.integer()
		case thriftField{11, thriftI64}:
			dictionary = t.integer()
		case thriftField{14, thriftI64}:
			filterAt = t.integer()
		case thriftField{15, thriftI32}:
			filter = t.integer()
		default:
			return false
		}
		return true
	})
	if data < 0 {
		t.fail(errThriftForm) // without this, chunks of a few bytes each would take memory
	}
	c.start = data
	if dictionary > 0 && (dictionary < data || data == 0) {
		c.start = dictionary
	}
	f.describes(c.start, c.size)
	f.describes(filterAt, filter)
	return c
}

// countRows is how many rows there are in some row groups.
func countRows(groups []rowGroup) (n int64) {
	for i := range groups {
		n += groups[i].rows
	}
	return n
}
