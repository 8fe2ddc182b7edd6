package parquettable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// ReaderOptions says how to read a file.
type ReaderOptions struct {
	Pool *pool.Pool // decodes; without one the Reader's goroutine does
	// Progress, if not nil, is told of bytes of the file that were read, by one
	// goroutine at a time.
	Progress func(n int64)
}

// A Reader gives a Parquet file as typed CSV. One goroutine reads; Close may be
// called from any, and must be called. An error is final, and comes after all
// text ahead of it.
type Reader struct {
	table
	from, to int  // the row groups that are read: up to, not with, to
	only     span // the columns that are read, see Only
	dropped  []*node
	leaves   []*leaf // of the columns that are read
	left     int64   // rows that no piece has yet
	raws     buffers

	// What the goroutine that plans, the jobs and Read share.
	pieces   chan *piece // in order
	free     chan *piece // and back
	ended    chan error  // why there are no more
	made     int
	most     int
	budget   int64
	held     atomic.Int64 // bytes of pages
	inFlight atomic.Int64 // pieces that hold pages
	freed    chan struct{}
	quit     chan struct{}
	once     sync.Once // closes quit
	group    errgroup.Group

	began bool   // to read ahead
	given int    // bytes of text, up to then
	text  []byte // not read yet
	piece *piece // that it is of; nil for the header
	err   error
}

// A table is a file whose description was read.
type table struct {
	file    io.ReaderAt
	opts    ReaderOptions
	footer  *footer
	columns []column
	nodes   []*node // of its leaves
	codecs  *decompressors
}

// NewReader reads the description of a file of so many bytes.
func NewReader(file io.ReaderAt, size int64, opts ReaderOptions) (*Reader, error) {
	f, err := readFooter(file, size)
	if err != nil {
		return nil, err
	}
	columns, nodes, err := buildSchema(f.schema)
	if err != nil {
		return nil, err
	}
	if err := f.check(nodes); err != nil {
		return nil, fmt.Errorf("in the footer of the Parquet file: %w", err)
	}
	codecs, err := newDecompressors(opts.Pool.Workers() + 1)
	if err != nil {
		return nil, err
	}
	r := newReader(table{file, opts, f, columns, nodes, codecs}, 0, len(f.groups))
	r.read(size - f.start + int64(len(Magic)))
	return r, nil
}

// newReader returns a Reader of some row groups of a table, with the header only if
// they begin with the first.
func newReader(t table, from, to int) *Reader {
	r := &Reader{
		table: t, from: from, to: to,
		most:  t.opts.Pool.InFlight(),
		ended: make(chan error, 1), freed: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	r.pieces, r.free = make(chan *piece, r.most), make(chan *piece, r.most)
	for _, n := range t.nodes {
		r.leaves = append(r.leaves, r.newLeaf(n))
	}
	r.only = span{0, len(t.columns)}
	r.begin()
	return r
}

// begin has the text begin.
func (r *Reader) begin() {
	r.left = countRows(r.footer.groups[r.from:r.to])
	r.budget = pageMemory + int64(r.opts.Pool.Workers())*pageMemoryEach + r.groupMemory()
	if r.from == 0 {
		r.text = appendHeader(nil, r.columns)
	}
}

func (r *Reader) read(n int64) {
	if r.opts.Progress != nil {
		r.opts.Progress(n)
	}
}

// Read gives text.
func (r *Reader) Read(b []byte) (int, error) {
	for len(r.text) == 0 && len(b) > 0 {
		if r.err == nil {
			r.err = r.next()
		}
		if r.err != nil {
			return 0, r.err
		}
	}
	n := copy(b, r.text)
	r.text = r.text[n:]
	r.given += n
	return n, nil
}

// next waits for further text.
func (r *Reader) next() error {
	if p := r.piece; p != nil && p.rows > 0 { // there is more of it
		r.opts.Pool.Do(p)
	} else if err := r.nextPiece(); err != nil {
		return err
	}
	start := time.Now()
	select {
	case <-r.piece.done:
	case <-r.quit:
		return os.ErrClosed
	}
	r.opts.Pool.Since(start, pool.AwaitingDecoding)
	r.text = r.piece.text
	return r.piece.err
}

func (r *Reader) nextPiece() error {
	if r.piece != nil {
		r.free <- r.piece // there is room for all
		r.piece = nil
	}
	if !r.began {
		if err := r.planSample(); err != nil {
			return err
		}
	}
	start := time.Now()
	select {
	case p, ok := <-r.pieces:
		if !ok {
			return r.end()
		}
		r.piece = p
	case <-r.quit:
		return os.ErrClosed
	}
	r.opts.Pool.Since(start, pool.AwaitingDecoding)
	return nil
}

// end says why there are no more pieces.
func (r *Reader) end() error {
	if err := <-r.ended; err != nil {
		return err
	}
	return io.EOF
}

// Close ends the Reader, and a Read that waits. The file may still be read until
// Wait returns.
func (r *Reader) Close() { r.once.Do(func() { close(r.quit) }) }

// Wait waits for the Reader's goroutine to end, after Close.
func (r *Reader) Wait() {
	if err := r.group.Wait(); err != nil && !errors.Is(err, errQuit) {
		panic(err) // it returns none
	}
}
