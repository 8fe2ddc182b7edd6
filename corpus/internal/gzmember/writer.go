// Package gzmember writes gzip files of many members, which workers compress at
// a time. Any gzip decoder takes them as one text.
package gzmember

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"

	"github.com/sudokubatch/sudokubatch/corpus/internal/groups"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// Options says how to write members.
type Options struct {
	Pool    *pool.Pool // compresses; without one the goroutine that writes does
	Level   int        // 1 to 22 as of zstd, or 0 for the default
	Aborted <-chan struct{}
}

// A Writer writes text as gzip members, of a group each. See groups.Writer.
type Writer struct {
	*groups.Writer[*encoder]
	out   io.Writer
	level int
	any   bool // member was written
}

// NewWriter returns a Writer of members to out.
func NewWriter(out io.Writer, opts Options) *Writer {
	w := &Writer{out: out, level: gzipLevel(opts.Level)}
	w.Writer = groups.NewWriter(groups.Options[*encoder]{
		Pool: opts.Pool, Aborted: opts.Aborted, Put: w.put,
		New: func() *encoder { return &encoder{level: w.level} },
	})
	return w
}

// zstdLevels is the largest level of zstd.
const zstdLevels = 22

// gzipLevel is the level of gzip that is as far up as one of zstd.
func gzipLevel(level int) int {
	if level == 0 {
		return gzip.DefaultCompression
	}
	level = min(max(level, 1), zstdLevels)
	return 1 + (level-1)*(gzip.BestCompression-1)/(zstdLevels-1)
}

func (w *Writer) put(_ *encoder, _, member []byte) error {
	w.any = true
	_, err := w.out.Write(member)
	return err
}

// Finish writes the rest of the text. A file without text has one member, too.
func (w *Writer) Finish() error {
	if err := w.Flush(); err != nil || w.any {
		return err
	}
	member, err := (&encoder{level: w.level}).Pack(nil, nil)
	if err != nil {
		return err
	}
	return w.put(nil, nil, member)
}

// An encoder makes members of groups. Their headers have no name and no time.
type encoder struct {
	level int
	gzip  *gzip.Writer // nil before the first
}

// Pack appends the member of a group.
func (e *encoder) Pack(dst, text []byte) ([]byte, error) {
	out := bytes.NewBuffer(dst)
	if e.gzip == nil {
		var err error
		if e.gzip, err = gzip.NewWriterLevel(out, e.level); err != nil {
			return dst, err
		}
	}
	e.gzip.Reset(out)
	if _, err := e.gzip.Write(text); err != nil {
		return dst, err
	}
	err := e.gzip.Close()
	return out.Bytes(), err
}
