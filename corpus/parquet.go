package corpus

import (
	"errors"
	"io"
	"math"

	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
)

// errParquetStream is what reading returns, wrapped, for a Parquet file that
// does not come from a regular file, or not from its beginning.
var errParquetStream = errors.New("a Parquet file cannot be read from a pipe, as its index is at the end: save it to a file and read that")

// Typed reports whether the text is typed CSV, as that of Parquet files is: CSV
// with two lines ahead of the rows, the names of the columns and their types
// (text, int, float, bool, json). A field that is empty and not quoted is a
// null; "" is an empty text. For a stream it is known after the first Read.
func (r *Reader) Typed() bool { return r.Codec() == Parquet }

// Only has Read begin anew, and leave out the columns of a table but those from first
// up to, not with, end: their fields are then empty in all rows. They are not read
// either, so damage in them is not noticed; BytesIn counts them nevertheless. It
// reports false, and changes nothing, where Read gave more than 128 KiB of a Parquet file,
// and for all but these and members of an archive that Options.Join can do so with.
func (r *Reader) Only(first, end int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	ok := false
	if r.zip != nil {
		ok = r.zip.only(first, end)
	} else if t := r.table.Load(); t != nil && r.dec != nil {
		ok = t.Only(first, end)
	}
	if ok {
		r.err, r.out = nil, 0
	}
	return ok
}

// readTable sets up the reading of a Parquet file, which needs all of it.
func (r *Reader) readTable() error {
	if r.src.file == nil {
		return errParquetStream
	}
	r.src.n.Store(0)
	t, err := parquettable.NewReader(r.src.file, r.src.size, parquettable.ReaderOptions{
		Pool:     r.opts.Pool,
		Progress: func(n int64) { r.src.n.Add(n) },
	})
	if err != nil {
		return err
	}
	r.verified.Store(math.MaxInt64) // of a damaged page there is no text
	r.readPart(t)
	return nil
}

// readPart has Read give what a Reader of the table gives.
func (r *Reader) readPart(t *parquettable.Reader) {
	r.table.Store(t)
	end := r.src.size
	if r.ends != (Border{}) {
		end = r.ends.Raw
	}
	r.dec = tableDecoder{t, r.src, end}
	if r.closed.Load() {
		t.Close()
	}
}

// A tableDecoder reads the text of a Parquet file, and sees at its end whether
// the file is as it was.
type tableDecoder struct {
	*parquettable.Reader
	src *source
	end int64 // byte of the file up to which it is read
}

func (d tableDecoder) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		if changed := d.src.unchanged(); errors.Is(changed, errShrunk) {
			err = changed
		}
	case err == io.EOF: //nolint:errorlint // only the bare value means a clean end
		if changed := d.src.unchanged(); changed != nil {
			err = changed
		}
		d.src.n.Store(d.end)
	}
	return n, err
}

// A tablePacker writes a Parquet file, of which nothing can be handed on before a
// row group is complete.
type tablePacker struct{ *parquettable.Writer }

func (tablePacker) Flush() error { return nil }
