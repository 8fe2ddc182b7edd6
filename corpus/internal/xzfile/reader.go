package xzfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
	"github.com/ulikunitz/xz/lzma"

	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

// Options says how to read.
type Options struct {
	MaxWindow       uint64        // bytes; larger dictionaries are refused (zframe.ErrWindow)
	RequireChecksum bool          // refuse streams without checks (zframe.ErrNoChecksum)
	Unchecked       *atomic.Int64 // counts these streams
	Verified        *atomic.Int64 // how much text no check can prove wrong any more
	// Trailing is the error for what follows a stream, at a raw offset, and is
	// none.
	Trailing func(offset int64, head []byte) error
}

// A Reader gives the text of all streams of a file. One goroutine reads.
type Reader struct {
	raw   counted
	opts  Options
	text  int64 // given
	err   error // what every further Read returns
	begun bool  // a stream was

	inside bool // a stream
	flags  streamFlags
	blocks sizes // of the stream so far
	block  *block
}

// A counted counts the raw bytes that were taken.
type counted struct {
	r *bufio.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counted) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

// sizes sums up the sizes of blocks, as the index lists them: it must give the
// same sum.
type sizes struct {
	n      uint64
	digest xxhash.Digest
}

func (s *sizes) reset() { s.n = 0; s.digest.Reset() }

func (s *sizes) add(unpadded, text uint64) {
	s.n++
	_, _ = fmt.Fprintln(&s.digest, unpadded, text) // never fails
}

// NewReader returns a Reader of raw, whose first bytes are [Magic] as far as
// they go. It reads nothing yet.
func NewReader(raw *bufio.Reader, opts Options) *Reader {
	return &Reader{raw: counted{r: raw}, opts: opts}
}

// Read gives text of one block, or nothing and no error where one begins or
// ends. Only a bare io.EOF is a clean end.
func (x *Reader) Read(p []byte) (int, error) {
	if x.err != nil {
		return 0, x.err
	}
	n, err := x.read(p)
	if err != nil && x.inside {
		err = x.damaged(err)
	}
	if x.err = err; n > 0 {
		err = nil
	}
	return n, err
}

func (x *Reader) read(p []byte) (int, error) {
	switch {
	case !x.inside:
		return 0, x.nextStream()
	case x.block == nil:
		return 0, x.nextBlock()
	}
	n, err := x.block.Read(p)
	x.text += int64(n)
	if err == io.EOF { //nolint:errorlint // as io.Reader has it
		if err = x.block.end(x.flags); err == nil {
			x.blocks.add(x.block.unpadded, x.block.text)
			x.block = nil
			x.opts.Verified.Store(x.text)
		}
	}
	return n, err
}

// damaged is what an error within a stream says of it; io.EOF there means that
// it is cut.
func (x *Reader) damaged(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("cut inside an xz stream: %w", io.ErrUnexpectedEOF)
	case errors.Is(err, zframe.ErrWindow), errors.Is(err, zframe.ErrNoChecksum):
		return err
	}
	return fmt.Errorf("in an xz stream, at raw byte %d: %w", x.raw.n, err)
}

// nextStream is called between two streams. It returns io.EOF if the file ends
// here.
func (x *Reader) nextStream() error {
	head, err := x.raw.r.Peek(len(Magic))
	switch {
	case len(head) == 0:
		return err
	case len(head) >= padding && string(head[:padding]) == string(zeros[:padding]) && x.begun:
		_, err := x.raw.r.Discard(padding)
		x.raw.n += padding
		return err
	case string(head) != Magic[:len(head)]:
		return x.opts.Trailing(x.raw.n, head)
	}
	x.inside, x.begun = true, true
	x.blocks.reset()
	start := x.raw.n
	if x.flags, err = readStreamHeader(&x.raw); err != nil {
		return err
	}
	if x.flags.check == checkNone {
		x.opts.Unchecked.Add(1)
		if x.opts.RequireChecksum {
			return fmt.Errorf("the xz stream at raw byte %d %w", start, zframe.ErrNoChecksum)
		}
	}
	return nil
}

// nextBlock begins the next block, or reads the end of the stream.
func (x *Reader) nextBlock() error {
	start := x.raw.n
	size, err := x.raw.ReadByte()
	if err != nil {
		return err
	}
	if size == 0 {
		if err := readIndex(&x.raw, x.flags, &x.blocks); err != nil {
			return err
		}
		x.inside = false
		return nil
	}
	h, err := readBlockHeader(&x.raw, size)
	if err != nil {
		return err
	}
	dict := min(h.dict, max(h.text, lzma.MinDictCap)) // no more can be referred to
	if dict > x.opts.MaxWindow {
		return fmt.Errorf("%w of %d bytes at raw byte %d: the cap is %d", zframe.ErrWindow, dict, start, x.opts.MaxWindow)
	}
	x.block, err = newBlock(&x.raw, h, dict, x.flags)
	return err
}
