//go:build !js

// A Reader makes typed CSV of a Parquet file.

package parquettable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

const (
	// textSize is how much text is made at a time.
	textSize = 128 << 10
	// sampleSize is how much text the caller may read before Only no longer works.
	sampleSize = 128 << 10
	// maxAhead is how much memory all pages may take for another page to be read before its time.
	maxAhead = 48 << 20
	// maxHeld is the most memory for pages whose rows are needed together. A small file has less:
	// smallHeld, and heldEach for each byte of the file.
	maxHeld, smallHeld, heldEach = 512 << 20, 64 << 20, 32
)

// ReaderOptions says how to read a file.
type ReaderOptions struct {
	Pool *pool.Pool // decodes pages; without one Read does
	// Progress, if not nil, is called with the number of bytes that were read, or with a negative
	// number of bytes that will be read again.
	Progress func(n int64)
}

// A Reader reads a Parquet file as typed CSV. Jobs decode pages, and Read makes the text. Any
// goroutine may call Close. An error is final, and comes after all text before it.
type Reader struct {
	file   io.ReaderAt
	opts   ReaderOptions
	footer *footer
	zstd   *zstd.Decoder

	from, to    int       // the row groups that are read: up to, not with, to
	first, last int       // the columns that are read: up to, not with, last
	cursors     []*cursor // nil for columns that are left out
	rows        int64     // that are left to read
	held        int64     // bytes of pages in memory
	budget      int64     // the most that held may be
	spare       []page    // whose memory can be used again
	counted     int64     // bytes of pages that were reported to Progress
	given       int       // bytes of text that the caller read
	begun       bool      // the caller read too much for Only

	buf  []byte
	text []byte // the part of buf that was not read yet
	json []byte // of a field
	err  error

	quit  <-chan struct{} // closed by close
	close func()
}

// NewReader returns a Reader of a file of size bytes. It reads and checks the footer.
func NewReader(file io.ReaderAt, size int64, opts ReaderOptions) (*Reader, error) {
	f, err := readFooter(file, size)
	if err != nil {
		return nil, err
	}
	z, err := newZstd(opts.Pool.Workers() + 1)
	if err != nil {
		return nil, err
	}
	r := newReader(&Reader{file: file, opts: opts, footer: f, zstd: z, to: len(f.groups)})
	r.progress(size - f.start + int64(len(Magic)))
	r.counted = 0
	return r, nil
}

// Part returns a Reader of the rows from one Border up to another. The zero Border stands for the
// beginning, with the header, or for the end. Close r before the new Reader is used.
func (r *Reader) Part(from, to Border) (*Reader, error) {
	part := &Reader{file: r.file, opts: r.opts, footer: r.footer, zstd: r.zstd, to: len(r.footer.groups)}
	borders := r.footer.borders()
	if from != (Border{}) {
		part.from = slices.Index(borders, from)
	}
	if to != (Border{}) {
		part.to = slices.Index(borders, to)
	}
	if part.from < 0 || part.to < part.from {
		return nil, errors.New("no row group of the Parquet file begins where one began before: it has changed")
	}
	return newReader(part), nil
}

// newReader completes a Reader that has a file and row groups.
func newReader(r *Reader) *Reader {
	ctx, cancel := context.WithCancel(context.Background())
	r.quit, r.close = ctx.Done(), cancel
	r.budget = min(maxHeld, smallHeld+heldEach*r.footer.size)
	r.rewind(0, len(r.footer.columns))
	return r
}

// rewind goes to the first row, to read the columns from first up to, not with, last.
func (r *Reader) rewind(first, last int) {
	r.progress(-r.counted)
	r.first, r.last, r.cursors = first, last, make([]*cursor, len(r.footer.columns))
	for i := first; i < last; i++ {
		r.cursors[i] = &cursor{column: r.footer.columns[i], reader: r, index: i, group: r.from - 1}
	}
	r.rows, r.held, r.given, r.buf, r.err = countRows(r.footer.groups[r.from:r.to]), 0, 0, r.buf[:0], nil
	if r.from == 0 {
		r.buf = appendHeader(r.buf, r.footer.columns)
	}
	r.text = r.buf
}

func (r *Reader) progress(n int64) {
	r.counted += n
	if r.opts.Progress != nil {
		r.opts.Progress(n)
	}
}

func (r *Reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Read reads text.
func (r *Reader) Read(b []byte) (int, error) {
	for len(r.text) == 0 && len(b) > 0 {
		if r.err != nil {
			return 0, r.err
		}
		if err := guard.Do(r.fill); err != nil {
			r.fail(err)
		}
	}
	n := copy(b, r.text)
	r.text = r.text[n:]
	r.given += n
	return n, nil
}

// fill makes text of the next rows.
func (r *Reader) fill() error {
	select {
	case <-r.quit:
		return os.ErrClosed
	default:
	}
	r.begun = r.begun || r.given >= sampleSize
	r.buf = r.buf[:0]
	for r.rows > 0 && len(r.buf) < textSize {
		row := len(r.buf)
		for i, c := range r.cursors {
			if i > 0 {
				r.buf = append(r.buf, ',')
			}
			if c != nil {
				r.buf = c.appendField(r.buf, row)
			}
		}
		if r.err != nil {
			r.buf = r.buf[:row]
			break
		}
		r.buf = append(r.buf, '\n')
		r.rows--
	}
	if r.text = r.buf; r.rows == 0 {
		r.fail(io.EOF)
	}
	return nil
}

// fits fails if a row has too much text. A small page may refer to large values of a dictionary.
func (r *Reader) fits(n int) bool {
	most := r.budget / 4
	if int64(n) > most {
		r.fail(fmt.Errorf("a row has more than %d MiB of text", most>>20))
	}
	return r.err == nil
}

// Close ends the Reader, and a Read that waits.
func (r *Reader) Close() { r.close() }

// Only makes Read start again, with the columns from first up to, not with, end. The other columns
// stay in the header, but their fields are empty and their pages are not read, so damage in them is
// not noticed. Only reports false, and changes nothing, if the caller read more than 128 KiB or got
// an error. The goroutine that calls Read must call it.
func (r *Reader) Only(first, end int) bool {
	if r.begun || r.err != nil && !errors.Is(r.err, io.EOF) {
		return false
	}
	r.rewind(first, end)
	return true
}

// A Border is where a row group begins.
type Border struct {
	Offset int64 // of the first page in the file
	Rows   int64 // before the row group
}

// borders returns where each row group begins, and the end of the file. A row group without rows
// begins where the next one does.
func (f *footer) borders() []Border {
	n := len(f.groups)
	borders := make([]Border, n+1)
	borders[n] = Border{f.size, countRows(f.groups)}
	for i := n - 1; i >= 0; i-- {
		borders[i] = borders[i+1]
		if g := f.groups[i]; g.rows > 0 {
			first := slices.MinFunc(g.chunks, func(a, b chunk) int { return cmp.Compare(a.start(), b.start()) })
			borders[i] = Border{first.start(), borders[i+1].Rows - g.rows}
		}
	}
	return borders
}

// Border returns the first border at or after a byte of the file, without the border at the first
// row. If there is none, Offset is the size of the file. ok is false if the row groups do not lie
// in the file one after the other.
func (r *Reader) Border(at int64) (b Border, ok bool) {
	borders := r.footer.borders()
	ok = slices.IsSortedFunc(borders, func(a, b Border) int { return cmp.Compare(a.Offset, b.Offset) })
	for _, b = range borders {
		if b.Rows > 0 && b.Offset >= at {
			break
		}
	}
	return b, ok
}
