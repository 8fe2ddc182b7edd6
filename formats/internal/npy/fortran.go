package npy

// This file puts the elements of arrays in Fortran order into C order.

import (
	"bytes"
	"io"
	"slices"
)

// maxInMemory limits an array in Fortran order that cannot be read at any place, in bytes.
const maxInMemory = 16 << 20

// A transposed is the text in C order of an array in Fortran order, which has the elements of one place
// of all records together. Both texts are equally long.
type transposed struct {
	file    io.ReaderAt
	header  []byte
	records int64
	size    int64   // of an element, in bytes
	columns []int64 // for each place of a record: where its elements begin in file, in elements
}

// Transposed is described in package bulk.
func Transposed(file io.ReaderAt, size int64) io.ReaderAt {
	head, err := readHead(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil
	}
	h, err := parseHeader(head)
	t, reason := parseType(h.descr)
	header := bytes.Replace(head, []byte("True"), []byte("False"), 1)
	space := bytes.LastIndexByte(header, ' ') // for the longer word
	if err != nil || reason != "" || !h.fortran || len(h.shape) < 2 || space < 0 {
		return nil
	}
	a := &transposed{file, slices.Delete(header, space, space+1), int64(h.shape[0]), int64(t.size), []int64{0}}
	elements := a.records
	for _, n := range h.shape[1:] {
		if elements <= 0 || n <= 0 || n*len(a.columns) > maxRecord || elements > size {
			return nil
		}
		var columns []int64
		for _, before := range a.columns {
			for i := range n {
				columns = append(columns, before+int64(i)*elements)
			}
		}
		a.columns, elements = columns, elements*int64(n)
	}
	if int64(len(head))+elements*a.size != size {
		return nil
	}
	return a
}

// ReadAt implements [io.ReaderAt].
func (a *transposed) ReadAt(p []byte, off int64) (n int, err error) {
	const most = 128 << 10
	start, record := int64(len(a.header)), int64(len(a.columns))*a.size
	if off < start {
		n = copy(p, a.header[off:])
	}
	for n < len(p) {
		first, at := (off+int64(n)-start)/record, (off+int64(n)-start)%record
		count := min((at+int64(len(p)-n)+record-1)/record, max(most/record, 1), a.records-first)
		if count <= 0 {
			return n, io.EOF
		}
		rows, column := make([]byte, count*record), make([]byte, count*a.size)
		for i, before := range a.columns {
			if m, err := a.file.ReadAt(column, start+(before+first)*a.size); m < len(column) {
				return n, err
			}
			for r := range count {
				copy(rows[r*record+int64(i)*a.size:][:a.size], column[r*a.size:])
			}
		}
		n += copy(p[n:], rows[at:])
	}
	return n, nil
}

// inOrder returns an array as it is, or a small one in Fortran order in C order. head is its header, and
// text what follows.
func inOrder(head []byte, text io.Reader) (newHead []byte, rest io.Reader, err error) {
	if h, err := parseHeader(head); err != nil || !h.fortran {
		return head, text, nil
	}
	file, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), text), maxInMemory+1))
	if err != nil {
		return nil, nil, err
	}
	if a := Transposed(bytes.NewReader(file), int64(len(file))); a != nil && len(file) <= maxInMemory {
		rest = io.NewSectionReader(a, int64(len(head)), int64(len(file)-len(head)))
		return a.(*transposed).header, rest, nil
	}
	return head, io.MultiReader(bytes.NewReader(file[len(head):]), text), nil
}
