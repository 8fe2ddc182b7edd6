//go:build !js

package zframe

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// This file reads frames ahead, in a goroutine of its own.

const (
	// maxJobText is the most text of a frame that a job decodes as a whole.
	maxJobText = 8 << 20
	// streamText is the most text of a piece of other frames: a block.
	streamText = maxBlock
	// firstText is maxJobText for the first frame, for whose text everybody waits.
	firstText = 2 * maxBlock
	// minPieces is one to collect a frame's raw bytes and two for text.
	minPieces = 3
	// textMemory is how many bytes pieces may take, and textMemoryEach how many more for each
	// worker of a pool. There are minPieces in any case.
	textMemory, textMemoryEach = 12 << 20, 1536 << 10
)

// A prefetcher reads zstd frames before their text is asked for, in its own goroutine. Workers of a
// pool decode whole frames, many at a time; the prefetcher decodes others. Pieces carry the text to
// the Reader, in order.
type prefetcher struct {
	raw  *bufio.Reader
	src  Source
	pool *pool.Pool
	opts *Options

	offset    int64         // raw bytes taken
	announced *announcement // of the next frame, which was whole when it was written; nil: none
	pzstd     bool          // an announcement was true
	untrue    error         // the first announcement that was not; nil: none
	begun     bool          // a frame came before
	jobs      *zstd.Decoder // decodes whole frames; used by the workers
	frame     frameReader   // the current one
	stream    *zstd.Decoder // of frames that are decoded piece by piece; nil before the first

	pieces  chan *piece // in order, to the reader
	free    chan *piece // and back
	quit    chan struct{}
	once    sync.Once // closes quit
	made    int
	most    int           // the most pieces
	largest int           // bytes of the largest piece
	counted time.Duration // reading time that AwaitingDecoding does not include
	group   errgroup.Group
}

// A piece is some text in flight, or an event between two texts.
type piece struct {
	ahead  *prefetcher
	raw    []byte // a whole frame, where a job decodes it
	start  int64  // the frame's raw offset
	end    int64  // raw offset behind what makes the text, about
	text   []byte
	ends   bool          // a frame that was decoded piece by piece ends with this text
	err    error         // of the job; or of the input, after the text
	mark   byte          // the kind of a mark before the text; 0: none
	totals totals        // of a closing mark
	job    bool          // a job makes the text, and then sends to done
	done   chan struct{} // holds one token when the job is done
}

