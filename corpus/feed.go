package corpus

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"
)

const (
	// maxJobText is the most text of a frame that is decoded at one go, as a job.
	maxJobText = 8 << 20
	// streamText is how much text is handed on at a time of a frame that is decoded piece by piece: a block.
	streamText = maxBlock
	// minPieces is one to collect a frame's raw bytes and two for text.
	minPieces = 3
	// feedMemory is how many bytes pieces may take, and feedMemoryEach how many more for each member of a crew. Three
	// pieces there are in any case.
	feedMemory, feedMemoryEach = 12 << 20, 1536 << 10
)

// A feeder reads zstd frames ahead of the text that is asked for, in a goroutine of its own, and has them decoded: whole
// frames by members of a crew, many at a time, others by itself. What it reads goes through pieces, in order.
type feeder struct {
	raw       *bufio.Reader
	src       *source
	crew      *Crew
	maxWindow uint64
	strict    bool // refuse frames without a checksum

	offset    int64         // raw bytes taken
	announced bool          // the frame at hand was there as a whole when it was written
	unchecked *atomic.Int64 // frames without a checksum
	jobs      *zstd.Decoder // decodes whole frames; used by members of the crew
	stream    frameStream

	pieces  chan *piece // in order, to the reader
	free    chan *piece // and back
	quit    chan struct{}
	once    sync.Once // closes quit
	made    int
	most    int           // pieces, whatever their size
	largest int           // bytes that the largest piece took
	counted time.Duration // of src.reading
	group   errgroup.Group
}

// A piece is some text on its way, or an event between two texts.
type piece struct {
	feed  *feeder
	raw   []byte // a whole frame, where a job decodes it
	start int64  // the frame's raw offset
	text  []byte
	err   error         // of the job; or what ends the input, behind the text
	mark  byte          // a mark that stands ahead of the text; 0: none
	tells totals        // what a closing mark tells
	job   bool          // done tells when there is text
	done  chan struct{} // holds one token when the job is done
}

func newFeeder(r *Reader, offset int64) (*feeder, error) {
	size := r.crew.size()
	jobs, err := zstd.NewReader(
		nil,
		zstd.WithDecoderConcurrency(size+1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(r.maxWindow),
		zstd.WithDecodeAllCapLimit(true),
	)
	if err != nil {
		return nil, err
	}
	f := &feeder{
		counted: r.src.reading,
		raw:     r.raw, src: r.src, crew: r.crew, maxWindow: r.maxWindow, strict: r.requireChecksum,
		offset: offset, unchecked: &r.unchecked, jobs: jobs,
		stream: frameStream{maxWindow: r.maxWindow},
		most:   max(size+2, minPieces), quit: make(chan struct{}),
	}
	f.pieces, f.free = make(chan *piece, f.most), make(chan *piece, f.most)
	return f, nil
}

// errQuit ends the feeder when the reader was closed.
var errQuit = errors.New("closed")

func (f *feeder) start() {
	f.group.Go(func() error {
		defer f.stream.close()
		err := f.run()
		if errors.Is(err, errQuit) {
			return nil
		}
		p, takeErr := f.take(0)
		if takeErr != nil {
			return nil
		}
		if f.src.err != nil {
			err = f.src.err // a decoder may take a failing reader for an end
		}
		p.err = err
		return f.send(p)
	})
}

// run feeds all frames and returns what ended that.
func (f *feeder) run() error {
	for {
		head, err := f.raw.Peek(magicLen)
		if len(head) < magicLen {
			return f.end(head, err)
		}
		switch {
		case !startsZstd(head):
			return trailing(Zstd, f.offset, head)
		case head[0] == zstdMagic[0]:
			err = f.frame()
		default:
			err = f.skippable()
		}
		if err != nil {
			return err
		}
	}
}

// end is the meaning of an input that ends at the border of a frame, but for a few bytes.
func (f *feeder) end(head []byte, err error) error {
	switch {
	case !errors.Is(err, io.EOF) || len(head) == 0:
		return err
	case !startsZstd(head):
		return trailing(Zstd, f.offset, head)
	}
	return cutInside(f.offset)
}

// pzstd writes the size of each frame ahead of it, in a skippable frame of this kind.
const pzstdMagic, pzstdSize = 0x184d2a50, 4

// skippable passes over a skippable frame, unless it is a mark.
func (f *feeder) skippable() error {
	start := f.offset
	head, err := f.raw.Peek(skipHead)
	if err != nil {
		return f.inside(start, err)
	}
	rest := int64(binary.LittleEndian.Uint32(head[magicLen:]))
	magic := binary.LittleEndian.Uint32(head)
	f.announced = magic == pzstdMagic && rest == pzstdSize
	_, _ = f.raw.Discard(skipHead) // it was seen
	f.offset += skipHead + rest
	if magic == markMagic && rest >= markHead {
		head := make([]byte, min(rest, closeHead))
		if _, err := io.ReadFull(f.raw, head); err != nil {
			return f.inside(start, err)
		}
		rest -= int64(len(head))
		if err := f.mark(head); err != nil {
			return err
		}
	}
	if n, err := io.CopyN(io.Discard, f.raw, rest); err != nil || n < rest {
		return f.inside(start, err)
	}
	return nil
}

// mark hands a mark on.
func (f *feeder) mark(head []byte) error {
	kind := parseMark(head)
	if kind != markOpen && (kind != markClose || len(head) < closeHead) {
		return nil
	}
	p, err := f.take(0)
	if err != nil {
		return err
	}
	p.mark = kind
	if kind == markClose {
		p.tells = parseTotals(head)
	}
	return f.send(p)
}

// inside is the meaning of an error inside the frame at a raw offset.
func (f *feeder) inside(start int64, err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return cutInside(start)
	}
	return err
}

