package corpus

import (
	"errors"
	"io"
	"math"
	"os"
)

// FarChecksum is how much text [Reader.Verify] reads for a checksum, in bytes:
// a fraction of a second's.
const FarChecksum = 64 << 20

// skimText is how much text is read at a time that nobody gets.
const skimText = 128 << 10

// Verify is for who stops reading before the end: it has the text up to a byte
// of it, as Offset tells them, verified. To that end it reads on, without
// giving the text to anyone, to the end of the zstd frame or gzip member in
// which the byte lies. The error is what Read would have met there; damage that
// lies farther on is none. It returns false where the checksum was not reached:
// where it is more than FarChecksum away, where reading might wait for a
// producer (see Stream), and after Close. With Options.RequireChecksum neither
// distance nor a producer counts. A frame without a checksum is read to its end
// like others, which proves less; see Unchecked. Plain text counts as verified.
//
// The goroutine that reads calls it, in place of further Reads; where it is
// called again, or after Close, it tells what is known.
func (r *Reader) Verify(upto int64) (bool, error) {
	r.mu.Lock()
	verified, err := r.verify(upto)
	r.mu.Unlock()
	if r.closed.Load() {
		r.release()
	}
	return verified, err
}

func (r *Reader) verify(upto int64) (bool, error) {
	if r.Codec() == Plain {
		return true, nil
	}
	left := int64(FarChecksum)
	switch {
	case r.requireChecksum:
		left = math.MaxInt64
	case r.src.stream:
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

// Offset is how much text there was up to what Read gave last, in bytes; what
// was passed over counts. The goroutine that reads asks for it.
func (r *Reader) Offset() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out
}

// RequiresChecksum reports whether Options.RequireChecksum was set.
func (r *Reader) RequiresChecksum() bool { return r.requireChecksum }
