package zframe

import (
	"encoding/binary"
	"fmt"
	"io"
)

// pzstd writes the size of each frame ahead of it, in a skippable frame of this
// kind.
const pzstdMagic, pzstdSize = 0x184d2a50, 4

// An announcement is the content of such a frame. It is taken at its word: a
// file in which another frame follows, or none, lacks something.
type announcement struct {
	start int64  // raw offset of the frame that announces
	size  uint32 // raw bytes of the frame that follows
}

// announce reads the content of a skippable frame that announces another one.
func (f *prefetcher) announce(start int64) error {
	var size [pzstdSize]byte
	if _, err := io.ReadFull(f.raw, size[:]); err != nil {
		return f.inside(start, err)
	}
	f.announced = &announcement{start, binary.LittleEndian.Uint32(size[:])}
	return nil
}

// missing is the error of an input in which no frame of text follows.
func (a *announcement) missing() error {
	return fmt.Errorf("cut between two zstd frames, the one that the skippable frame at raw byte %d announces is missing: %w",
		a.start, io.ErrUnexpectedEOF)
}

// announcedFrame passes the frame at hand on, which must be as large as was
// announced, if it was.
func (f *prefetcher) announcedFrame() error {
	start := f.offset
	err := f.frame()
	if a := f.announced; err == nil && a != nil && f.offset-start != int64(a.size) {
		return fmt.Errorf("the zstd frame at raw byte %d has %d bytes, not %d as the skippable frame at raw byte %d announces",
			start, f.offset-start, a.size, a.start)
	}
	f.announced = nil
	return err
}
