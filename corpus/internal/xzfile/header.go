package xzfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/ulikunitz/xz/lzma"
)

// See https://tukaani.org/xz/xz-file-format.txt, section by section.

// A check is how the text of a stream's blocks is verified.
type check byte

const (
	checkNone   check = 0
	checkCRC32  check = 1
	checkCRC64  check = 4
	checkSHA256 check = 10
)

func (c check) size() int {
	return map[check]int{checkNone: 0, checkCRC32: 4, checkCRC64: 8, checkSHA256: 32}[c]
}

// streamFlags are in a stream's header and footer.
type streamFlags struct{ check check }

func parseFlags(b []byte) (streamFlags, error) {
	c := check(b[1])
	if b[0] != 0 || c != checkNone && c.size() == 0 {
		return streamFlags{}, fmt.Errorf("unknown stream flags %x", b[:2])
	}
	return streamFlags{c}, nil
}

// readStreamHeader reads a header: the magic, flags, and their checksum.
func readStreamHeader(raw io.Reader) (streamFlags, error) {
	var b [12]byte
	if _, err := io.ReadFull(raw, b[:]); err != nil {
		return streamFlags{}, err
	}
	switch {
	case string(b[:len(Magic)]) != Magic:
		return streamFlags{}, errors.New("wrong magic bytes")
	case crc32.ChecksumIEEE(b[6:8]) != binary.LittleEndian.Uint32(b[8:]):
		return streamFlags{}, errors.New("checksum mismatch in the stream header")
	}
	return parseFlags(b[6:])
}

// A blockHeader describes a block.
type blockHeader struct {
	size               uint64 // its own
	packed, text       uint64 // bytes of data and of text; text is the largest number if it is not known
	hasPacked, hasText bool
	dict               uint64 // bytes
}

// lzma2 is the number of the filter that is supported.
const lzma2 = 0x21

// readBlockHeader reads a header, whose first byte was read.
func readBlockHeader(raw io.Reader, first byte) (h blockHeader, err error) {
	b := make([]byte, (int(first)+1)*4)
	b[0] = first
	if _, err := io.ReadFull(raw, b[1:]); err != nil {
		return h, err
	}
	fields, sum := b[:len(b)-4], b[len(b)-4:]
	if crc32.ChecksumIEEE(fields) != binary.LittleEndian.Uint32(sum) {
		return h, errors.New("checksum mismatch in a block header")
	}
	h = blockHeader{size: uint64(len(b)), text: math.MaxUint64}
	flags := fields[1]
	h.hasPacked, h.hasText = flags&0x40 != 0, flags&0x80 != 0
	rest := bytes.NewReader(fields[2:])
	if h.hasPacked {
		h.packed, err = readNumber(rest)
	}
	if h.hasText && err == nil {
		h.text, err = readNumber(rest)
	}
	if err == nil {
		h.dict, err = readFilter(rest, flags)
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("a block header is too short")
	}
	return h, err
}

// readFilter reads the description of the only filter, and the padding.
func readFilter(fields *bytes.Reader, flags byte) (dict uint64, err error) {
	id, err := readNumber(fields)
	switch {
	case err != nil:
		return 0, err
	case flags&0x3f != 0 || id != lzma2:
		return 0, errors.New("a filter other than LZMA2, which is not supported (decompress it with xz)")
	}
	size, err := readNumber(fields)
	if err != nil {
		return 0, err
	}
	code, err := fields.ReadByte()
	if err != nil {
		return 0, err
	}
	capacity, err := lzma.DecodeDictCap(code)
	if err != nil || size != 1 {
		return 0, errors.New("wrong properties of LZMA2")
	}
	for fields.Len() > 0 {
		if b, _ := fields.ReadByte(); b != 0 {
			return 0, errors.New("wrong padding of a block header")
		}
	}
	return uint64(capacity), nil
}

// readNumber reads a number of up to 63 bits, seven in a byte, lowest first.
func readNumber(raw io.ByteReader) (uint64, error) {
	n, err := binary.ReadUvarint(raw)
	if err == nil && n > math.MaxInt64 {
		err = errors.New("a number is too large")
	}
	return n, err
}

// padding is the size that streams, blocks and indexes are padded to multiples
// of.
const padding = 4

var zeros [padding]byte

// readPadding reads the zeros that follow n bytes.
func readPadding(raw io.Reader, n uint64) error {
	b := make([]byte, (padding-n%padding)%padding)
	if _, err := io.ReadFull(raw, b); err != nil {
		return err
	}
	if !bytes.Equal(b, zeros[:len(b)]) {
		return errors.New("wrong padding")
	}
	return nil
}
