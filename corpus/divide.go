package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/parquettable"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// This file begins reading in the middle of a corpus: at borders between shards, at records, and
// anywhere in a plain file.

// A Border is a place in a corpus at which a record may begin and reading can. The zero Border is
// the beginning.
type Border struct {
	Raw, Text int64 // bytes of the file, and of text, before it; Text is -1 in a Parquet file
	// Records and Lines count what precedes it: records of one size, rows of a Parquet file, or
	// as CreateOptions.CountRecords counted them; -1 if that is not known.
	Records, Lines int64
}

// A Grain says how a text is divided into records.
type Grain struct {
	Head int64 // bytes before the first record
	Size int64 // of each record; 0: records are lines, or rows of a Parquet file
}

// Border returns the first border at or after a byte of the file, except the beginning: of a line
// or a record of fixed size in a plain file, of a frame in a file that [Create] compressed (if its
// table is whole), or of a row group in a Parquet file. If there is none, it returns the end. ok is
// false for other files, pipes and devices. It reads little of the file, which does
// not count as read.
func (r *Reader) Border(at int64, grain Grain) (b Border, ok bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.file == nil || r.dec == nil || r.opts.Encoding != UTF8 && r.Codec() != Parquet {
		return b, false, nil
	}
	switch codec := r.Codec(); {
	case codec == Plain:
		b, err = r.plainBorder(at, grain)
		return b, err == nil, err
	case codec == Zstd && grain.Size == 0:
		for _, p := range zframe.Places(r.src.file, r.src.size) {
			if b, ok = Border(p), true; p.Raw >= at && p.Text >= max(grain.Head, 1) {
				break
			}
		}
	case codec == Parquet:
		p, found := r.table.Load().Border(at)
		b, ok = Border{Raw: p.Offset, Text: -1, Records: p.Rows}, found
	}
	return b, ok, nil
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

// nextLine returns where the first line at or after a byte begins, or the size if there is none.
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

// Enter moves Read to a border, however much was read, and has it end at another; the zero Border
// as to is the end of the corpus. In a compressed file the digest of the whole text is then not
// checked, only the checksums of the frames that are read. In a Parquet file only the first row
// group has the header before it.
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

// decode reads text up to the border at which that ends.
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

// SkipRecords moves Read to the last frame with at most n records before it, as
// CreateOptions.CountRecords counted them. It returns how many records and lines precede that
// frame: 0 if the corpus is not a regular file that [Create] compressed, with a usable table. It
// may be called once. The digest of the whole text is then not checked, only the checksums of the
// frames that are read.
func (r *Reader) SkipRecords(n int64) (records, lines int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.file == nil || r.opts.Encoding != UTF8 || r.Codec() != Zstd || r.dec == nil || r.err != nil {
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

// Rest returns the text of a plain regular file that Read has not returned yet, for goroutines that
// read pieces of it themselves. It reaches from one byte of the file to another, exclusive: the size
// at opening, or the border where Read ends. text is nil for other corpora, and before the first
// Read of a pipe. Its errors name the file and the byte; a piece that the file no longer has is an
// error. Close ends it.
func (r *Reader) Rest() (text io.ReaderAt, from, to int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, plain := r.dec.(plainDecoder); !plain || r.src.file == nil || r.opts.Encoding != UTF8 || r.err != nil {
		return nil, 0, 0
	}
	to = r.src.size
	if r.ends != (Border{}) {
		to = r.ends.Text
	}
	return plainText{r}, r.rawOffset(), to
}

// Continue moves Read to a byte of a corpus that has a Rest. The text before it counts as read.
func (r *Reader) Continue(at int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.src.n.Store(at)
	return r.moveTo(Border{Raw: at, Text: at})
}

// A plainText is the ReaderAt of Rest.
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
