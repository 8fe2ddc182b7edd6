//go:build !js

// The footer of a file says what its columns are and where their pages lie.

package parquettable

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

const (
	minFile     = 4 + 8    // the magic at both ends, and the size of the footer
	maxFooter   = 16 << 20 // the largest footer that is read
	maxElements = 4096     // of a schema
	maxRows     = 1 << 36  // of a row group
)

// Errors of files that are no whole Parquet file.
var (
	ErrCut       = errors.New("the file begins as a Parquet file and does not end as one: it is cut, or something follows it")
	ErrEncrypted = errors.New("the Parquet file is encrypted")
	ErrJoined    = errors.New("several Parquet files were joined into one, and only the last would be read: read them one by one")
)

var (
	errChecksum = errors.New("the checksum is wrong")
	errRowCount = errors.New("the column has more or fewer rows than its row group")
	errColumns  = errors.New("the columns of a row group differ from the schema")
)

// The fields of a chunk's description by their numbers in parquet.thrift. The offsets are of the
// first page of each kind.
const (
	chunkPhysical, chunkCodec, chunkEntries, chunkSize = 1, 4, 5, 7
	chunkDataOffset, chunkDictionaryOffset             = 9, 11
	chunkFields                                        = 12
)

// A chunk is what the footer says of a column in a row group.
type chunk struct {
	path  string // the names that lead to the column, each after a dot
	nulls int64  // as the statistics say; 0 if there are none
	said  [chunkFields]int64
}

// entries is the number of values, nulls included.
func (c *chunk) entries() int64 { return c.said[chunkEntries] }

// start is where the first page begins. It may be 0 if there is no page.
func (c *chunk) start() int64 {
	data, dictionary := c.said[chunkDataOffset], c.said[chunkDictionaryOffset]
	if dictionary > 0 && (dictionary < data || data == 0) {
		return dictionary
	}
	return data
}

// end is where the last page ends.
func (c *chunk) end() int64 { return c.start() + c.said[chunkSize] }

// A rowGroup is some rows, with a chunk for each column of the schema.
type rowGroup struct {
	rows   int64
	chunks []chunk
}

// A footer is the description of a file at its end.
type footer struct {
	schema  []element
	columns []*column
	groups  []rowGroup
	rows    int64 // of all row groups, as the footer says
	start   int64 // where the footer begins in the file, after all pages
	size    int64 // of the file
}

// readFooter reads and checks the footer of a file.
func readFooter(r io.ReaderAt, size int64) (*footer, error) {
	var tail [8]byte
	if size < minFile {
		return nil, ErrCut
	}
	if err := readAt(r, tail[:], size-8); err != nil {
		return nil, err
	}
	n := int64(little.Uint32(tail[:]))
	switch end := string(tail[4:]); {
	case end == "PARE":
		return nil, ErrEncrypted
	case end != Magic:
		return nil, ErrCut
	case n > size-minFile || n > maxFooter:
		return nil, fmt.Errorf("the Parquet file is damaged, or too large to read: a footer of %d bytes in a file of %d", n, size)
	}
	b := make([]byte, n)
	if err := readAt(r, b, size-8-n); err != nil {
		return nil, err
	}
	f := &footer{start: size - 8 - n, size: size}
	err := f.parse(b)
	if err == nil {
		err = f.checkJoined(r)
	}
	if err == nil {
		f.columns, err = columnsOf(f.schema)
	}
	if err == nil {
		err = f.check()
	}
	if err != nil {
		return nil, fmt.Errorf("in the footer of the Parquet file: %w", err)
	}
	return f, nil
}

