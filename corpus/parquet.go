package corpus

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
)

// This file connects Parquet files, which package parquettable reads and writes, to Reader and Writer.

// errParquetStream is the error of a Parquet file that is not read from a regular file, or not from
// its beginning.
var errParquetStream = errors.New("a Parquet file cannot be read from a pipe, as its index is at the end: save it to a file and read that")

// Typed reports whether the text is typed CSV: true for Parquet files. Typed CSV has two lines before
// the rows: the names of the columns, and their types (text, int, float, bool, json). An empty field
// without quotes is null; "" is an empty text. For a pipe it is false before the first Read.
func (r *Reader) Typed() bool { return r.Codec() == Parquet }

// Only has Read begin anew and read the columns [first, end) of a table alone. Fields of the other
// columns are then empty. They are not read, so damage in them is not noticed; BytesIn counts them.
// Only returns false and changes nothing unless the corpus is a Parquet file and Read returned at
// most 128 KiB of it, or members of an archive that Options.Join can read so.
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

// readTable sets up the reading of a Parquet file.
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
	r.verified.Store(math.MaxInt64) // a damaged page gives no text
	r.readPart(t)
	return nil
}

// endsAsTable reports whether a file ends as a Parquet file. It looks only if there are zeros in head,
// as in each page header, and not in text.
func (s *source) endsAsTable(head []byte) bool {
	var tail [len(parquettable.Magic)]byte
	if s.file != nil && bytes.IndexByte(head, 0) >= 0 {
		_, _ = s.file.ReadAt(tail[:], s.size-int64(len(tail))) // an error leaves zeros
	}
	return string(tail[:]) == parquettable.Magic
}

// readPart has Read read from a reader of the table.
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

// A tableDecoder reads the text of a Parquet file. At the end it checks that the file is as it was.
type tableDecoder struct {
	*parquettable.Reader
	src *source
	end int64 // offset in the file where reading ends
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

// A tablePacker writes a Parquet file. Flush can do nothing, as only a whole row group can be written.
type tablePacker struct{ *parquettable.Writer }

func (tablePacker) Flush() error { return nil }
