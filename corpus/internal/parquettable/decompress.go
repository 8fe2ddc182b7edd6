package parquettable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

var errSize = errors.New("the page decompresses to another size than it says")

// plausible reports whether a page of some size can be compressed into so few
// bytes: before there is memory for it.
func (c compression) plausible(text, packed int) bool {
	const most = 1100 // what gzip reaches; snappy and lz4 stay below
	switch c {
	case zstdCodec, brotliCodec:
		return true
	}
	return text/most <= packed
}

// decompressors holds what decoders keep between pages.
type decompressors struct {
	zstd   *zstd.Decoder
	gzip   sync.Pool // of *gzip.Reader
	brotli sync.Pool // of *brotli.Reader
}

func newDecompressors(atATime int) (*decompressors, error) {
	z, err := zstd.NewReader(
		nil,
		zstd.WithDecoderConcurrency(atATime),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecodeAllCapLimit(true),
	)
	return &decompressors{zstd: z}, err
}

// decompress fills dst with what src is compressed from: that and no more.
func (d *decompressors) decompress(codec compression, dst, src []byte) error {
	if len(dst) == 0 {
		return nil // whatever it is made of
	}
	switch codec {
	case snappyCodec:
		if n, err := snappy.DecodedLen(src); err != nil || n != len(dst) {
			return sizeError(err)
		}
		_, err := snappy.Decode(dst, src)
		return err
	case zstdCodec:
		out, err := d.zstd.DecodeAll(src, dst[:0:len(dst)])
		if err != nil || len(out) != len(dst) {
			return sizeError(err)
		}
		return nil
	case gzipCodec:
		return d.gunzip(dst, src)
	case brotliCodec:
		r, _ := d.brotli.Get().(*brotli.Reader)
		if r == nil {
			r = brotli.NewReader(nil)
		}
		defer d.brotli.Put(r)
		if err := r.Reset(bytes.NewReader(src)); err != nil {
			return err
		}
		return readExactly(r, dst)
	case lz4Raw:
		n, err := lz4.UncompressBlock(src, dst)
		if err != nil || n != len(dst) {
			return sizeError(err)
		}
		return nil
	case lz4Hadoop:
		return decompressHadoop(dst, src)
	}
	return fmt.Errorf("pages are compressed in an unknown way (codec %d)", codec)
}

func sizeError(err error) error {
	if err != nil {
		return err
	}
	return errSize
}

func (d *decompressors) gunzip(dst, src []byte) error {
	r, _ := d.gzip.Get().(*gzip.Reader)
	if r == nil {
		r = new(gzip.Reader)
	}
	defer d.gzip.Put(r)
	if err := r.Reset(bytes.NewReader(src)); err != nil {
		return err
	}
	return readExactly(r, dst)
}

// readExactly reads to the end, which also verifies a checksum.
func readExactly(r io.Reader, dst []byte) error {
	if _, err := io.ReadFull(r, dst); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return errSize
		}
		return err
	}
	switch n, err := r.Read(make([]byte, 1)); {
	case n > 0:
		return errSize
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}

// decompressHadoop decodes the older kind of lz4: blocks with their sizes ahead,
// as Hadoop has them; some programs wrote a bare block.
func decompressHadoop(dst, src []byte) error {
	const head = 8
	whole := dst
	for rest := src; len(rest) >= head; {
		text, packed := binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:])
		if uint64(text) > uint64(len(dst)) || uint64(packed) > uint64(len(rest)-head) {
			break
		}
		n, err := lz4.UncompressBlock(rest[head:head+packed], dst[:text])
		if err != nil || n != int(text) {
			break
		}
		dst, rest = dst[n:], rest[head+packed:]
		if len(dst) == 0 && len(rest) == 0 {
			return nil
		}
	}
	n, err := lz4.UncompressBlock(src, whole)
	if err != nil || n != len(whole) {
		return sizeError(err)
	}
	return nil
}
