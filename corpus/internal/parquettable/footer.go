package parquettable

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"
)

const (
	minFile     = 4 + 8    // the magic at both ends, and the size of the footer
	maxFooter   = 16 << 20 // the largest footer that is read
	maxElements = 4096     // of a schema
	maxRows     = 1 << 36  // of a row group
)

// Errors of files that are none, or not whole.
var (
	ErrCut       = errors.New("the file begins as a Parquet file and does not end as one: it is cut, or something follows it")
	ErrEncrypted = errors.New("the Parquet file is encrypted")
	ErrJoined    = errors.New("several Parquet files that were joined, of which only the last would be read: read them as they were")
)

var (
	errFooterSum = errors.New("the checksum is wrong")
	errNoGroups  = errors.New("there is data and no row group")
	errFileRows  = errors.New("the row groups have fewer rows than the file")
	errRowCount  = errors.New("the column has not as many rows as its row group")
	errNulls     = errors.New("a column that must have values has nulls")
	errColumns   = errors.New("the row groups have not the columns of the schema")
	errPlaces    = errors.New("columns overlap, or lie outside the file")
	errFill      = errors.New("the pages do not fill the place of their column")
	errElsewhere = errors.New("columns are in other files")
)

// A chunk is where the values of a column in a row group are.
type chunk struct {
	path     string // the names that lead to the column, each after a dot
	codec    int
	physical int   // noPhysical if the file does not say it
	entries  int64 // values, nulls included
	nulls    int64 // as the statistics say; 0 if there are none
	start    int64 // of the first page; may be 0 if there is none
	size     int64 // of all pages, with their headers

	data, dictionary int64 // the first page of each kind, as the file says
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
	rows   int64 // of all row groups, as the footer says
	start  int64 // of the footer in the file, after all pages
	end    int64 // of the last page
	size   int64 // of the file
}

// readFooter reads the footer of a file.
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
	n := int64(little.Uint32(tail[:]))
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

// checkAhead looks for another file before the one that the footer describes. That one begins no
// later than its footer is away from the end of its pages.
func (f *footer) checkAhead(r io.ReaderAt) error {
	const mark = Magic + Magic
	b := make([]byte, 64<<10)
	for at, end := int64(0), f.start-f.end+int64(len(Magic)); end-at >= minFile; at += int64(len(b) - len(mark)) {
		b = b[:min(int64(len(b)), end-at)]
		if err := readAt(r, b, at); err != nil {
			return err
		}
		if bytes.Contains(b, []byte(mark)) {
			return ErrJoined
		}
	}
	return nil
}

// readAt fills b from an offset.
func readAt(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n < len(b) && (err == nil || errors.Is(err, io.EOF)) {
		return io.ErrUnexpectedEOF
	} else if n < len(b) {
		return err
	}
	return nil
}

// parse reads the footer's bytes. Paths are field numbers of parquet.thrift.
func (f *footer) parse(b []byte) error {
	w := &thriftWalker{b: b}
	var creator []byte
	var e *element
	var g *rowGroup
	var c *chunk
	w.visit = func(path uint64, v int64, text []byte) {
		switch path {
		case structs | 0x02:
			if len(f.schema) == maxElements {
				w.fail(fmt.Errorf("the schema has more than %d elements", maxElements))
				return
			}
			f.schema = append(f.schema, element{physical: noPhysical})
			e = &f.schema[len(f.schema)-1]
		case texts | 0x0204:
			e.name = string(text)
		case ints | 0x03:
			f.rows = v
		case structs | 0x04:
			f.groups = append(f.groups, rowGroup{})
			g = &f.groups[len(f.groups)-1]
		case ints | 0x0403:
			g.rows = v
		case structs | 0x0401:
			if len(g.chunks) == maxElements || len(g.chunks) > 0 && c.data < 0 { // these would take memory
				w.fail(errThriftForm)
				return
			}
			g.chunks = append(g.chunks, chunk{physical: noPhysical, data: -1})
			c = &g.chunks[len(g.chunks)-1]
		case texts | 0x0401_01:
			if len(text) > 0 {
				w.fail(errElsewhere)
			}
		case texts | 0x0401_0303:
			c.path += "." + string(text)
		case ints | 0x0401_0301:
			c.physical = int(v)
		case ints | 0x0401_0304:
			c.codec = int(v)
		case ints | 0x0401_0305:
			c.entries = v
		case ints | 0x0401_0307:
			c.size = v
		case ints | 0x0401_0309:
			c.data = v
		case ints | 0x0401_030b:
			c.dictionary = v
		case ints | 0x0401_030c03:
			c.nulls = v
		case texts | 0x06:
			creator = text
		case structs | 0x08:
			w.fail(ErrEncrypted)
		default:
			if e != nil {
				e.set(path, v)
			}
		}
	}
	if w.structure(0, 0); w.err != nil {
		return w.err
	}
	if w.at < len(b) {
		return errThriftForm
	}
	if err := f.place(); err != nil {
		return err
	}
	return checkSum(b, creator)
}

