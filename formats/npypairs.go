package formats

import (
	"bytes"
	"fmt"
	"io"
)

// HoldsSolutions reports whether [Form.AppendSolvedPuzzle] can write a puzzle with its
// solution in the kind.
func (k Kind) HoldsSolutions() bool { return k == Line || k == Npy || k.IsTable() }

// Paired returns the array f with a puzzle and its solution in each record, as
// AppendSolvedPuzzle writes them: of the shape (n, 2, Order·Order). The kind must be Npy.
func (f Form) Paired() Form {
	fields, _ := pairFields(&npyHeader{descr: "|u1", shape: []int{-1, 2, f.Order * f.Order}})
	f.Layout = &Layout{
		Columns: []Column{{Name: "puzzle"}, {Name: "solution"}}, Puzzle: 0, Solution: 1, CellColumns: 1,
		array: fields[0].array, fields: fields,
	}
	return f
}

// ArrayHeader returns the header of an array of f whose file has so many bytes, with the
// header. What AppendHeader wrote before the number of records was known is as long, and
// can be overwritten.
func (f Form) ArrayHeader(size int64) []byte {
	return f.npyHeader((size - int64(len(f.npyHeader(0)))) / int64(f.array().stride))
}

// npyHeader is the header of an array of n records.
func (f Form) npyHeader(n int64) []byte {
	if f.Layout == nil {
		return NpyHeader(f.Order, n)
	}
	return npyHeaderOf("'|u1'", fmt.Sprintf("%d, 2, %d", n, f.Order*f.Order))
}

// SplitArray parts a file of so many bytes, an array that was written with whatever
// number of records in its header, into the arrays of an .npz file: puzzles and, if the
// records are pairs, solutions. [ChooseArrays] and [JoinArrays] make one of them again.
func SplitArray(file io.ReaderAt, size int64) (names []string, arrays []io.Reader, err error) {
	head, err := readNpyHead(io.NewSectionReader(file, 0, size))
	if err != nil {
		return nil, nil, err
	}
	h, err := readNpyHeader(head)
	if err != nil {
		return nil, nil, err
	}
	names = []string{"puzzles.npy", "solutions.npy"}[:len(h.shape)-1]
	cells := h.shape[len(h.shape)-1]
	n := (size - int64(h.size)) / int64(cells*len(names))
	for i := range names {
		records := io.NewSectionReader(file, int64(h.size), n*int64(cells*len(names)))
		header := npyHeaderOf("'|u1'", fmt.Sprintf("%d, %d", n, cells))
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
