//go:build !js

package zframe

import (
	"bytes"
	"io"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/groups"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// This file writes frames, one for each group of lines.

// groupText is the most text of a frame.
const groupText = groups.MaxText

// WriterOptions says how to write frames.
type WriterOptions struct {
	Pool *pool.Pool // encodes; if nil, the goroutine that writes does
	// Level 0 chooses for each group whether to search for matches. Other levels search; they are
	// the levels of the zstd command.
	Level    int
	Seekable bool            // with a table, which lists each frame
	Aborted  <-chan struct{} // ends a wait for the pool
	// CountRecords, if not nil, counts the newlines and the records in a text of whole lines. known
	// is false if the records cannot be counted.
	CountRecords func(text []byte) (lines, records uint32, known bool)
}

// A Writer writes text as zstd frames, one for each group, between marks.
type Writer struct {
	*groups.Writer
	out  io.Writer
	opts WriterOptions

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
	w := &Writer{out: out, opts: opts}
	w.Writer = groups.NewWriter(groups.Options{
		Pool: opts.Pool, Aborted: opts.Aborted, Choose: opts.Level == 0, Count: w.count, Put: w.put,
		New: func() groups.Packer { return &packer{search: search} },
	})
	w.digest.Reset()
	return w, nil
}

// A packer compresses groups to frames.
type packer struct {
	search   *zstd.Encoder
	literals literalEncoder
}

func (p *packer) Search(dst, text []byte) ([]byte, error) { return p.search.EncodeAll(text, dst), nil }

func (p *packer) Literals(dst, text []byte) ([]byte, error) {
	return p.literals.appendFrame(dst, text), nil
}

// count counts lines, and records if that is possible.
func (w *Writer) count(text []byte) groups.Counts {
	if w.opts.CountRecords == nil {
		return groups.Counts{Lines: uint32(bytes.Count(text, []byte{'\n'})), Records: uncountedFrame}
	}
	lines, records, known := w.opts.CountRecords(text)
	if !known {
		records = uncountedFrame
	}
	return groups.Counts{Lines: lines, Records: records}
}

// put writes a frame and adds it to the totals.
func (w *Writer) put(_ groups.Packer, text, frame []byte, n groups.Counts) error {
	if err := w.open(); err != nil {
		return err
	}
	if _, err := w.out.Write(frame); err != nil {
		return err
	}
	_, _ = w.digest.Write(text) // never fails
	w.totals.text += uint64(len(text))
	w.totals.lines += uint64(n.Lines)
	if n.Records == uncountedFrame || w.totals.records == uncounted {
		w.totals.records = uncounted
	} else {
		w.totals.records += uint64(n.Records)
	}
	if w.opts.Seekable {
		w.frames = append(w.frames, frameCounts{uint32(len(frame)), uint32(len(text)), n.Lines, n.Records})
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

// Finish writes the rest of the text, the closing mark and the table.
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
