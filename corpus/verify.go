package corpus

import (
	"errors"
	"io"
	"os"
)

// maxVerifyBytes is how many bytes of text [Reader.Verify] reads at most to reach a checksum, in a
// fraction of a second.
const maxVerifyBytes = 64 << 20

// skimText is how many bytes Verify reads at a time.
const skimText = 128 << 10

// Verify is for callers that stop early. It checks the text up to an offset (see Offset): it reads on,
// and drops the text, to the end of the zstd frame, gzip member, bzip2 or xz block, or member of an
// archive in which that byte lies.
//
// The error is the one that Read would have returned there. Damage after that end is not reported.
// Verify returns false if it did not reach the checksum: if it is more than 64 MiB of text away, if
// reading might wait for a producer (see Stream), or after Close. It also reads to the end of a frame
// without a checksum, which proves less; see Unchecked. Plain text counts as verified.
//
// The goroutine that reads calls it instead of further Reads. Further calls, and calls after Close,
// return the last result.
func (r *Reader) Verify(upto int64) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Codec() == Plain {
		return true, nil
	}
	left := int64(maxVerifyBytes)
	if r.src.stream {
		left = 0
	}
	buf := make([]byte, min(left, skimText))
	for r.verified.Load() < upto {
		switch {
		case r.err == io.EOF: //nolint:errorlint // only the bare value means a clean end
			return true, nil
		case r.err != nil && !errors.Is(r.err, os.ErrClosed):
			return false, r.err
		case r.err != nil || left <= 0 || r.closed.Load():
			return false, nil
		}
		n, _ := r.read(buf) // r.err has the error
		left -= int64(n)
	}
	return true, nil
}

// Offset is the number of bytes of text up to the end of what Read returned last. Skipped text counts.
func (r *Reader) Offset() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out
}
