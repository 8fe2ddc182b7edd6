//go:build !js

package zframe

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A Place is where a frame of text begins.
type Place struct {
	Raw, Text      int64 // bytes of the file, and of text, before it
	Records, Lines int64 // before it; -1 where they are not known
}

// Places returns where the frames of text begin in a file of so many bytes, by its table, and then the
// end of the file. It returns nil if the table is missing or wrong; a full read reports the error.
func Places(file io.ReaderAt, size int64) []Place {
	frames, err := readTable(file, size)
	if err != nil {
		return nil
	}
	places := make([]Place, 0, len(frames)+1)
	at := Place{Raw: skipHead + markHead}
	for _, f := range frames {
		places = append(places, at)
		at.Raw += int64(f.raw)
		at.Text += int64(f.text)
		if f.records == uncountedFrame || at.Records < 0 {
			at.Records, at.Lines = -1, -1
			continue
		}
		at.Records += int64(f.records)
		at.Lines += int64(f.lines)
	}
	at.Raw = size
	return append(places, at)
}

// errNoTable is the error of a file without a table that package zframe wrote.
var errNoTable = errors.New("no seek table of ours")

// readTable reads the descriptions of the frames of text, in order, at the end of a file of so many
// bytes.
func readTable(file io.ReaderAt, size int64) ([]frameCounts, error) {
	table, err := readEnd(file, size, tableMagic, func(end []byte) int64 {
		if binary.LittleEndian.Uint32(end[5:]) != seekMagic || end[4] != 0 {
			return 0
		}
		return skipHead + 8*int64(binary.LittleEndian.Uint32(end)) + seekFooter
	})
	if err != nil {
		return nil, err
	}
	n := (len(table) - seekFooter) / 8
	if n < 2 {
		return nil, errNoTable
	}
	raw := func(i int) int64 { return int64(binary.LittleEndian.Uint32(table[8*i:])) }
	closing, err := readEnd(file, size-skipHead-int64(len(table)), markMagic, func([]byte) int64 { return raw(n - 1) })
	if err != nil {
		return nil, err
	}
	check := len(closing) - 8
	if check != closeHead+8*(n-2) || parseMark(closing) != markClose ||
		binary.LittleEndian.Uint64(closing[check:]) != xxhash.Sum64(closing[:check]) {
		return nil, errNoTable
	}
	frames := make([]frameCounts, n-2)
	total := raw(0) + raw(n-1) + skipHead + int64(len(table))
	for i := range frames {
		counts := closing[closeHead+8*i:]
		frames[i] = frameCounts{
			raw: uint32(raw(i + 1)), text: binary.LittleEndian.Uint32(table[8*(i+1)+4:]),
			lines: binary.LittleEndian.Uint32(counts), records: binary.LittleEndian.Uint32(counts[4:]),
		}
		total += raw(i + 1)
	}
	if raw(0) != skipHead+markHead || total != size {
		return nil, errNoTable // something stands before or between
	}
	return frames, nil
}

// readEnd returns the content of the skippable frame that ends at end. length gets its last bytes and
// returns its length. The frame lies in the file, so no more is allocated than there is.
func readEnd(file io.ReaderAt, end int64, magic uint32, length func(last []byte) int64) ([]byte, error) {
	var last [seekFooter]byte
	if end < seekFooter {
		return nil, errNoTable
	}
	if _, err := file.ReadAt(last[:], end-seekFooter); err != nil {
		return nil, err
	}
	n := length(last[:])
	if n < skipHead+seekFooter || n > end {
		return nil, errNoTable
	}
	frame := make([]byte, n)
	if _, err := file.ReadAt(frame, end-n); err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(frame) != magic || int64(binary.LittleEndian.Uint32(frame[4:])) != n-skipHead {
		return nil, errNoTable
	}
	return frame[skipHead:], nil
}
