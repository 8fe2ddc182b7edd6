package corpus

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
)

// This file decodes plain text and bzip2, and says what follows compressed data.

// errTrailing is the error of bytes after compressed data that are not data of the same codec.
var errTrailing = errors.New("trailing garbage")

// trailing returns the error of bytes at a raw offset, where another frame could begin.
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

// Read does not use the buffer once it is empty, as it would only copy.
func (d plainDecoder) Read(p []byte) (int, error) {
	if d.ahead.Buffered() > 0 {
		return d.ahead.Read(p)
	}
	return d.src.Read(p)
}

// rawOffset is the offset of the next raw byte, for decoders that take bytes from r.raw one by one.
func (r *Reader) rawOffset() int64 { return r.src.n.Load() - int64(r.raw.Buffered()) }

// A bzip2Decoder decodes bzip2 streams. The library reads several as one.
type bzip2Decoder struct {
	r   *Reader
	dec io.Reader
}

// Read reads text of one block. The library takes bytes of a block only if the checksum of the block
// before is right.
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

// bzip2Trailing are the errors of the library for bytes after a stream that begin no stream, and how
// many of these it took.
var bzip2Trailing = map[bzip2.StructuralError]int64{
	"bad magic value in continuation file": 2,
	"non-Huffman entropy encoding":         3,
	"invalid compression level":            4,
}

// damaged adds to an error where it is.
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
