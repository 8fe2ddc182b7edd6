package corpus

import (
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

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
	return rest{r}, r.src.n.Load() - int64(r.raw.Buffered()), to
}

// Continue moves Read to another byte of a corpus that has a Rest. The text
// before it counts as read.
func (r *Reader) Continue(at int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.src.seek(at); err != nil {
		return fileerr.Wrap("reading", r.name, err)
	}
	r.raw.Reset(r.src)
	r.src.n.Store(at)
	r.out = at
	return nil
}

// A rest reads a file anywhere.
type rest struct{ r *Reader }

func (t rest) ReadAt(p []byte, at int64) (int, error) {
	n, err := t.r.src.file.ReadAt(p, at)
	if n == len(p) {
		return n, nil
	}
	if errors.Is(err, io.EOF) {
		err = errShrunk
	}
	return n, fileerr.Wrap("reading", t.r.name, fmt.Errorf("at byte %d: %w", at+int64(n), fileerr.Bare(err)))
}
