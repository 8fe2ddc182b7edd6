package npy

import (
	"bytes"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/formats/internal/form"
)

// Paired returns the layout of an array with a puzzle and its solution in each record.
func Paired(order int) form.Layout {
	fields, _ := pairFields(&header{descr: "|u1", shape: []int{-1, 2, order * order}})
	l := &layout{info: form.NewInfo(order), array: fields[0].array, fields: fields}
	l.info.Columns = []form.Column{{Name: "puzzle"}, {Name: "solution"}}
	l.info.Solution, l.info.RecordSize = 1, l.array.stride
	return l
}

// PairsHeader returns the header of an array of n pairs, as Header does.
func PairsHeader(order int, n int64) []byte {
	return headerOf("'|u1'", fmt.Sprintf("%d, 2, %d", n, order*order))
}

// Split parts a file of so many bytes, an array that was written with whatever
// number of records in its header, into the arrays of an .npz file: puzzles and, if the
// records are pairs, solutions. [Choose] and [Join] make one of them again.
func Split(file io.ReaderAt, size int64) (names []string, arrays []io.Reader, err error) {
	head, err := readHead(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, nil, err
	}
	h, err := readHeader(head)
	if err != nil {
		return nil, nil, err
	}
	names = []string{"puzzles.npy", "solutions.npy"}[:len(h.shape)-1]
	cells := h.shape[len(h.shape)-1]
	n := (size - int64(h.size)) / int64(cells*len(names))
	for i := range names {
		records := io.NewSectionReader(file, int64(h.size), n*int64(cells*len(names)))
		header := headerOf("'|u1'", fmt.Sprintf("%d, %d", n, cells))
		arrays = append(arrays, io.MultiReader(bytes.NewReader(header), &strideReader{
			from: records, stride: cells * len(names), at: cells * i, n: cells,
		}))
	}
	return names, arrays, nil
}

// A strideReader reads a part of each record: n bytes, from one on.
type strideReader struct {
	from          io.Reader // whole records
	stride, at, n int
	buffer        []byte // of records
	text          []byte // to be given
}

func (r *strideReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

// fill reads some records, and moves their parts to the beginning of the buffer.
func (r *strideReader) fill() error {
	const records = 1024
	if r.buffer == nil {
		r.buffer = make([]byte, records*r.stride)
	}
	n, err := io.ReadFull(r.from, r.buffer)
	if n == 0 {
		return err
	}
	r.text = r.buffer[:0]
	for i := 0; i < n; i += r.stride {
		r.text = append(r.text, r.buffer[i+r.at:][:r.n]...)
	}
	return nil
}
