//go:build !js

package corpus

import (
	"archive/zip"
	"hash/crc32"
	"io"
	"math"
)

// This file writes zip archives.

// An ArchiveWriter writes a zip archive whose members are stored uncompressed. Its bytes do not depend on
// time, nor on Begin. One goroutine uses it.
type ArchiveWriter struct {
	out   io.Writer
	zip   *zip.Writer
	first *storedMember // that Begin began; nil without it
	head  []byte        // the place of its first bytes
	err   error         // of Begin
}

// NewArchiveWriter returns a writer of an archive at the beginning of an output.
func NewArchiveWriter(out io.Writer) *ArchiveWriter {
	return &ArchiveWriter{out: out, zip: zip.NewWriter(out)}
}

// Begin begins the first member before its first bytes are known, head of them, and returns a writer
// for those that follow. It returns nil if what was written cannot be changed: out is no [io.WriterAt].
func (a *ArchiveWriter) Begin(name string, head int) io.Writer {
	if _, ok := a.out.(io.WriterAt); !ok {
		return nil
	}
	a.head = make([]byte, head)
	if a.first, a.err = a.create(name); a.err == nil {
		_, a.err = a.first.Writer.Write(a.head)
	}
	if a.err != nil {
		return nil
	}
	return a.first
}

// Finish writes the members and the index. The reader of a member that Begin began has its first bytes,
// and then only those that were not written.
func (a *ArchiveWriter) Finish(names []string, members []io.Reader) error {
	for i := 0; i < len(names) && a.err == nil; i++ {
		if i == 0 && a.first != nil {
			a.err = a.finishFirst(members[0])
			continue
		}
		var w *storedMember
		if w, a.err = a.create(names[i]); a.err == nil {
			_, a.err = io.Copy(w, members[i])
		}
	}
	if a.err == nil {
		a.err = a.zip.Close()
	}
	if a.err == nil && a.first != nil {
		const localHeader = 30 // before the name
		_, a.err = a.out.(io.WriterAt).WriteAt(a.head, int64(localHeader+len(names[0])))
	}
	return a.err
}

// finishFirst writes the rest of the first member, and reads its head.
func (a *ArchiveWriter) finishFirst(member io.Reader) error {
	if _, err := io.ReadFull(member, a.head); err != nil {
		return err
	}
	_, err := io.Copy(a.first, member)
	h := a.first.header
	h.CRC32 = joinedSums(crc32.ChecksumIEEE(a.head), h.CRC32, h.UncompressedSize64)
	a.first.count(len(a.head))
	return err
}

// create begins a member.
func (a *ArchiveWriter) create(name string) (*storedMember, error) {
	const sumsFollow, isUTF8, firstDay = 1 << 3, 1 << 11, 1<<5 | 1 // 1 January 1980
	h := &zip.FileHeader{Name: name, Method: zip.Store, Flags: sumsFollow | isUTF8, CreatorVersion: 20, ReaderVersion: 20}
	h.ModifiedDate = firstDay //nolint:staticcheck // CreateRaw does not set it
	w, err := a.zip.CreateRaw(h)
	return &storedMember{w, h}, err
}

// A storedMember is a member while it is written. Its header has the sum and the size.
type storedMember struct {
	io.Writer
	header *zip.FileHeader
}

func (m *storedMember) Write(p []byte) (int, error) {
	n, err := m.Writer.Write(p)
	m.header.CRC32 = crc32.Update(m.header.CRC32, crc32.IEEETable, p[:n])
	m.count(n)
	return n, err
}

// count adds bytes to the size.
func (m *storedMember) count(n int) {
	h, size := m.header, m.header.UncompressedSize64+uint64(n)
	h.CompressedSize64, h.UncompressedSize64 = size, size
	h.CompressedSize, h.UncompressedSize = uint32(min(size, math.MaxUint32)), uint32(min(size, math.MaxUint32)) //nolint:staticcheck // the index has these
	if size >= math.MaxUint32 {
		h.ReaderVersion = 45 // which reads sizes of 64 bits
	}
}

// joinedSums returns the CRC-32 of a text from the sums of its two parts and the length of the second, as zlib
// does: a byte more multiplies the sum of the first part by x^8, modulo the polynomial of the sum.
func joinedSums(first, second uint32, length uint64) uint32 {
	const one, x8 = uint32(1) << 31, uint32(1) << 23
	power := one
	for square := x8; length > 0; length >>= 1 {
		if length&1 > 0 {
			power = product(power, square)
		}
		square = product(square, square)
	}
	return product(power, first) ^ second
}

// product multiplies two polynomials over GF(2), modulo the polynomial of CRC-32. The highest bit is the coefficient of 1.
func product(a, b uint32) (p uint32) {
	for ; a > 0; a <<= 1 {
		if a>>31 > 0 {
			p ^= b
		}
		b = b>>1 ^ b&1*crc32.IEEE
	}
	return p
}
