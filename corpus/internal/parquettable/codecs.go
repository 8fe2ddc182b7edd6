//go:build !js

// Pages are compressed by one of several codecs.

package parquettable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// The codecs of pages. LZO is not read: no current program writes it.
const (
	uncompressed = 0
	snappyCodec  = 1
	gzipCodec    = 2
	brotliCodec  = 4
	lz4Hadoop    = 5
	zstdCodec    = 6
	lz4Raw       = 7
)

var errSize = errors.New("the page decompresses to another size than it says")

func newZstd(atATime int) (*zstd.Decoder, error) {
	return zstd.NewReader(
		nil,
		zstd.WithDecoderConcurrency(atATime),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecodeAllCapLimit(true),
	)
}

// decompress decompresses src into dst. It returns an error if dst is too small or too large.
func decompress(z *zstd.Decoder, codec int, dst, src []byte) error {
	if codec != uncompressed && len(dst) == 0 {
		return nil // src does not matter
	}
	n, err := 0, error(nil)
	switch codec {
	case uncompressed:
		if n = len(src); n == len(dst) {
			copy(dst, src)
		}
	case snappyCodec:
		if n, err = snappy.DecodedLen(src); err == nil && n == len(dst) {
			_, err = snappy.Decode(dst, src)
		}
	case zstdCodec:
		var out []byte
		out, err = z.DecodeAll(src, dst[:0:len(dst)])
		n = len(out)
	case gzipCodec:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(src)); err == nil {
			n, err = readExactly(r, dst)
		}
	case brotliCodec:
		n, err = decompressBrotli(dst, src)
	case lz4Raw:
		n, err = lz4.UncompressBlock(src, dst)
	case lz4Hadoop:
		n, err = decompressHadoop(dst, src)
	default:
		return fmt.Errorf("pages are compressed in an unknown way (codec %d)", codec)
	}
	if err == nil && n != len(dst) {
		err = errSize
	}
	return err
}

// readExactly fills dst and reads to the end, which also verifies a checksum.
func readExactly(r io.Reader, dst []byte) (int, error) {
	n, err := io.ReadFull(r, dst)
	if err == nil {
		var more int64
		more, err = io.Copy(io.Discard, io.LimitReader(r, 1))
		n += int(more)
	}
	return n, err
}

// decompressHadoop decompresses LZ4 as Spark writes it: blocks, each after its two sizes.
func decompressHadoop(dst, src []byte) (n int, err error) {
	const head = 8
	for len(src) >= head {
		text, packed := uint64(binary.BigEndian.Uint32(src)), uint64(binary.BigEndian.Uint32(src[4:]))
		if src = src[head:]; text > uint64(len(dst)-n) || packed > uint64(len(src)) {
			return 0, errSize
		}
		size, err := lz4.UncompressBlock(src[:packed], dst[n:n+int(text)])
		if err != nil || size != int(text) {
			return 0, errors.Join(errSize, err)
		}
		n, src = n+size, src[packed:]
	}
	if len(src) > 0 {
		err = errSize
	}
	return n, err
}
