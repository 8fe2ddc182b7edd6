package zframe

import (
	"io"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/groups"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// groupText is the most text of a frame.
const groupText = groups.MaxText

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

// A Writer writes text as zstd frames, of a group each, between marks.
type Writer struct {
	*groups.Writer[*encoder]
	out    io.Writer
	opts   WriterOptions
	search *zstd.Encoder // finds matches; used by jobs

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
	w.Writer = groups.NewWriter(groups.Options[*encoder]{
		Pool: opts.Pool, Aborted: opts.Aborted, Put: w.put,
		New: func() *encoder { return &encoder{writer: w} },
	})
	w.digest.Reset()
	return w, nil
}

// put writes a frame and counts what is in it.
func (w *Writer) put(e *encoder, text, frame []byte) error {
	if err := w.open(); err != nil {
		return err
	}
	if _, err := w.out.Write(frame); err != nil {
		return err
	}
	_, _ = w.digest.Write(text) // never fails
	w.totals.text += uint64(len(text))
	w.totals.lines += uint64(e.lines)
	if e.records == uncountedFrame || w.totals.records == uncounted {
		w.totals.records = uncounted
	} else {
		w.totals.records += uint64(e.records)
	}
	if w.opts.Seekable {
		w.frames = append(w.frames, frameCounts{uint32(len(frame)), uint32(len(text)), e.lines, e.records})
	}
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
