package corpus

import (
	"encoding/binary"
	"fmt"
	"io"
)

// frameWalker passes raw zstd bytes through and follows their structure by the headers of frames and blocks, without
// decoding. It knows what the decoder above it does not tell: whether an end of input lies between two frames, and at
// which raw offset a frame begins or something else follows the last one. (RFC 8878, section 3.1.)
type frameWalker struct {
	r      io.Reader
	offset int64 // raw bytes walked
	start  int64 // raw offset of the present frame
	window uint64
	err    error // what the input itself ended with; sticky

	part walkPart
	skip int64 // content bytes to pass over before part begins
	hdr  [16]byte
	have int // bytes of hdr collected
	need int // bytes of hdr that complete part

	descriptor byte
}

// walkPart is the header that the walker collects.
type walkPart uint8

const (
	partMagic walkPart = iota
	partSkippable
	partDescriptor
	partHeader
	partBlock
	partChecksum
)

func newFrameWalker(r io.Reader) *frameWalker {
	return &frameWalker{r: r, need: magicLen}
}

// Read returns what the raw reader gives. Bytes that are no zstd frame are still delivered (the decoder refuses them),
// with w.err telling the reason.
func (w *frameWalker) Read(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.r.Read(p)
	w.walk(p[:n])
	if w.err != nil {
		return n, nil
	}
	if err == io.EOF { //nolint:errorlint // only the bare value means a clean end
		err = w.end()
	}
	w.err = err
	return n, err
}

// end is the meaning of an end of input here: io.EOF between frames, an error anywhere else.
func (w *frameWalker) end() error {
	if w.part == partMagic && w.skip == 0 {
		if w.have == 0 {
			return io.EOF
		}
		w.start = w.offset - int64(w.have)
		if !startsZstd(w.hdr[:w.have]) {
			return trailing(Zstd, w.start, w.hdr[:w.have])
		}
	}
	return fmt.Errorf("cut inside the zstd frame at raw byte %d: %w", w.start, io.ErrUnexpectedEOF)
}

func (w *frameWalker) walk(b []byte) {
	for len(b) > 0 && w.err == nil {
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
		if w.have == w.need {
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
		w.start = w.offset - magicLen
		switch {
		case !startsZstd(hdr):
			w.err = trailing(Zstd, w.start, hdr)
		case hdr[0] == zstdMagic[0]:
			w.expect(partDescriptor, 1)
		default:
			w.expect(partSkippable, 4)
		}
	case partSkippable:
		w.skip = int64(binary.LittleEndian.Uint32(hdr))
		w.expect(partMagic, magicLen)
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
		w.expect(partMagic, magicLen)
	}
}

// block passes over a block's content: the last block ends the frame, but for its checksum.
func (w *frameWalker) block(header uint32) {
	const rle = 1
	w.skip = int64(header >> 3)
	if header>>1&3 == rle {
		w.skip = 1
	}
	switch {
	case header&1 == 0:
		w.expect(partBlock, 3)
	case w.descriptor&(1<<2) != 0:
		w.expect(partChecksum, 4)
	default:
		w.expect(partMagic, magicLen)
	}
}

// frameFields gives the sizes in bytes of the fields after the frame header descriptor: window descriptor, dictionary
// ID and frame content size.
func frameFields(descriptor byte) (window, dict, size int) {
	single := descriptor&(1<<5) != 0
	if !single {
		window = 1
	}
	dict = [4]int{0, 1, 2, 4}[descriptor&3]
	size = [4]int{0, 2, 4, 8}[descriptor>>6]
	if size == 0 && single {
		size = 1
	}
	return window, dict, size
}

// frameWindow gives the window, in bytes, that the fields after the descriptor declare; a single-segment frame needs
// its whole content.
func frameWindow(descriptor byte, fields []byte) uint64 {
	window, dict, size := frameFields(descriptor)
	if window == 1 {
		base := uint64(1) << (10 + fields[0]>>3)
		return base + base/8*uint64(fields[0]&7)
	}
	var le [8]byte
	copy(le[:], fields[dict:dict+size])
	content := binary.LittleEndian.Uint64(le[:])
	if size == 2 {
		content += 256
	}
	return content
}
