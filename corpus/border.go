package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// A Border is a place in a corpus at which a record may begin and reading can. The
// zero Border is the beginning.
type Border struct {
	Raw, Text int64 // bytes of the file, and of text, ahead of it; of a Parquet file Text is -1
	// Records and Lines are those ahead of it: records of one size, rows of a Parquet
	// file, or as CreateOptions.CountRecords counted them; -1 where that is not known.
	Records, Lines int64
}

// A Grain is what is to be known of a text to divide it.
type Grain struct {
	Head int64 // bytes ahead of the first record
	Size int64 // of each record; 0: records are lines, or rows of a Parquet file
}

// Border returns the first border, but for the beginning, at or after a byte of the
// file, or its end: the beginning of a line, or of a record of fixed size, in a plain
// file; that of a frame of lines in one that [Create] compressed, if its table is
// whole; that of a row group in a Parquet file. ok is false for a corpus that has none
// of these, and for all that is no regular file. Little of the file is read, and
// nothing of that counts as read.
func (r *Reader) Border(at int64, grain Grain) (b Border, ok bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.file == nil || r.dec == nil {
		return b, false, nil
	}
	switch codec := r.Codec(); {
	case codec == Plain:
		b, err = r.plainBorder(at, grain)
		return b, err == nil, err
	case codec == Zstd && grain.Size == 0:
		p, ok := zframe.FindByte(r.src.file, r.src.size, at, max(grain.Head, 1))
		return Border{Raw: p.Offset, Text: p.Text, Records: p.Records, Lines: p.Lines}, ok, nil
	case codec == Parquet:
		p, ok := r.table.Load().Border(at)
		return Border{Raw: p.Offset, Text: -1, Records: p.Rows}, ok, nil
	}
	return b, false, nil
}

// plainBorder is Border of a plain file.
func (r *Reader) plainBorder(at int64, grain Grain) (Border, error) {
	at = max(at, grain.Head, 1)
	size := r.src.size
	switch {
	case at >= size:
		return Border{Raw: size, Text: size, Records: -1, Lines: -1}, nil
	case grain.Size > 0:
		n := (at - grain.Head + grain.Size - 1) / grain.Size
		at = min(grain.Head+n*grain.Size, size)
		return Border{Raw: at, Text: at, Records: n}, nil
	}
	at, err := nextLine(r.src.file, at, size)
	if err != nil {
		return Border{}, fileerr.Wrap("reading", r.name, err)
	}
	return Border{Raw: at, Text: at, Records: -1, Lines: -1}, nil
}

// nextLine returns where the first line begins that begins at a byte or after it;
// the size, if none does.
func nextLine(file io.ReaderAt, at, size int64) (int64, error) {
	text := make([]byte, 4<<10)
	for at--; at < size; { // that byte may end a line
		n, err := file.ReadAt(text[:min(int64(len(text)), size-at)], at)
		if i := bytes.IndexByte(text[:n], '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		if at += int64(n); err != nil && !errors.Is(err, io.EOF) || n == 0 {
			return 0, errors.Join(err, errShrunk)
		}
	}
	return size, nil
}

// Enter moves Read to a border, however much was read, and has it end at another; the
// zero Border as to is the end of the corpus. Of a file that is compressed the digest
// of all text is then not checked, only the checksums of the frames that are read. Of
// a Parquet file the header comes ahead of the first row group alone.
func (r *Reader) Enter(from, to Border) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil && r.err != io.EOF { //nolint:errorlint // only the bare value means a clean end
		return r.err
	}
	r.err, r.fresh, r.out, r.ends = nil, false, from.Text, to
	if r.Codec() == Parquet {
		return r.enterTable(from, to)
	}
	if old := r.frames.Load(); old != nil {
		old.Close()
		old.Wait()
	}
	if err := r.src.seek(from.Raw); err != nil {
		return fileerr.Wrap("reading", r.name, err)
	}
	r.raw = bufio.NewReaderSize(r.src, rawBuffer)
	r.src.n.Store(from.Raw)
	if r.Codec() == Zstd {
		return r.readFrames(zframe.Place{Offset: from.Raw, Text: from.Text})
	}
	r.dec = plainDecoder{r.raw, r.src}
	return nil
}

// enterTable is Enter of a Parquet file.
func (r *Reader) enterTable(from, to Border) error {
	rowGroup := func(b Border) parquettable.Border { return parquettable.Border{Offset: b.Raw, Rows: b.Records} }
	old := r.table.Load()
	old.Close()
	part, err := old.Part(rowGroup(from), rowGroup(to))
	if err != nil {
		return fileerr.Wrap("reading", r.name, err)
	}
	r.src.n.Store(from.Raw)
	r.readPart(part)
	return nil
}

// decode gives text up to the border at which that ends.
func (r *Reader) decode(p []byte) (int, error) {
	if r.ends.Text <= 0 {
		return r.dec.Read(p)
	}
	left := r.ends.Text - r.out
	if left <= 0 {
		return 0, io.EOF
	}
	n, err := r.dec.Read(p[:min(left, int64(len(p)))])
	if errors.Is(err, io.EOF) && int64(n) < left {
		err = errShrunk
	}
	return n, err
}
