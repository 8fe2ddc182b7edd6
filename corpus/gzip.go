package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"

	"github.com/sudokubatch/sudokubatch/corpus/internal/groups"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
	"github.com/sudokubatch/sudokubatch/corpus/internal/zframe"
)

const gzipMagic = "\x1f\x8b"

// This file reads and writes gzip.

// A gzipDecoder decodes gzip members one by one, so that it sees where each ends.
type gzipDecoder struct {
	r     *Reader
	dec   gzip.Reader
	ended bool // the current member has ended
}

// begin reads the header of the next member, whose magic number is there.
func (z *gzipDecoder) begin() error {
	if err := z.dec.Reset(z.r.raw); err != nil {
		return z.damaged(err)
	}
	z.dec.Multistream(false)
	z.ended = false
	return nil
}

// damaged wraps an error inside a member. io.EOF means that the member is cut.
func (z *gzipDecoder) damaged(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("cut inside a gzip member: %w", io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("in a gzip member: %w", err)
}

func (z *gzipDecoder) Read(p []byte) (int, error) {
	if z.ended {
		if err := z.next(); err != nil {
			return 0, err
		}
	}
	n, err := z.dec.Read(p)
	switch {
	case err == io.EOF: //nolint:errorlint // the end of a member is the bare value
		z.ended = true
		z.r.verified.Store(z.r.out + int64(n))
	case err != nil:
		return n, z.damaged(err)
	}
	return n, nil
}

// next is called between two members. It returns io.EOF if the input ends here.
func (z *gzipDecoder) next() error {
	head, err := z.r.raw.Peek(zframe.MagicLen)
	switch {
	case len(head) == 0:
		return err
	case len(head) >= len(gzipMagic) && agrees(head, gzipMagic):
		return z.begin()
	case agrees(head, gzipMagic):
		return z.damaged(io.ErrUnexpectedEOF)
	case head[0] == 0:
		return z.padding()
	}
	return trailing(Gzip, z.r.rawOffset(), head)
}

// padding skips zeros up to the end of the input, as tapes and disks add them. Other bytes must not follow.
func (z *gzipDecoder) padding() error {
	for {
		head, err := z.r.raw.Peek(1)
		if err != nil {
			return err
		}
		if head[0] != 0 {
			head, _ = z.r.raw.Peek(zframe.MagicLen)
			return trailing(Gzip, z.r.rawOffset(), head)
		}
		_, _ = z.r.raw.Discard(1) // it was seen
	}
}

// A gzipWriter writes text as gzip members, one for each group, which workers compress. Any gzip
// decoder reads them as one text.
type gzipWriter struct {
	*groups.Writer
	out   io.Writer
	level int
	any   bool // a member was written
}

func newGzipWriter(out io.Writer, level int, workers *pool.Pool, aborted <-chan struct{}) *gzipWriter {
	w := &gzipWriter{out: out, level: level}
	w.Writer = groups.NewWriter(groups.Options{
		Pool: workers, Aborted: aborted, Put: w.put, Choose: level == 0,
		New: func() groups.Packer { return &gzipPacker{level: gzipLevel(level)} },
	})
	return w
}

func (w *gzipWriter) put(_ groups.Packer, _, member []byte, _ groups.Counts) error {
	w.any = true
	_, err := w.out.Write(member)
	return err
}

// Finish writes the rest of the text. A file without text has one member, too.
func (w *gzipWriter) Finish() error {
	if err := w.Flush(); err != nil || w.any {
		return err
	}
	member, err := (&gzipPacker{level: gzipLevel(w.level)}).Search(nil, nil)
	if err != nil {
		return err
	}
	return w.put(nil, nil, member, groups.Counts{})
}

// Save writes all complete members. It returns the state for Restore: 1 if there are any members, and
// text that is in none yet.
func (w *gzipWriter) Save() ([]byte, error) {
	rest, err := w.Drain()
	if err != nil {
		return nil, err
	}
	state := []byte{0}
	if w.any {
		state[0] = 1
	}
	return append(state, rest...), nil
}

// Restore has a new writer go on where another one was saved.
func (w *gzipWriter) Restore(state []byte) error {
	if len(state) == 0 {
		return errors.New("the state of a compressed file is damaged")
	}
	w.any = state[0] == 1
	_, err := w.Write(state[1:])
	return err
}

// gzipLevel maps a level of zstd to one of gzip.
func gzipLevel(level int) int {
	if level == 0 {
		return gzip.DefaultCompression
	}
	return 1 + (level-1)*(gzip.BestCompression-1)/(MaxLevel-1)
}

// A gzipPacker compresses groups to members. Their headers have no name and no time.
type gzipPacker struct {
	level            int
	literals, search *gzip.Writer
}

func (p *gzipPacker) Search(dst, text []byte) ([]byte, error) {
	return pack(&p.search, p.level, dst, text)
}

func (p *gzipPacker) Literals(dst, text []byte) ([]byte, error) {
	return pack(&p.literals, gzip.HuffmanOnly, dst, text)
}

// pack appends a member. It makes the writer if there is none yet.
func pack(writer **gzip.Writer, level int, dst, text []byte) (_ []byte, err error) {
	out := bytes.NewBuffer(dst)
	if *writer == nil {
		if *writer, err = gzip.NewWriterLevel(out, level); err != nil {
			return dst, err
		}
	}
	(*writer).Reset(out)
	if _, err := (*writer).Write(text); err != nil {
		return dst, err
	}
	err = (*writer).Close()
	return out.Bytes(), err
}
