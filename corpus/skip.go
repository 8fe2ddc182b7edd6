package corpus

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/cespare/xxhash/v2"
)

// SkipRecords has the next Read begin with a later frame, so that as many records as possible, but no more than n from
// the beginning of the text, are left out: records in the sense of one a line. It returns how many records and lines
// those were; none where the file is not a regular one that [Create] compressed, or bears no usable table. It may be
// called once, by the goroutine that reads, however much was read; the text's digest is then not checked, only the
// checksums of the frames that are read.
func (r *Reader) SkipRecords(n int64) (records, lines int64, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.src.file == nil || r.Codec() != Zstd || r.dec == nil || r.err != nil {
		return 0, 0, nil
	}
	frames, err := readTable(r.src.file, r.src.size)
	if err != nil {
		return 0, 0, nil // whoever reads all of it finds out what is wrong with it
	}
	offset, text := int64(skipHead+markHead), int64(0)
	for _, f := range frames {
		if f.records == uncountedFrame || records+int64(f.records) > n {
			break
		}
		records += int64(f.records)
		lines += int64(f.lines)
		offset += int64(f.raw)
		text += int64(f.text)
	}
	if records == 0 {
		return 0, 0, nil
	}
	old := r.feed.Load()
	old.close()
	_ = old.group.Wait() // its error is that it was closed
	if err := r.src.seek(offset); err != nil {
		return 0, 0, failed("reading", r.name, err)
	}
	r.raw = bufio.NewReaderSize(r.src, rawBuffer)
	return records, lines, r.feedFrom(offset, text)
}

// errNoTable says that a file ends in nothing that helps to find records.
var errNoTable = errors.New("no seek table of ours")

// readTable reads what the end of a file of that many bytes tells of its frames of text, in order.
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

// readEnd returns the content of the skippable frame that ends at end, whose length is told from its last bytes. The
// frame lies in the file, so no more is allocated than there is.
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
