package parquettable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// The codecs of pages.
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

// decompress fills dst with what src is compressed from. It is an error if that is less, or more.
func decompress(z *zstd.Decoder, codec int, dst, src []byte) error {
	if codec != uncompressed && len(dst) == 0 {
		return nil // whatever src is
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
		r, err := gzip.NewReader(bytes.NewReader(src))
		if err != nil {
			return err
		}
		return readExactly(r, dst)
	case brotliCodec:
		return readExactly(brotli.NewReader(bytes.NewReader(src)), dst)
	case lz4Raw:
		n, err = lz4.UncompressBlock(src, dst)
	case lz4Hadoop:
		if decompressHadoop(dst, src) {
			return nil
		}
		n, err = lz4.UncompressBlock(src, dst) // some programs wrote a bare block
	default:
		return fmt.Errorf("pages are compressed in an unknown way (codec %d)", codec)
	}
	if err == nil && n != len(dst) {
		err = errSize
	}
	return err
}

// readExactly fills dst and reads to the end, which also verifies a checksum.
func readExactly(r io.Reader, dst []byte) error {
	if _, err := io.ReadFull(r, dst); err != nil {
		return errors.Join(errSize, err)
	}
	if n, err := io.Copy(io.Discard, io.LimitReader(r, 1)); n > 0 || err != nil {
		return errors.Join(errSize, err)
	}
	return nil
}

// decompressHadoop decompresses blocks that follow their sizes. It reports false if src is not
// that.
func decompressHadoop(dst, src []byte) bool {
	const head = 8
	for len(src) >= head {
		text, packed := binary.BigEndian.Uint32(src), binary.BigEndian.Uint32(src[4:])
		if uint64(text) > uint64(len(dst)) || uint64(packed) > uint64(len(src)-head) {
			return false
		}
		n, err := lz4.UncompressBlock(src[head:head+packed], dst[:text])
		if err != nil || n != int(text) {
			return false
		}
		dst, src = dst[n:], src[head+packed:]
	}
	return len(dst) == 0 && len(src) == 0
}