// frame feeds the frame at hand: as a job if it is whole and not too large, else piece by piece.
func (f *feeder) frame() error {
	head, err := f.raw.Peek(magicLen + 1)
	if err != nil {
		return f.inside(f.offset, err)
	}
	window, dict, size := frameFields(head[magicLen])
	head, err = f.raw.Peek(magicLen + 1 + window + dict + size)
	if err != nil {
		return f.inside(f.offset, err)
	}
	descriptor, fields := head[magicLen], head[magicLen+1:]
	if descriptor&hasChecksum == 0 {
		if f.strict {
			return fmt.Errorf("the zstd frame at raw byte %d has no checksum (--require-checksum)", f.offset)
		}
		f.unchecked.Add(1)
	}
	content, known := frameContent(descriptor, fields)
	need := uint64(streamText)
	if known {
		need = content
	}
	// A producer who takes his time does not know the size, and wants each block to be seen.
	live := f.src.stream && !known && !f.announced
	f.announced = false
	if live || need > maxJobText || frameWindow(descriptor, fields) > f.maxWindow {
		return f.streamFrame(f.raw)
	}
	p, err := f.take(int(need))
	if err != nil {
		return err
	}
	p.start = f.offset
	text, whole := f.collect(p, len(head), descriptor)
	if known && text >= content {
		text = content
	}
	if !whole || known && text < content {
		defer f.drop(p)
		return f.streamFrame(io.MultiReader(bytes.NewReader(p.raw), f.raw))
	}
	f.offset += int64(len(p.raw))
	return f.sendJob(p, int(text))
}

// collect reads the frame at hand into p.raw. It returns the most text that its blocks can hold, and whether the frame is
// there: else it is too large, or cut.
func (f *feeder) collect(p *piece, head int, descriptor byte) (text uint64, whole bool) {
	p.raw = p.raw[:0]
	if !f.more(p, head) {
		return 0, false
	}
	for {
		if !f.more(p, 3) {
			return text, false
		}
		h := p.raw[len(p.raw)-3:]
		header := uint32(h[0]) | uint32(h[1])<<8 | uint32(h[2])<<16
		size, last := blockSize(header)
		switch header >> 1 & 3 {
		case blockRaw, blockRLE:
			text += uint64(header >> 3)
		default:
			text += maxBlock
		}
		if text > maxJobText+maxBlock || size > maxBlock || !f.more(p, size) {
			return text, false
		}
		if last {
			return text, descriptor&hasChecksum == 0 || f.more(p, 4)
		}
	}
}

