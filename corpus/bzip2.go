package corpus

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// bzip2Decoder decodes bzip2 streams, which the library puts together.
type bzip2Decoder struct {
	dec      io.Reader
	raw      *bufio.Reader
	src      *source
	at       int64
	verified *atomic.Int64 // text up to the end of a block
}

func newBzip2Decoder(raw *bufio.Reader, src *source, verified *atomic.Int64) *bzip2Decoder {
	return &bzip2Decoder{dec: bzip2.NewReader(raw), raw: raw, src: src, verified: verified}
}

// offset is that of the next raw byte: the library takes byte after byte.
func (z *bzip2Decoder) offset() int64 { return z.src.n.Load() - int64(z.raw.Buffered()) }

// Read gives text of one block. The library takes a block's bytes only after
// the checksum of the one before proved right.
func (z *bzip2Decoder) Read(p []byte) (int, error) {
	before := z.offset()
	n, err := z.dec.Read(p)
	after := z.offset()
	if after != before && n > 0 || err == io.EOF { //nolint:errorlint // as io.Reader has it
		z.verified.Store(z.at)
	}
	z.at += int64(n)
	if err != nil && err != io.EOF { //nolint:errorlint // as io.Reader has it
		err = z.damaged(err, after)
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
func (z *bzip2Decoder) damaged(err error, offset int64) error {
	var wrong bzip2.StructuralError
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