// place finds where each chunk begins.
func (f *footer) place() error {
	for _, g := range f.groups {
		for i := range g.chunks {
			c := &g.chunks[i]
			c.start = c.data
			if c.dictionary > 0 && (c.dictionary < c.data || c.data == 0) {
				c.start = c.dictionary
			}
			if c.data < 0 || c.entries < 0 || c.size < 0 || c.entries > 0 && c.start < int64(len(Magic)) {
				return errThriftForm
			}
			if c.size <= f.start-c.start {
				f.end = max(f.end, c.start+c.size)
			}
		}
		if g.rows < 0 || g.rows > maxRows {
			return errThriftForm
		}
	}
	return nil
}

// check returns an error if the footer contradicts itself, the schema or the file. A changed bit
// must not give other rows. Only footers that were written here have a checksum, and no page
// header has one, but both say many things twice.
func (f *footer) check(leaves []*node) error {
	if len(f.groups) == 0 && f.start > int64(len(Magic)) {
		return errNoGroups
	}
	var chunks []chunk
	for _, g := range f.groups {
		if len(g.chunks) != len(leaves) {
			return errColumns
		}
		for i, c := range g.chunks {
			if c.path != "."+leaves[i].path || c.physical != noPhysical && c.physical != leaves[i].physical {
				return errColumns
			}
			if leaves[i].rep == 0 && c.entries != g.rows {
				return fmt.Errorf("column %q: %w", leaves[i].path, errRowCount)
			}
			if leaves[i].def == 0 && c.nulls > 0 {
				return fmt.Errorf("column %q: %w", leaves[i].path, errNulls)
			}
			if c.entries > 0 {
				chunks = append(chunks, c)
			}
		}
	}
	if countRows(f.groups) < f.rows { // some programs do not count the last row group
		return errFileRows
	}
	slices.SortFunc(chunks, func(a, b chunk) int { return cmp.Compare(a.start, b.start) })
	end := int64(len(Magic))
	for _, c := range chunks {
		if c.start < end || c.size > f.start-c.start {
			return errPlaces
		}
		end = c.start + c.size
	}
	return nil
}

// countRows returns the number of rows in row groups.
func countRows(groups []rowGroup) (n int64) {
	for i := range groups {
		n += min(groups[i].rows, math.MaxInt64-n)
	}
	return n
}

// A footer names the program that wrote the file. There a Writer puts a checksum of the footer,
// computed with zeros in the checksum's place. Programs that copy columns or metadata into a new
// file write their own name, so they copy no checksum.
const checksumName, checksumForm = "sudokubatch (footer crc32 ", checksumName + "%08x)"

// signFooter puts the checksum into a footer, which ends with a field of the name and the end of
// a structure.
func signFooter(b []byte) {
	sum := fmt.Sprintf(checksumForm, crc32.ChecksumIEEE(b))
	copy(b[len(b)-1-len(sum):], sum)
}

// checkSum returns an error if a footer has a checksum and it is not right. It overwrites the
// creator, which is a part of the footer.
func checkSum(b, creator []byte) error {
	said := string(creator)
	if !strings.HasPrefix(said, checksumName) {
		return nil
	}
	copy(creator, fmt.Sprintf(checksumForm, 0))
	if said != fmt.Sprintf(checksumForm, crc32.ChecksumIEEE(b)) {
		return errFooterSum
	}
	return nil
}