func newPrefetcher(raw *bufio.Reader, src Source, opts *Options) (*prefetcher, error) {
	jobs, err := zstd.NewReader(
		nil,
		zstd.WithDecoderConcurrency(opts.Pool.Workers()+1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(opts.MaxWindow),
		zstd.WithDecodeAllCapLimit(true),
	)
	if err != nil {
		return nil, err
	}
	f := &prefetcher{
		counted: src.Reading(),
		raw:     raw, src: src, pool: opts.Pool, opts: opts,
		offset: opts.Offset, jobs: jobs,
		most: opts.Pool.InFlight(), quit: make(chan struct{}),
	}
	f.pieces, f.free = make(chan *piece, f.most), make(chan *piece, f.most)
	return f, nil
}

// errQuit ends the prefetcher when the reader was closed.
var errQuit = errors.New("closed")

func (f *prefetcher) start() {
	f.group.Go(func() error {
		err := guard.Do(f.run)
		if f.stream != nil {
			f.stream.Close()
		}
		if errors.Is(err, errQuit) {
			return nil
		}
		p, takeErr := f.take(0)
		if takeErr != nil {
			return nil
		}
		if f.src.Err() != nil {
			err = f.src.Err() // a decoder may take a failure of the file for an end
		}
		p.err = err
		return f.send(p)
	})
}

// run passes all frames on. It returns the error that ends the input.
func (f *prefetcher) run() error {
	for {
		head, err := f.raw.Peek(MagicLen)
		switch {
		case len(head) == 0 && err == io.EOF: //nolint:errorlint // only the bare value means a clean end
			return f.end()
		case len(head) < MagicLen && (len(head) == 0 || !errors.Is(err, io.EOF)):
			return err
		case !Starts(head):
			return f.opts.Trailing(f.offset, head)
		case len(head) < MagicLen:
			return cutInside(f.offset)
		case head[0] == Magic[0]:
			err = f.announcedFrame()
		default:
			err = f.skippable()
		}
		if err != nil {
			return err
		}
	}
}

// pzstd writes the size of each frame before the frame, in a skippable frame of this kind.
const pzstdMagic, pzstdSize = 0x184d2a50, 4

// An announcement is the content of such a frame. Other programs may write four bytes, too. Once the
// size of a frame was announced right, the file is of pzstd, and lacks something if another frame
// follows an announcement, or none.
type announcement struct {
	start int64  // raw offset of the frame that announces
	size  uint32 // raw bytes of the frame that follows
}

// missing takes note of an announcement that no frame of text follows.
func (f *prefetcher) missing() error {
	if f.announced == nil {
		return nil
	}
	return f.wrong(fmt.Errorf("cut between two zstd frames, the one that the skippable frame at raw byte %d announces is missing: %w",
		f.announced.start, io.ErrUnexpectedEOF))
}

// wrong takes note of an announcement that is not true, and returns the first such error if the file
// is of pzstd.
func (f *prefetcher) wrong(err error) error {
	f.announced, f.untrue = nil, cmp.Or(f.untrue, err)
	if f.pzstd {
		return f.untrue
	}
	return nil
}

// end returns the error at the end of the input: io.EOF, or that an announced frame is missing.
// Announcements without any frame of text are a file that was cut.
func (f *prefetcher) end() error {
	switch err := f.missing(); {
	case err != nil:
		return err
	case !f.begun && f.untrue != nil:
		return f.untrue
	}
	return io.EOF
}

// announcedFrame passes the next frame on. If pzstd announced it, it must be as large as that.
func (f *prefetcher) announcedFrame() error {
	start, a := f.offset, f.announced
	err := f.passFrame()
	f.announced = nil
	switch {
	case err != nil || a == nil:
		return err
	case f.offset-start == int64(a.size):
		f.pzstd = true
		return f.untrue
	}
	return f.wrong(fmt.Errorf("the zstd frame at raw byte %d has %d bytes, not %d as the skippable frame at raw byte %d announces",
		start, f.offset-start, a.size, a.start))
}

// skippable skips a skippable frame, but takes note of marks and announcements.
func (f *prefetcher) skippable() error {
	if err := f.missing(); err != nil {
		return err
	}
	start := f.offset
	head, err := f.raw.Peek(skipHead)
	if err != nil {
		return inside(start, err)
	}
	magic, size := binary.LittleEndian.Uint32(head), int64(binary.LittleEndian.Uint32(head[MagicLen:]))
	_, _ = f.raw.Discard(skipHead) // it was seen
	f.offset += skipHead + size
	content, err := f.raw.Peek(int(min(size, closeHead)))
	switch {
	case err != nil:
		return inside(start, err)
	case magic == pzstdMagic && size == pzstdSize:
		f.announced = &announcement{start, binary.LittleEndian.Uint32(content)}
	case magic == markMagic:
		err = f.mark(content)
	}
	if err == nil {
		_, err = io.CopyN(io.Discard, f.raw, size)
		err = inside(start, err)
	}
	return err
}

// mark hands a mark on.
func (f *prefetcher) mark(content []byte) error {
	kind := parseMark(content)
	if kind != markOpen && (kind != markClose || len(content) < closeHead) {
		return nil
	}
	p, err := f.take(0)
	if err != nil {
		return err
	}
	p.mark = kind
	if kind == markClose {
		p.totals = parseTotals(content)
	}
	return f.send(p)
}

// take returns a piece for so many bytes of text. If all pieces are in flight, it waits until the
// reader gives one back. There are fewer if they are large.
func (f *prefetcher) take(need int) (*piece, error) {
	f.largest = max(f.largest, need)
	limit := min(f.most, max(minPieces, (textMemory+textMemoryEach*f.pool.Workers())/max(f.largest, 1)))
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
			return &piece{ahead: f, done: make(chan struct{}, 1)}, nil
		}
		select {
		case p := <-f.free:
			f.free <- p
		case <-f.quit:
			return nil, errQuit
		}
	}
}

// drop gives back a piece that was not sent. There is room for all pieces.
func (f *prefetcher) drop(p *piece) { f.free <- p }

// send passes a piece on. There is room for all pieces.
func (f *prefetcher) send(p *piece) error {
	// Who waits for the file does not wait for the pool.
	reading := f.src.Reading()
	f.pool.Add(pool.AwaitingDecoding, f.counted-reading)
	f.counted = reading
	select {
	case <-f.quit:
		return errQuit
	default:
		p.end = max(f.offset, f.frame.offset)
		f.pieces <- p
		return nil
	}
}

// close ends the prefetcher as soon as its current read returns, and a wait for its pieces at once.
func (f *prefetcher) close() { f.once.Do(func() { close(f.quit) }) }
