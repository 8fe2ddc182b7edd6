package zframe

import (
	"fmt"
	"io"
)

// frameWalker passes the raw bytes of one zstd frame through and follows its
// structure by the headers of the frame and its blocks, without decoding. It
// ends where the frame does, without a look at what follows, and knows what the
// decoder above it does not report: whether an end of input lies after the
// frame or inside. (RFC 8878, section 3.1.)
type frameWalker struct {
	r      io.Reader
	offset int64 // raw bytes walked, from the beginning of the file
	start  int64 // raw offset of the frame
	window uint64
	err    error // what the input itself ended with; sticky
	whole  bool  // the frame has ended

	part walkPart
	skip int64 // content bytes to pass over before part begins
	hdr  [16]byte
	have int // bytes of hdr collected
	need int // bytes of hdr that complete part

	descriptor byte
	last       bool // skip is the content of the last block
}

// walkPart is the header that the walker collects.
type walkPart uint8

const (
	partMagic walkPart = iota
	partDescriptor
	partHeader
	partBlock
	partChecksum
)

// newFrameWalker walks the frame at a raw offset.
func newFrameWalker(r io.Reader, start int64) *frameWalker {
	return &frameWalker{r: r, offset: start, start: start, need: MagicLen}
}

// Read returns what the raw reader gives of the frame, if the decoder asks for
// no more than the next part of it, as it does.
func (w *frameWalker) Read(p []byte) (int, error) {
	if w.whole {
		return 0, io.EOF
	}
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.r.Read(p)
	w.walk(p[:n])
	if err == io.EOF { //nolint:errorlint // only the bare value means a clean end
		err = w.end()
	}
	if !w.whole {
		w.err = err
	}
	return n, err
}

// end is the meaning of an end of input here.
func (w *frameWalker) end() error {
	if w.whole {
		return io.EOF
	}
	return cutInside(w.start)
}

// cutInside is the error of an input that ends inside the frame at a raw
// offset.
func cutInside(start int64) error {
	return fmt.Errorf("cut inside the zstd frame at raw byte %d: %w", start, io.ErrUnexpectedEOF)
}

func (w *frameWalker) walk(b []byte) {
	for len(b) > 0 && !w.whole {
		var n int
		if w.skip > 0 {
			n = int(min(w.skip, int64(len(b))))
			w.skip -= int64(n)
		} else {
			n = copy(w.hdr[w.have:w.need], b)
			w.have += n
		}
		w.offset += int64(n)
		b = b[n:]
		switch {
		case w.skip > 0:
		case w.last:
			w.endBlocks()
		case w.have == w.need:
			w.step(w.hdr[:w.need])
		}
	}
}

// expect starts to collect the next header.
func (w *frameWalker) expect(part walkPart, need int) {
	w.part, w.need, w.have = part, need, 0
}

// step acts on a complete header.
func (w *frameWalker) step(hdr []byte) {
	switch w.part {
	case partMagic:
		w.expect(partDescriptor, 1)
	case partDescriptor:
		w.descriptor = hdr[0]
		window, dict, size := frameFields(hdr[0])
		w.expect(partHeader, window+dict+size)
	case partHeader:
		w.window = frameWindow(w.descriptor, hdr)
		w.expect(partBlock, 3)
	case partBlock:
		w.block(uint32(hdr[0]) | uint32(hdr[1])<<8 | uint32(hdr[2])<<16)
	case partChecksum:
		w.whole = true
	}
}

// block passes over a block's content.
func (w *frameWalker) block(header uint32) {
	size, last := blockSize(header)
	w.skip, w.last = int64(size), last
	w.expect(partBlock, 3)
	if last && size == 0 {
		w.endBlocks()
	}
}

// endBlocks is called after the last block: the frame ends, except for its
// checksum.
func (w *frameWalker) endBlocks() {
	w.last = false
	if w.descriptor&hasChecksum == 0 {
		w.whole = true
		return
	}
	w.expect(partChecksum, 4)
}
