package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// A Border is a place in a corpus at which a line begins and reading can. The zero
// Border is the beginning.
type Border struct {
	Raw, Text int64 // bytes of the file, and of text, ahead of it
	// Records and Lines are those ahead of it, as CreateOptions.CountRecords counted
	// them; -1 where that is not known.
	Records, Lines int64
}

// Border returns the first border at or after a byte of the file, or its end. ok is
// false for a corpus that has none but its beginning: all that is no regular file,
// and all that is compressed, unless [Create] made it and its table is whole. Little
// of the file is read, and nothing of that counts as read.
func (r *Reader) Border(at int64) (b Border, ok bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.src.file == nil || r.dec == nil:
		return b, false, nil
	case at <= 0:
		return b, true, nil
	case r.Codec() == Plain:
		at, err = nextLine(r.src.file, min(at, r.src.size), r.src.size)
		if err != nil {
			return b, false, fileerr.Wrap("reading", r.name, err)
		}
		return Border{Raw: at, Text: at, Records: -1, Lines: -1}, true, nil
	case r.Codec() == Zstd:
		p, ok := zframe.FindByte(r.src.file, r.src.size, at)
		return Border{Raw: p.Offset, Text: p.Text, Records: p.Records, Lines: p.Lines}, ok, nil
	}
	return b, false, nil
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

// Enter moves Read to a border, however much was read. Of a file that is compressed
// the digest of all text is then not checked, only the checksums of the frames that
// are read.
func (r *Reader) Enter(b Border) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil && r.err != io.EOF { //nolint:errorlint // only the bare value means a clean end
		return r.err
	}
	if old := r.frames.Load(); old != nil {
		old.Close()
		old.Wait()
	}
	if err := r.src.seek(b.Raw); err != nil {
		return fileerr.Wrap("reading", r.name, err)
	}
	r.raw = bufio.NewReaderSize(r.src, rawBuffer)
	r.src.n.Store(b.Raw)
	r.err, r.fresh, r.out = nil, false, b.Text
	if r.Codec() == Zstd {
		return r.readFrames(zframe.Place{Offset: b.Raw, Text: b.Text})
	}
	r.dec = plainDecoder{r.raw, r.src}
	return nil
}
