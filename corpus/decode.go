package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"

	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// errTrailing marks bytes after the compressed data that are not compressed
// data of the same kind.
var errTrailing = errors.New("trailing garbage")

// trailing describes what stands at a raw offset where another frame could have
// begun.
func trailing(after Codec, offset int64, head []byte) error {
	if other := detectCodec(head, ""); other != Plain && other != after {
		return fmt.Errorf("%w at raw byte %d: %s data after %s", errTrailing, offset, other, after.unit())
	}
	return fmt.Errorf("%w at raw byte %d, after %s", errTrailing, offset, after.unit())
}

type plainDecoder struct {
	ahead *bufio.Reader // has the bytes by which the codec was recognised, and perhaps more
	src   io.Reader     // after them
}

// Read passes the buffer by once it is empty: it would only copy.
func (d plainDecoder) Read(p []byte) (int, error) {
	if d.ahead.Buffered() > 0 {
		return d.ahead.Read(p)
	}
	return d.src.Read(p)
}

// gzipDecoder decodes gzip members one by one, so that it sees where each ends.
type gzipDecoder struct {
	dec      *gzip.Reader
	raw      *bufio.Reader
	src      *source
	ended    bool // the member at hand has
	at       int64
	verified *atomic.Int64 // text up to the end of a member
}

func newGzipDecoder(raw *bufio.Reader, src *source, verified *atomic.Int64) (*gzipDecoder, error) {
	z := &gzipDecoder{dec: new(gzip.Reader), raw: raw, src: src, verified: verified}
	if err := z.member(); err != nil {
		return nil, err
	}
	return z, nil
}

// member reads the header of the next member, whose magic number was seen.
func (z *gzipDecoder) member() error {
	if err := z.dec.Reset(z.raw); err != nil {
		return damaged(err)
	}
	z.dec.Multistream(false)
	z.ended = false
	return nil
}

// damaged wraps an error inside a member, where io.EOF means that the member is
// cut.
func damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("cut inside a gzip member: %w", io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("in a gzip member: %w", err)
}

func (z *gzipDecoder) Read(p []byte) (int, error) {
	if z.ended {
		if err := z.next(); err != nil {
			return 0, err
		}
	}
	n, err := z.dec.Read(p)
	z.at += int64(n)
	switch {
	case err == io.EOF: //nolint:errorlint // the end of a member is the bare value
		z.ended = true
		z.verified.Store(z.at)
	case err != nil:
		return n, damaged(err)
	}
	return n, nil
}

// next is called between two members. It returns io.EOF if the input ends here.
func (z *gzipDecoder) next() error {
	head, err := z.raw.Peek(zframe.MagicLen)
	switch {
	case len(head) == 0:
		return err
	case len(head) >= len(gzipMagic) && agrees(head, gzipMagic):
		return z.member()
	case agrees(head, gzipMagic):
		return damaged(io.ErrUnexpectedEOF)
	}
	// The inflater takes byte after byte, so what it left in the buffer begins
	// exactly here.
	return trailing(Gzip, z.src.n.Load()-int64(z.raw.Buffered()), head)
}
