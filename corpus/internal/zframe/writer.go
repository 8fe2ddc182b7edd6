package zframe

import (
	"bytes"
	"io"
	"os"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// groupText is the most text of a frame. Literals gain nothing from larger
// frames, and smaller ones take less memory and let a reader begin nearer to
// the record it looks for.
const groupText = 512 << 10

// WriterOptions says how to write frames.
type WriterOptions struct {
	Pool *pool.Pool // encodes; without one the goroutine that writes does
	// Level 0 chooses for each group whether to search for matches; other
	// levels, as the zstd command counts them, search.
	Level    int
	Seekable bool            // with a table, which lists each frame
	Aborted  <-chan struct{} // ends a wait for the pool
	// CountRecords, if not nil, counts the newlines and the records in a text
	// of whole lines; known is false where the records cannot be counted.
	CountRecords func(text []byte) (lines, records uint32, known bool)
}

// A Writer cuts text into groups of whole lines and writes each as a zstd frame
// of its own. Where a group ends depends on the text alone, unless there is a
// flush: so the frames are the same bytes however the text arrives and
// whichever goroutine encodes it. Workers of a pool encode the groups; the
// Writer writes them in order, and waits where all it has are in flight. It has
// no goroutine, and needs no end but Finish.
type Writer struct {
	out    io.Writer
	opts   WriterOptions
	search *zstd.Encoder // finds matches; used by jobs

	made   int
	free   []*group
	queue  []*group // handed over, oldest first
	group  *group   // the one that is filled; may be nil
	opened bool
	totals totals
	digest xxhash.Digest
	frames []frameCounts
}

// NewWriter returns a Writer of frames to out.
func NewWriter(out io.Writer, opts WriterOptions) (*Writer, error) {
	speed := zstd.SpeedDefault
	if opts.Level != 0 {
		speed = zstd.EncoderLevelFromZstd(opts.Level)
	}
	search, err := zstd.NewWriter(
		nil,
		zstd.WithEncoderConcurrency(opts.Pool.Workers()+1), // the workers and, at a flush, the writer
		zstd.WithEncoderLevel(speed),
		zstd.WithEncoderCRC(true),
		zstd.WithWindowSize(groupText),
		zstd.WithLowerEncoderMem(true),
	)
	if err != nil {
		return nil, err
	}
	w := &Writer{out: out, opts: opts, search: search}
	w.digest.Reset()
	return w, nil
}

// Write takes text. It writes frames that are done meanwhile.
func (w *Writer) Write(text []byte) (int, error) {
	for rest := text; len(rest) > 0; {
		if w.group == nil {
			g, err := w.take()
			if err != nil {
				return 0, err
			}
			w.group = g
		}
		g := w.group
		n := min(len(rest), groupText-len(g.text))
		g.text = append(g.text, rest[:n]...)
		rest = rest[n:]
		if len(g.text) == groupText {
			if err := w.cut(); err != nil {
				return 0, err
			}
		}
	}
	for len(w.queue) > 0 && len(w.queue[0].done) > 0 {
		if err := w.writeOldest(); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// cut hands a full group over and begins the next one with the line that is not
// whole.
func (w *Writer) cut() error {
	g := w.group
	w.group = nil
	if end := bytes.LastIndexByte(g.text, '\n') + 1; end > 0 && end < len(g.text) {
		next, err := w.take()
		if err != nil {
			return err
		}
		next.text = append(next.text, g.text[end:]...)
		g.text = g.text[:end]
		w.group = next
	}
	w.queue = append(w.queue, g)
	w.opts.Pool.Do(g)
	return nil
}

// take returns an empty group. It waits for one if enough were made: one that
// is filled, one that gets the rest of a line, and one for each worker to
// encode.
func (w *Writer) take() (*group, error) {
	if len(w.free) == 0 && w.made == w.opts.Pool.InFlight() {
		if err := w.writeOldest(); err != nil {
			return nil, err
		}
	}
	if n := len(w.free); n > 0 {
		g := w.free[n-1]
		w.free = w.free[:n-1]
		return g, nil
	}
	w.made++
	return &group{
		writer: w,
		text:   make([]byte, 0, groupText),
		frame:  make([]byte, 0, groupText+64),
		done:   make(chan struct{}, 1),
	}, nil
}

// writeOldest writes the oldest group that was handed over, when it is done.
func (w *Writer) writeOldest() error {
	g := w.queue[0]
	start := time.Now()
	select {
	case <-g.done:
	case <-w.opts.Aborted:
		return os.ErrClosed
	}
	w.opts.Pool.Since(start, pool.AwaitingEncoding)
	w.queue = append(w.queue[:0], w.queue[1:]...)
	if g.err != nil {
		return g.err
	}
	if err := w.open(); err != nil {
		return err
	}
	if _, err := w.out.Write(g.frame); err != nil {
		return err
	}
	_, _ = w.digest.Write(g.text) // never fails
	w.totals.text += uint64(len(g.text))
	w.totals.lines += uint64(g.lines)
	if g.records == uncountedFrame || w.totals.records == uncounted {
		w.totals.records = uncounted
	} else {
		w.totals.records += uint64(g.records)
	}
	if w.opts.Seekable {
		w.frames = append(w.frames, frameCounts{uint32(len(g.frame)), uint32(len(g.text)), g.lines, g.records})
	}
	g.text, g.frame = g.text[:0], g.frame[:0]
	w.free = append(w.free, g)
	return nil
}

// open writes the opening mark before anything else.
func (w *Writer) open() error {
	if w.opened {
		return nil
	}
	w.opened = true
	_, err := w.out.Write(appendMark(nil, markOpen, 0))
	return err
}

// Flush ends the group at hand and writes all there is. The caller encodes that
// group: no worker need come for it.
func (w *Writer) Flush() error {
	if g := w.group; g != nil && len(g.text) > 0 {
		w.group = nil
		g.Run()
		w.queue = append(w.queue, g)
	}
	for len(w.queue) > 0 {
		if err := w.writeOldest(); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes the rest of the text and the end of the file.
func (w *Writer) Finish() error {
	if err := w.Flush(); err != nil {
		return err
	}
	if err := w.open(); err != nil {
		return err
	}
	w.totals.digest = w.digest.Sum64()
	_, err := w.out.Write(appendClosing(nil, w.totals, w.frames, w.opts.Seekable))
	return err
}
