//go:build !js

package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"math"
	"slices"

	"github.com/ulikunitz/xz/lzma"
)

// An xzDecoder decodes xz files: streams of blocks, each followed by a check of its text, with an
// index at the end of the stream (https://tukaani.org/xz/xz-file-format.txt).
//
// Package lzma decodes the LZMA2 data of the blocks. Its parent, package xz, has no limit for the
// dictionary: a file of 64 bytes makes it allocate 4 GiB. So this type reads the headers.
type xzDecoder struct {
	r *Reader

	begun  bool // a stream began before
	inside bool // in a stream
	flags  [2]byte
	blocks uint64 // of the stream so far
	sizes  []byte // the entries of the index for these blocks

	data                 *lzma.Reader2 // of a block; nil between blocks
	sum                  hash.Hash     // nil for a stream without checks
	header, start        int64         // the bytes of the block's header, and the offset of its data
	text                 int64         // bytes that were read of the block
	wantPacked, wantText int64         // as the header says; -1: it does not
}

const (
	// maxXzBlocks bounds the memory for the index. Even an xz that works in parallel makes only
	// one block for each megabyte.
	maxXzBlocks = 1 << 20
)

// xzChecks are the ways to check a block's text, by the second byte of the stream's flags.
var xzChecks = map[byte]func() hash.Hash{
	0:  nil,
	1:  func() hash.Hash { return crc32.NewIEEE() },
	4:  func() hash.Hash { return crc64.New(crc64.MakeTable(crc64.ECMA)) },
	10: sha256.New,
}

// Read reads text of one block, or nothing and no error where a block or stream begins or ends.
func (z *xzDecoder) Read(p []byte) (n int, err error) {
	switch {
	case !z.inside:
		err = z.nextStream()
	case z.data == nil:
		err = z.nextBlock()
	default:
		n, err = z.readBlock(p)
	}
	switch {
	case err == nil || !z.inside || errors.Is(err, ErrWindow):
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("cut inside an xz stream: %w", io.ErrUnexpectedEOF)
	default:
		err = fmt.Errorf("in an xz stream, at raw byte %d: %w", z.r.rawOffset(), err)
	}
	return n, err
}

// nextStream reads the header of a stream, or padding between two. It returns io.EOF at the end of
// the file.
func (z *xzDecoder) nextStream() error {
	head, err := z.r.raw.Peek(len(xzMagic))
	start := z.r.rawOffset()
	switch {
	case len(head) == 0:
		return err
	case z.begun && bytes.HasPrefix(head, make([]byte, 4)):
		_, err = z.r.raw.Discard(4)
		return err
	case !agrees(head, xzMagic):
		return trailing(Xz, start, head)
	}
	z.begun, z.inside = true, true
	z.blocks, z.sizes = 0, z.sizes[:0]
	var header [12]byte // magic, flags, checksum of the flags
	if _, err := io.ReadFull(z.r.raw, header[:]); err != nil {
		return err
	}
	z.flags = [2]byte(header[6:])
	if crc32.ChecksumIEEE(header[6:8]) != binary.LittleEndian.Uint32(header[8:]) {
		return errors.New("checksum mismatch in the stream header")
	}
	check, known := xzChecks[z.flags[1]]
	switch {
	case z.flags[0] != 0 || !known:
		return fmt.Errorf("unknown stream flags %x", z.flags)
	case check != nil:
		z.sum = check()
		return nil
	}
	z.sum = nil
	z.r.unchecked.Add(1)
	return nil
}

// nextBlock reads the header of a block, or the end of the stream.
func (z *xzDecoder) nextBlock() error {
	start := z.r.rawOffset()
	first, err := z.r.raw.ReadByte()
	if err != nil {
		return err
	}
	if first == 0 {
		return z.endStream()
	}
	header := make([]byte, (int(first)+1)*4)
	header[0] = first
	if _, err := io.ReadFull(z.r.raw, header[1:]); err != nil {
		return err
	}
	dictionary, err := z.parseHeader(header)
	if err != nil {
		return err
	}
	if z.wantText >= 0 {
		dictionary = min(dictionary, z.wantText) // no more can be referred to
	}
	dictionary = max(dictionary, lzma.MinDictCap)
	if uint64(dictionary) > z.r.opts.maxWindow {
		return fmt.Errorf("%w of %d bytes at raw byte %d: the cap is %d", ErrWindow, dictionary, start, z.r.opts.maxWindow)
	}
	if z.blocks++; z.blocks > maxXzBlocks {
		return fmt.Errorf("more than %d blocks (decompress it with xz)", maxXzBlocks)
	}
	z.header, z.start, z.text = int64(len(header)), z.r.rawOffset(), 0
	if z.sum != nil {
		z.sum.Reset()
	}
	z.data, err = lzma.Reader2Config{DictCap: int(dictionary)}.NewReader2(z.r.raw)
	return err
}

