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
	// sampleSize is how much text may be read before columns are left out.
	sampleSize = 128 << 10
	// maxAhead is how much memory pages may take that are read before they are needed.
	maxAhead = 48 << 20
	// maxHeld is the most memory for pages whose rows are needed together. Files that are not
	// large have less: smallHeld, and heldEach for each byte.
	maxHeld, smallHeld, heldEach = 512 << 20, 64 << 20, 32
)

// ReaderOptions says how to read a file.
type ReaderOptions struct {
	Pool *pool.Pool // decodes pages; without one Read does
	// Progress, if not nil, is told of bytes of the file that were read or, if n is negative,
	// will be read again.
	Progress func(n int64)
}

// A Reader gives a Parquet file as typed CSV. Jobs decode pages, and Read makes text of them.
// Close may be called from any goroutine. An error is final, and comes after all text before it.
type Reader struct {
	file   io.ReaderAt
	opts   ReaderOptions
	footer *footer
	zstd   *zstd.Decoder

	from, to    int       // the row groups that are read: up to, not with, to
	first, last int       // the columns that are read: up to, not with, last
	cursors     []*cursor // nil for columns that are left out
	rows        int64     // that are left
	held        int64     // bytes of pages
	budget      int64     // the most that held may be
	spare       []page    // whose memory can be used again
	counted     int64     // bytes of pages that Progress was told of
	given       int       // bytes of text
	begun       bool      // too much was given for columns to be left out

	buf  []byte
	text []byte // the part of buf that was not read yet
	json []byte // of a field
	err  error

	quit  <-chan struct{} // closed by close
	close func()
}

// NewReader reads the footer of a file of so many bytes.
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

// Part returns a Reader of the rows from one Border up to another; the zero Border as from is the
// beginning, with the header, and as to the end. It takes the place of r, which must be closed.
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

// newReader sets up a Reader that has a file and row groups.
func newReader(r *Reader) *Reader {
	ctx, cancel := context.WithCancel(context.Background())
	r.quit, r.close = ctx.Done(), cancel
	r.budget = min(maxHeld, smallHeld+heldEach*r.footer.size)
	r.rewind(0, len(r.footer.columns))
	return r
}

// rewind goes to the first row, to read some columns.
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

// Read gives text.
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

// fits fails if a row has too much text: values of a dictionary may be far larger than what
// refers to them.
func (r *Reader) fits(n int) bool {
	most := r.budget / 4
	if int64(n) > most {
		r.fail(fmt.Errorf("a row has more than %d MiB of text", most>>20))
	}
	return r.err == nil
}

// Close ends the Reader, and a Read that waits.
func (r *Reader) Close() { r.close() }

// Only has Read begin anew, and leave out all columns but those from first up to, not with, end:
// these are still in the header, but in all rows their fields are empty, and their pages are not
// read, so damage in them is not seen. It is for the goroutine that reads. It reports false, and
// changes nothing, where the caller read more than 128 KiB, or got an error.
func (r *Reader) Only(first, end int) bool {
	if r.begun || r.err != nil && !errors.Is(r.err, io.EOF) {
		return false
	}
	r.rewind(first, end)
	return true
}

// A Border is where a row group begins.
type Border struct {
	Offset int64 // of its first page in the file
	Rows   int64 // before it
}

// borders returns where row groups begin, and the end of the file. A row group without rows
// begins where the one after it does.
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

// Border returns the first border at or after a byte of the file: of the row groups that have
// rows, but for the first. After the last of these, Offset is the size of the file. ok is false
// where they do not lie in the file one after the other.
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