// more reads n more bytes of a frame into p.raw, or as many as there are.
func (f *feeder) more(p *piece, n int) bool {
	had := len(p.raw)
	if cap(p.raw)-had < n {
		p.raw = slices.Grow(p.raw, max(n, had))
	}
	got, err := io.ReadFull(f.raw, p.raw[had:had+n])
	p.raw = p.raw[:had+got]
	return err == nil
}

// sendJob has a whole frame decoded, of so much text at most.
func (f *feeder) sendJob(p *piece, text int) error {
	if cap(p.text) < text {
		p.text = make([]byte, 0, text+text/16+64) // a little more than the next frame is likely to have
	}
	f.largest = max(f.largest, cap(p.text)+cap(p.raw))
	p.job = true
	if err := f.send(p); err != nil {
		return err
	}
	f.crew.do(p)
	return nil
}

// Run decodes a whole frame.
func (p *piece) Run() {
	start := time.Now()
	p.text, p.err = p.feed.jobs.DecodeAll(p.raw, p.text[:0])
	p.feed.crew.since(start, func(c *Crew) *atomic.Int64 { return &c.decoding })
	p.done <- struct{}{}
}

// streamFrame decodes the frame at hand piece by piece.
func (f *feeder) streamFrame(raw io.Reader) error {
	if err := f.stream.begin(raw, f.offset); err != nil {
		return err
	}
	for {
		p, err := f.take(streamText)
		if err != nil {
			return err
		}
		p.text = slices.Grow(p.text[:0], streamText)[:streamText]
		start, reading := time.Now(), f.src.reading
		n, err := f.stream.Read(p.text)
		f.crew.since(start.Add(f.src.reading-reading), func(c *Crew) *atomic.Int64 { return &c.decoding })
		p.text = p.text[:n]
		if n == 0 {
			f.drop(p)
		} else if err := f.send(p); err != nil {
			return err
		}
		if err == io.EOF { //nolint:errorlint // the end of a frame is the bare value
			f.offset = f.stream.walk.offset
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// take returns a piece to fill, of so many bytes of text. It waits for the reader to give one back where all that there
// may be are on their way: fewer, where they are large.
func (f *feeder) take(need int) (*piece, error) {
	f.largest = max(f.largest, need)
	limit := min(f.most, max(minPieces, (feedMemory+feedMemoryEach*f.crew.size())/max(f.largest, 1)))
	for {
		select {
		case p := <-f.free:
			if f.made <= limit {
				return p, nil
			}
			f.made--
			continue
		default:
		}
		if f.made < limit {
			f.made++
			return &piece{feed: f, done: make(chan struct{}, 1)}, nil
		}
		select {
		case p := <-f.free:
			f.free <- p
		case <-f.quit:
			return nil, errQuit
		}
	}
}

// drop gives a piece back that was not sent. There is room for all pieces.
func (f *feeder) drop(p *piece) { f.free <- p }

// send passes a piece on. There is room for all pieces.
func (f *feeder) send(p *piece) error {
	if f.crew != nil {
		// To wait for the file is not to wait for the crew.
		f.crew.awaitDecode.Add(int64(f.counted - f.src.reading))
		f.counted = f.src.reading
	}
	select {
	case <-f.quit:
		return errQuit
	default:
		f.pieces <- p
		return nil
	}
}

// close ends the feeder as soon as the read that it is in returns, and a wait for its pieces at once.
func (f *feeder) close() { f.once.Do(func() { close(f.quit) }) }