// parseHeader reads the header of a block: length, flags, sizes, the filter, padding, and the
// checksum. It returns the size of the dictionary.
func (z *xzDecoder) parseHeader(header []byte) (dictionary int64, err error) {
	fields, sum := header[:len(header)-4], header[len(header)-4:]
	if crc32.ChecksumIEEE(fields) != binary.LittleEndian.Uint32(sum) {
		return 0, errors.New("checksum mismatch in a block header")
	}
	flags, fields := fields[1], fields[2:]
	size := func(present byte) int64 {
		if flags&present == 0 {
			return -1
		}
		n, length := binary.Uvarint(fields)
		if length <= 0 || n > math.MaxInt64 {
			fields = nil
			return -1
		}
		fields = fields[length:]
		return int64(n)
	}
	z.wantPacked, z.wantText = size(0x40), size(0x80)
	const lzma2, propertyBytes = 0x21, 1
	switch {
	case len(fields) < 3:
		return 0, errors.New("a block header is too short")
	case flags&0x3f != 0 || fields[0] != lzma2:
		return 0, errors.New("a filter other than LZMA2, which is not supported (decompress it with xz)")
	case len(bytes.TrimLeft(fields[3:], "\x00")) > 0:
		return 0, errors.New("wrong padding of a block header")
	}
	dictionary, err = lzma.DecodeDictCap(fields[2])
	if err != nil || fields[1] != propertyBytes {
		err = errors.New("wrong properties of LZMA2")
	}
	return dictionary, err
}

// readBlock reads text of a block, and its end.
func (z *xzDecoder) readBlock(p []byte) (int, error) {
	n, err := z.data.Read(p)
	if z.text += int64(n); z.wantText >= 0 && z.text > z.wantText {
		return 0, errors.New("more text than its header says")
	}
	if z.sum != nil {
		_, _ = z.sum.Write(p[:n]) // never fails
	}
	if err == io.EOF { //nolint:errorlint // as io.Reader has it
		if err = z.endBlock(); err == nil {
			z.data = nil
			z.r.verified.Store(z.r.out + int64(n))
		}
	}
	return n, err
}

// endBlock compares a block with its header, and its text with the check.
func (z *xzDecoder) endBlock() error {
	packed := z.r.rawOffset() - z.start
	switch {
	case !z.data.EOS():
		return io.ErrUnexpectedEOF
	case z.wantText >= 0 && z.text != z.wantText:
		return errors.New("less text than its header says")
	case z.wantPacked >= 0 && packed != z.wantPacked:
		return errors.New("another size than its header says")
	}
	var sum []byte
	if z.sum != nil {
		if sum = z.sum.Sum(nil); len(sum) < sha256.Size {
			slices.Reverse(sum) // stored with the lowest byte first
		}
	}
	z.sizes = binary.AppendUvarint(z.sizes, uint64(z.header+packed+int64(len(sum))))
	z.sizes = binary.AppendUvarint(z.sizes, uint64(z.text))
	return z.expect(append(padding(packed), sum...), "wrong padding, or checksum mismatch")
}

// endStream reads the index, whose first byte was read, and the footer.
func (z *xzDecoder) endStream() error {
	index := append(binary.AppendUvarint([]byte{0}, z.blocks), z.sizes...)
	index = append(index, padding(int64(len(index)))...)
	index = binary.LittleEndian.AppendUint32(index, crc32.ChecksumIEEE(index))
	var size []byte // of the index, in words, and the flags
	size = append(binary.LittleEndian.AppendUint32(size, uint32(len(index)/4-1)), z.flags[:]...)
	end := binary.LittleEndian.AppendUint32(index, crc32.ChecksumIEEE(size))
	end = append(append(end, size...), "YZ"...)
	if err := z.expect(end[1:], "the index is not that of the blocks, or damaged"); err != nil {
		return err
	}
	z.inside = false
	return nil
}

// expect reads the bytes that must follow.
func (z *xzDecoder) expect(want []byte, otherwise string) error {
	got := make([]byte, len(want))
	if _, err := io.ReadFull(z.r.raw, got); err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errors.New(otherwise)
	}
	return nil
}

// padding returns the zeros that follow n bytes, up to a multiple of four.
func padding(n int64) []byte { return make([]byte, -n&3) }
