package xzfile

import (
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
)

// A summed passes bytes on, counts them, and sums them up.
type summed struct {
	raw  *counted
	hash hash.Hash32
	n    uint64
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.raw.Read(p)
	_, _ = s.hash.Write(p[:n]) // never fails
	s.n += uint64(n)
	return n, err
}

func (s *summed) ReadByte() (byte, error) {
	b, err := s.raw.ReadByte()
	if err == nil {
		_, _ = s.hash.Write([]byte{b})
		s.n++
	}
	return b, err
}

// readIndex reads the index, whose first byte, a zero, was read, and the
// footer: they must describe the stream as it was.
func readIndex(raw *counted, flags streamFlags, blocks *sizes) error {
	s := &summed{raw: raw, hash: crc32.NewIEEE(), n: 1}
	_, _ = s.hash.Write([]byte{0})
	if err := readSizes(s, blocks); err != nil {
		return err
	}
	if err := readPadding(s, s.n); err != nil {
		return err
	}
	var sum [4]byte
	if _, err := io.ReadFull(raw, sum[:]); err != nil {
		return err
	}
	if s.hash.Sum32() != binary.LittleEndian.Uint32(sum[:]) {
		return errors.New("checksum mismatch in the index")
	}
	return readFooter(raw, flags, s.n+4)
}

// readSizes reads the sizes of blocks, which must be those that there were.
func readSizes(s *summed, blocks *sizes) error {
	n, err := readNumber(s)
	if err != nil {
		return err
	}
	if n != blocks.n {
		return errors.New("another number of blocks than the index says")
	}
	var listed sizes
	listed.reset()
	for range n {
		unpadded, err := readNumber(s)
		if err != nil {
			return err
		}
		text, err := readNumber(s)
		if err != nil {
			return err
		}
		listed.add(unpadded, text)
	}
	if listed.digest.Sum64() != blocks.digest.Sum64() {
		return errors.New("other sizes of blocks than the index says")
	}
	return nil
}

// readFooter reads the end of a stream: checksum, size of the index, flags, and
// another magic.
func readFooter(raw io.Reader, flags streamFlags, index uint64) error {
	var b [12]byte
	if _, err := io.ReadFull(raw, b[:]); err != nil {
		return err
	}
	if string(b[10:]) != "YZ" || crc32.ChecksumIEEE(b[4:10]) != binary.LittleEndian.Uint32(b[:]) {
		return errors.New("checksum mismatch in the stream footer")
	}
	again, err := parseFlags(b[8:])
	switch {
	case err != nil:
		return err
	case again != flags:
		return errors.New("other flags in the footer than in the header")
	case (uint64(binary.LittleEndian.Uint32(b[4:]))+1)*4 != index:
		return errors.New("another size of the index than the footer says")
	}
	return nil
}