// readAt fills b from an offset.
func readAt(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// parse reads the footer's bytes. Paths are field numbers of parquet.thrift.
func (f *footer) parse(b []byte) error { //nolint:cyclop // a case for each field
	w := &thriftWalker{byteReader: byteReader{b: b}}
	var creator []byte
	var g *rowGroup
	var c *chunk
	w.visit = func(path uint64, v int64, text []byte) {
		switch path {
		case structs | 0x02:
			if f.schema = append(f.schema, element{physical: noPhysical}); len(f.schema) > maxElements {
				w.fail(fmt.Errorf("the schema has more than %d elements", maxElements))
			}
		case texts | 0x0204:
			f.schema[len(f.schema)-1].name = string(text)
		case ints | 0x03:
			f.rows = v
		case structs | 0x04:
			f.groups = append(f.groups, rowGroup{})
			g = &f.groups[len(f.groups)-1]
		case ints | 0x0403:
			g.rows = v
		case structs | 0x0401:
			if len(g.chunks) == maxElements || len(g.chunks) > 0 && c.path == "" { // these would take memory
				w.fail(errMalformed)
			}
			g.chunks = append(g.chunks, chunk{})
			c = &g.chunks[len(g.chunks)-1]
		case texts | 0x0401_01:
			if len(text) > 0 {
				w.fail(errors.New("columns are in other files"))
			}
		case texts | 0x0401_0303:
			c.path += "." + string(text)
		case ints | 0x0401_030c03:
			c.nulls = v
		case texts | 0x06:
			creator = text
		case structs | 0x08:
			w.fail(ErrEncrypted)
		default:
			if path>>8 == ints>>8|0x0401_03 && path&0xff < chunkFields {
				c.said[path&0xff] = v
			} else if len(f.schema) > 0 {
				f.schema[len(f.schema)-1].set(path, v)
			}
		}
	}
	if w.structure(0, 0); w.err == nil && len(w.b) > 0 {
		w.err = errMalformed
	}
	if w.err != nil {
		return w.err
	}
	return checkFooterSum(b, creator)
}

// check returns an error if the footer contradicts itself, the schema or the file, so that a changed
// bit does not give other rows. Only our own footers have a checksum, and no page header has one, but
// both say many things twice.
func (f *footer) check() error {
	if len(f.groups) == 0 && f.start > int64(len(Magic)) {
		return errors.New("there is data and no row group")
	}
	var chunks []*chunk
	for _, g := range f.groups {
		if g.rows < 0 || g.rows > maxRows || len(g.chunks) != len(f.columns) {
			return errColumns
		}
		for i, column := range f.columns {
			c := &g.chunks[i]
			if err := c.check(column, g.rows); err != nil {
				return err
			}
			if c.entries() > 0 {
				chunks = append(chunks, c)
			}
		}
	}
	if countRows(f.groups) < f.rows { // some programs do not count the last row group
		return errors.New("the row groups have fewer rows than the file")
	}
	slices.SortFunc(chunks, func(a, b *chunk) int { return cmp.Compare(a.start(), b.start()) })
	end := int64(len(Magic))
	for _, c := range chunks {
		if c.start() < end || c.said[chunkSize] > f.start-c.start() {
			return errors.New("columns overlap, or lie outside the file")
		}
		end = c.end()
	}
	return nil
}

// check returns an error if a chunk contradicts its column, or the number of rows in its row group.
func (c *chunk) check(of *column, rows int64) error {
	switch entries := c.entries(); {
	case min(c.said[chunkDataOffset], entries, c.said[chunkSize]) < 0, entries > 0 && c.start() < int64(len(Magic)):
		return errMalformed
	case c.path != "."+of.path || c.said[chunkPhysical] != int64(of.physical):
		return errColumns
	case entries < rows, entries > rows && (len(of.listDefs) == 0 || rows == 0):
		return fmt.Errorf("column %q: %w", of.path, errRowCount)
	case of.maxDef == 0 && c.nulls > 0:
		return fmt.Errorf("column %q: a column that must have values has nulls", of.path)
	}
	return nil
}

// checkJoined looks for another Parquet file before the one that the footer describes. The other
// file can only lie in the bytes that the described pages leave over.
func (f *footer) checkJoined(r io.ReaderAt) error {
	pages := int64(len(Magic)) // their end
	for _, g := range f.groups {
		for i := range g.chunks {
			if end := g.chunks[i].end(); end <= f.start {
				pages = max(pages, end)
			}
		}
	}
	const border = Magic + Magic
	b := make([]byte, 64<<10)
	for at, end := int64(0), f.start-pages+int64(len(Magic)); end-at >= minFile; at += int64(len(b) - len(border)) {
		b = b[:min(int64(len(b)), end-at)]
		if err := readAt(r, b, at); err != nil {
			return err
		}
		if bytes.Contains(b, []byte(border)) {
			return ErrJoined
		}
	}
	return nil
}

// countRows returns the number of rows in row groups.
func countRows(groups []rowGroup) (n int64) {
	for i := range groups {
		n += groups[i].rows
	}
	return n
}

// A footer names the program that wrote the file. A Writer adds a checksum of the footer to that
// name, computed with zeros in the place of the checksum. Programs that copy columns or metadata into
// a new file write their own name, so they copy no checksum.
const checksumName, checksumForm = "sudokubatch (footer crc32 ", checksumName + "%08x)"

// signFooter puts the checksum into a footer, which ends with a field of the name and the end of
// a structure.
func signFooter(b []byte) {
	sum := fmt.Sprintf(checksumForm, crc32.ChecksumIEEE(b))
	copy(b[len(b)-1-len(sum):], sum)
}

// checkFooterSum returns an error if a footer has a wrong checksum. It overwrites the creator, which
// is a part of the footer.
func checkFooterSum(b, creator []byte) error {
	said := string(creator)
	if !strings.HasPrefix(said, checksumName) {
		return nil
	}
	copy(creator, fmt.Sprintf(checksumForm, 0))
	if said != fmt.Sprintf(checksumForm, crc32.ChecksumIEEE(b)) {
		return errChecksum
	}
	return nil
}
