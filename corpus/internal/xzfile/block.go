package xzfile

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"slices"

	"github.com/ulikunitz/xz/lzma"
)

// A block decodes the text of one block.
type block struct {
	raw      *counted
	header   blockHeader
	start    int64 // of its data, in raw
	data     *lzma.Reader2
	hash     hash.Hash // nil without a check
	text     uint64    // given
	unpadded uint64    // its size in raw, known at its end
}

var ecma = crc64.MakeTable(crc64.ECMA)

func newBlock(raw *counted, h blockHeader, dict uint64, flags streamFlags) (*block, error) {
	b := &block{raw: raw, header: h, start: raw.n}
	switch flags.check {
	case checkCRC32:
		b.hash = crc32.NewIEEE()
	case checkCRC64:
		b.hash = crc64.New(ecma)
	case checkSHA256:
		b.hash = sha256.New()
	}
	var err error
	b.data, err = lzma.Reader2Config{DictCap: int(max(dict, lzma.MinDictCap))}.NewReader2(raw)
	return b, err
}

// Read gives text. It returns io.EOF where the data ends, which may be too
// early.
func (b *block) Read(p []byte) (int, error) {
	n, err := b.data.Read(p)
	if b.hash != nil {
		_, _ = b.hash.Write(p[:n]) // never fails
	}
	b.text += uint64(n)
	if b.text > b.header.text {
		return 0, errors.New("more text than its header says")
	}
	return n, err
}

// end reads what follows the data, and compares what the headers say.
func (b *block) end(flags streamFlags) error {
	size := uint64(b.raw.n - b.start)
	switch {
	case !b.data.EOS():
		return io.ErrUnexpectedEOF
	case b.header.hasText && b.text != b.header.text:
		return errors.New("less text than its header says")
	case b.header.hasPacked && size != b.header.packed:
		return errors.New("another size than its header says")
	}
	b.unpadded = b.header.size + size + uint64(flags.check.size())
	if err := readPadding(b.raw, size); err != nil {
		return err
	}
	var stored [sha256.Size]byte
	check := stored[:flags.check.size()]
	if _, err := io.ReadFull(b.raw, check); err != nil {
		return err
	}
	if b.hash == nil {
		return nil
	}
	sum := b.hash.Sum(nil)
	if flags.check != checkSHA256 {
		slices.Reverse(sum) // stored with the lowest byte first
	}
	if !bytes.Equal(sum, check) {
		return errors.New("checksum mismatch")
	}
	return nil
}
