//go:build !js

package zframe

import (
	"bufio"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// This file gives the text of frames in order and checks the marks.

// The errors of a Reader that meets what Options forbid wrap one of these.
var (
	ErrWindow = errors.New("window size exceeded")
)

// Options says how to read frames, and where.
type Options struct {
	Pool      *pool.Pool    // decodes; if nil, the Reader's goroutine does
	MaxWindow uint64        // bytes; larger windows are refused (ErrWindow)
	Unchecked *atomic.Int64 // counts these frames
	// Verified is how much text no checksum can prove wrong any more.
	Verified *atomic.Int64
	// Trailing returns the error for bytes at a raw offset, after a frame, that begin no frame.
	Trailing func(offset int64, head []byte) error
	// Offset and Text are where raw begins, in the file and in its text. Marks are checked only if
	// the text is read from its beginning.
	Offset, Text int64
}

// A Source is the file that raw bytes come from.
type Source interface {
	Stream() bool           // a read may wait for a producer
	Err() error             // the first failure other than io.EOF
	Reading() time.Duration // time spent in reads
}

// A Reader reads the text of frames, which its goroutine reads ahead. One goroutine reads; any may call
// Close.
type Reader struct {
	ahead  *prefetcher
	begun  bool
	piece  *piece // the current one; may be nil
	left   []byte // of its text
	seal   seal
	sealed bool // check marks

	at       int64         // bytes of text read, from the beginning of the file
	passed   int64         // raw offset of the current piece
	open     bool          // the current frame may still turn out to be damaged
	verified *atomic.Int64 // bytes of text up to the end of a frame
}

// NewReader returns a Reader of raw, which buffers src. It reads nothing yet.
func NewReader(raw *bufio.Reader, src Source, opts Options) (*Reader, error) {
	f, err := newPrefetcher(raw, src, &opts)
	if err != nil {
		return nil, err
	}
	opts.Verified.Store(opts.Text)
	return &Reader{ahead: f, sealed: opts.Offset == 0, at: opts.Text, passed: opts.Offset, verified: opts.Verified}, nil
}

// Read reads text of one piece. At the end of a frame it may return 0, nil, so that the caller sees the
// end before Read waits for more. Only a bare io.EOF is a clean end.
func (r *Reader) Read(p []byte) (int, error) {
	if !r.begun {
		r.begun = true
		r.ahead.start()
	}
	for {
		switch {
		case len(r.left) > 0:
			n := copy(p, r.left)
			r.left = r.left[n:]
			r.at += int64(n)
			if !r.open {
				r.verified.Store(r.at)
			}
			return n, nil
		case r.piece != nil && r.piece.err != nil:
			return 0, r.end(r.piece.err)
		}
		if err := r.next(); err != nil || r.piece.ends {
			return 0, err
		}
	}
}

// next takes the next piece.
func (r *Reader) next() error {
	f := r.ahead
	if p := r.piece; p != nil {
		r.passed = p.end
		*p = piece{ahead: f, raw: p.raw[:0], text: p.text[:0], done: p.done}
		r.piece = nil
		f.free <- p
	}
	start := time.Now()
	p, err := r.wait()
	f.pool.Since(start, pool.AwaitingDecoding)
	if err != nil {
		return err
	}
	r.piece = p
	if p.mark != 0 && r.sealed {
		return r.seal.mark(p.mark, p.totals)
	}
	if p.job && p.err != nil {
		return inFrame(p.start, p.err) // damage: the frame has no text
	}
	r.left = p.text
	if r.sealed {
		r.seal.add(p.text)
	}
	r.open = !p.job && !p.ends && (r.open || len(p.text) > 0)
	if p.ends {
		r.verified.Store(r.at)
	}
	return nil
}

// wait returns the next piece when its text is there.
func (r *Reader) wait() (*piece, error) {
	f := r.ahead
	var p *piece
	select {
	case p = <-f.pieces:
	case <-f.quit:
		return nil, os.ErrClosed
	}
	if p.job {
		select {
		case <-p.done:
		case <-f.quit:
			return nil, os.ErrClosed
		}
	}
	return p, nil
}

// Passed returns the raw offset up to which text was read, about: the text of a piece counts as spread
// evenly over its raw bytes.
func (r *Reader) Passed() int64 {
	p := r.piece
	if p == nil || len(p.text) == 0 {
		return r.passed
	}
	return p.end - (p.end-r.passed)*int64(len(r.left))/int64(len(p.text))
}

// end is called at the end of the input. It returns io.EOF if the file is as its marks say.
func (r *Reader) end(err error) error {
	if err == io.EOF && r.sealed { //nolint:errorlint // only the bare value means a clean end
		return r.seal.end()
	}
	return err
}

// Close ends the goroutine that reads ahead as soon as its current read returns, and a Read that waits
// for it at once.
func (r *Reader) Close() { r.ahead.close() }

// Wait waits until that goroutine, if there is one, has ended.
func (r *Reader) Wait() { _ = r.ahead.group.Wait() } // its error is that it was closed
