package corpus

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
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

// rawOffset is the offset of the next raw byte that a decoder takes, if it takes them from r.raw one by one.
func (r *Reader) rawOffset() int64 { return r.src.n.Load() - int64(r.raw.Buffered()) }

// A bzip2Decoder decodes bzip2 streams, which the library puts together.
type bzip2Decoder struct {
	r   *Reader
	dec io.Reader
}

// Read gives text of one block. The library takes a block's bytes only after
// the checksum of the one before proved right.
func (z *bzip2Decoder) Read(p []byte) (int, error) {
	before := z.r.rawOffset()
	n, err := z.dec.Read(p)
	if z.r.rawOffset() != before && n > 0 || err == io.EOF { //nolint:errorlint // as io.Reader has it
		z.r.verified.Store(z.r.out)
	}
	if err != nil && err != io.EOF { //nolint:errorlint // as io.Reader has it
		err = z.damaged(err)
	}
	return n, err
}

// What the library says of bytes after a stream that begin none, and how many
// of them it took.
var bzip2Trailing = map[bzip2.StructuralError]int64{
	"bad magic value in continuation file": 2,
	"non-Huffman entropy encoding":         3,
	"invalid compression level":            4,
}

// damaged says where the error is.
func (z *bzip2Decoder) damaged(err error) error {
	var wrong bzip2.StructuralError
	offset := z.r.rawOffset()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("cut inside a bzip2 stream: %w", err)
	case !errors.As(err, &wrong):
		return err
	case bzip2Trailing[wrong] > 0:
		return trailing(Bzip2, offset-bzip2Trailing[wrong], nil)
	}
	return fmt.Errorf("in a bzip2 stream, at raw byte %d: %w", offset, err)
}
