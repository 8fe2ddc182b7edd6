package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// A Border is a place in a corpus at which a record may begin and reading can. The
// zero Border is the beginning.
type Border struct {
	Raw, Text int64 // bytes of the file, and of text, before it; of a Parquet file Text is -1
	// Records and Lines count what precedes it: records of one size, rows of a Parquet
	// file, or as CreateOptions.CountRecords counted them; -1 where that is not known.
	Records, Lines int64
}

// A Grain is what is to be known of a text to divide it.
type Grain struct {
	Head int64 // bytes before the first record
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
		frames := zframe.Places(r.src.file, r.src.size)
		if len(frames) == 0 {
			return b, false, nil
		}
		i := slices.IndexFunc(frames, func(p zframe.Place) bool { return p.Raw >= at && p.Text >= max(grain.Head, 1) })
		if i < 0 {
			i = len(frames) - 1
		}
		return Border(frames[i]), true, nil
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
// a Parquet file the header comes before the first row group alone.
func (r *Reader) Enter(from, to Border) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil && r.err != io.EOF { //nolint:errorlint // only the bare value means a clean end
		return r.err
	}
	r.err, r.ends = nil, to
	if r.Codec() == Parquet {
		r.out = from.Text
		return r.enterTable(from, to)
	}
	if err := r.moveTo(from); err != nil {
		return err
	}
	r.src.n.Store(from.Raw)
	return nil
}

// moveTo has Read go on elsewhere in a plain or zstd file.
func (r *Reader) moveTo(to Border) error {
	if old := r.frames.Load(); old != nil {
		old.Close()
		old.Wait()
	}
	if err := r.src.seek(to.Raw); err != nil {
		return fileerr.Wrap("reading", r.name, err)
	}
	r.raw.Reset(r.src)
	r.fresh, r.out = false, to.Text
	if r.Codec() == Zstd {
		return r.readFrames(zframe.Place(to))
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

// SkipRecords moves the next Read to a later frame, so that as many records as
// possible, but no more than n from the beginning of the text, are skipped:
// records as CreateOptions.CountRecords counted them. It returns the numbers of
// records and lines skipped, 0 unless the file is a regular one that [Create]
// compressed, with a usable table. It may be called once, by
// the goroutine that reads, however much was read; the text's digest is then
// not checked, only the checksums of the frames that are read.
func (r *Reader) SkipRecords(n int64) (records, lines int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.file == nil || r.Codec() != Zstd || r.dec == nil || r.err != nil {
		return 0, 0, nil
	}
	to := zframe.Place{}
	for _, p := range zframe.Places(r.src.file, r.src.size) {
		if p.Records < 0 || p.Records > n {
			break
		}
		to = p
	}
	if to.Records == 0 {
		return 0, 0, nil
	}
	return to.Records, to.Lines, r.moveTo(Border(to))
}

// Rest returns the rest of a plain regular file, for goroutines that read
// pieces of it by themselves: from the byte that Read would return next up to
// the size that the file had when it was opened, or the border up to which it is
// read, exclusive. text is nil for any
// other corpus, and before the first text was read. Close ends it. Errors of
// its ReadAt name the file and the byte; reading a piece that the file no
// longer has is an error.
func (r *Reader) Rest() (text io.ReaderAt, from, to int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, plain := r.dec.(plainDecoder); !plain || r.src.file == nil || r.err != nil {
		return nil, 0, 0
	}
	to = r.src.size
	if r.ends != (Border{}) {
		to = r.ends.Text
	}
	return plainText{r}, r.rawOffset(), to
}

// Continue moves Read to another byte of a corpus that has a Rest. The text
// before it counts as read.
func (r *Reader) Continue(at int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.src.n.Store(at)
	return r.moveTo(Border{Raw: at, Text: at})
}

// A plainText reads a plain file anywhere.
type plainText struct{ r *Reader }

func (t plainText) ReadAt(p []byte, at int64) (int, error) {
	n, err := t.r.src.file.ReadAt(p, at)
	if n == len(p) {
		return n, nil
	}
	if errors.Is(err, io.EOF) {
		err = errShrunk
	}
	return n, fileerr.Wrap("reading", t.r.name, fmt.Errorf("at byte %d: %w", at+int64(n), fileerr.Bare(err)))
}
