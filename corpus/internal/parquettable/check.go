package parquettable

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
)

// A changed bit in the footer or in the header of a page must not give other rows. Only
// footers that were written here have a checksum, and no page header has one, but both say
// many things twice. This file compares these. What follows a header has a checksum, see page.go.

var (
	errFooterSum = errors.New("the checksum is wrong")
	errNoGroups  = errors.New("there is data and no row group")
	errFileRows  = errors.New("the row groups have fewer rows than the file")
	errRowCount  = errors.New("the column has not as many rows as its row group")
	errColumns   = errors.New("the row groups have not the columns of the schema")
	errPlaces    = errors.New("columns overlap, or lie outside the file")
	errFill      = errors.New("the pages do not fill the place of their column")
)

// check returns an error if the footer contradicts itself, the schema or the file.
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
			if c.path != "."+leaves[i].path {
				return errColumns
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

// checkPage returns an error if a page is of no kind that is read, or cannot have the size
// that its header says. left is what its chunk has behind the header.
func (l *leaf) checkPage(h *pageHeader, left int64) error {
	switch {
	case h.kind != h.described:
		return fmt.Errorf("the page is of an unknown kind (%d)", h.kind)
	case int64(h.packed) > left:
		return errFill
	case !l.chunk.codec.plausible(h.text, h.packed):
		return errSize
	}
	return nil
}

// checkEnd returns an error if a chunk, all of whose values were read, has not as many rows
// as its row group, or does not end with its last page.
func (l *leaf) checkEnd() error {
	switch {
	case l.rows != l.reader.footer.groups[l.group].rows:
		return l.damaged(l.at, errRowCount)
	case l.chunk.entries > 0 && l.at != l.chunk.start+l.chunk.size:
		return l.damaged(l.at, errFill)
	}
	return nil
}

// A footer names the program that wrote the file. There a Writer puts a checksum of the
// footer, computed with zeros in the checksum's place. Programs that copy columns or metadata
// into a new file write their own name, so they copy no checksum.
const checksumName, checksumForm = "sudokubatch (footer crc32 ", checksumName + "%08x)"

// signFooter puts the checksum into a footer, which ends with a field of the name and the
// end of a structure.
func signFooter(b []byte) {
	sum := fmt.Sprintf(checksumForm, crc32.ChecksumIEEE(b))
	copy(b[len(b)-1-len(sum):], sum)
}

// checkSum returns an error if a footer has a checksum and it is not right. The name, which
// is a part of the footer, is overwritten.
func checkSum(b, name []byte) error {
	said := string(name)
	if !strings.HasPrefix(said, checksumName) {
		return nil
	}
	copy(name, fmt.Sprintf(checksumForm, 0))
	if said != fmt.Sprintf(checksumForm, crc32.ChecksumIEEE(b)) {
		return errFooterSum
	}
	return nil
}
