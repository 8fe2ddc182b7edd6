//go:build !js

// Package zframe reads and writes zstd files. It cuts text into frames, which many workers encode and
// decode at a time. Marks before and after the frames show whether all of them are there, and a table
// lets a reader begin in the middle. Package zframe also reads zstd files of other programs.
package zframe

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A file that a Writer wrote is
//
//	opening mark, frames of text, closing mark, seek table
//
// all of them zstd frames: the marks and the table are skippable frames, so that
// any zstd decoder reads the text. The opening mark announces the closing one;
// without it, nobody could tell a file that was cut between two frames from a
// whole one. The closing mark holds the size of the text
// and its digest, and how many lines and records each frame has. The seek table
// has the zstd seekable format, version 0.1.0, without checksums; it lists the
// marks as frames. An output to a pipe may have any number of flushed frames, so
// its closing mark lists no frames, and it has no table.
//
// A mark is a skippable frame of this content, numbers in little endian:
//
//	tag      8  "sudokuba"
//	kind     1  1 = opening, 2 = closing
//	version  1  1
//	zero     2
//
// and in the closing mark also
//
//	text     8  bytes of text
//	digest   8  XXH64 of the text
//	lines    8  newlines in the text
//	records  8  records, as its writer counts them, all ones if they were not
//	frames   8  frames of text listed here
//	         8  for each: lines and records, 4 bytes each, all ones if they were not counted
//	check    8  XXH64 of the content up to here
const (
	markMagic  = 0x184d2a5a
	markTag    = "sudokuba"
	markV1     = 1
	markOpen   = 1
	markClose  = 2
	markHead   = 12
	closeHead  = markHead + 5*8
	tableMagic = 0x184d2a5e
	seekMagic  = 0x8f92eab1
	seekFooter = 9
	skipHead   = 8 // magic number and size of a skippable frame

	// These stand for an unknown number of records, in a file and in a frame.
	uncounted      = ^uint64(0)
	uncountedFrame = ^uint32(0)
)

// totals describe the whole text, in a closing mark.
type totals struct{ text, digest, lines, records uint64 }

// frameCounts describe one frame of text.
type frameCounts struct {
	raw, text      uint32 // bytes in the file, bytes of text
	lines, records uint32
}

// appendMark begins a skippable frame with a mark.
func appendMark(dst []byte, kind byte, rest int) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, markMagic)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(markHead+rest))
	dst = append(dst, markTag...)
	return append(dst, kind, markV1, 0, 0)
}

// appendClosing appends the closing mark and, if the output is seekable, the seek table.
func appendClosing(dst []byte, t totals, frames []frameCounts, seekable bool) []byte {
	begin := len(dst)
	dst = appendMark(dst, markClose, closeHead-markHead+8*len(frames)+8)
	for _, n := range []uint64{t.text, t.digest, t.lines, t.records, uint64(len(frames))} {
		dst = binary.LittleEndian.AppendUint64(dst, n)
	}
	for _, f := range frames {
		dst = binary.LittleEndian.AppendUint32(dst, f.lines)
		dst = binary.LittleEndian.AppendUint32(dst, f.records)
	}
	dst = binary.LittleEndian.AppendUint64(dst, xxhash.Sum64(dst[begin+skipHead:]))
	if !seekable {
		return dst
	}
	closing := len(dst) - begin
	dst = binary.LittleEndian.AppendUint32(dst, tableMagic)
	dst = binary.LittleEndian.AppendUint32(dst, uint32((len(frames)+2)*8+seekFooter))
	entry := func(raw, text uint32) {
		dst = binary.LittleEndian.AppendUint32(dst, raw)
		dst = binary.LittleEndian.AppendUint32(dst, text)
	}
	entry(skipHead+markHead, 0)
	for _, f := range frames {
		entry(f.raw, f.text)
	}
	entry(uint32(closing), 0)
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(frames)+2))
	dst = append(dst, 0)
	return binary.LittleEndian.AppendUint32(dst, seekMagic)
}

// parseMark returns the kind of a mark, or 0 if the content of a skippable frame is no mark.
func parseMark(head []byte) (kind byte) {
	if len(head) < markHead || string(head[:8]) != markTag || head[9] != markV1 {
		return 0
	}
	return head[8]
}

// parseTotals reads the beginning of a closing mark, of closeHead bytes.
func parseTotals(head []byte) totals {
	n := func(i int) uint64 { return binary.LittleEndian.Uint64(head[markHead+8*i:]) }
	return totals{text: n(0), digest: n(1), lines: n(2), records: n(3)}
}

var (
	errUnclosed = fmt.Errorf("cut between two zstd frames, the closing one is missing: %w", io.ErrUnexpectedEOF)
	errNotText  = errors.New("the text is not the one that the closing zstd frame describes: frames are missing or were changed")
)

// A seal checks the marks of a file against its text.
type seal struct {
	open   bool
	text   uint64
	digest xxhash.Digest
}

// add takes note of text that was read.
func (s *seal) add(text []byte) {
	if s.open {
		s.text += uint64(len(text))
		_, _ = s.digest.Write(text) // never fails
	}
}

// mark takes note of a mark.
func (s *seal) mark(kind byte, t totals) error {
	switch {
	case kind == markOpen && s.open:
		return errUnclosed // another file was appended to one that was cut
	case kind == markOpen:
		s.open, s.text = true, 0
		s.digest.Reset()
	case s.open:
		s.open = false
		if s.text != t.text || s.digest.Sum64() != t.digest {
			return errNotText
		}
	}
	return nil
}

// end is called at the end of the file.
func (s *seal) end() error {
	if s.open {
		return errUnclosed
	}
	return io.EOF
}
