// Package groups cuts text into groups of whole lines, has each compressed by
// itself, by the workers of a pool if there is one, and writes them in order.
package groups

import (
	"bytes"
	"cmp"
	"os"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// MaxText is the most text of a group. Literals gain nothing from larger groups. Smaller ones take
// less memory, and a reader can begin nearer to the record it looks for.
const MaxText = 512 << 10

// A Packer compresses groups, one at a time.
type Packer interface {
	// Search appends the compressed text to dst, after a search for matches.
	Search(dst, text []byte) ([]byte, error)
	// Literals appends the text compressed without a search, by Huffman codes alone.
	Literals(dst, text []byte) ([]byte, error)
}

// Counts are the numbers of lines and records in a group.
type Counts struct{ Lines, Records uint32 }

// Options says how to compress and write groups.
type Options struct {
	Pool    *pool.Pool      // compresses; if nil, the goroutine that writes does
	Aborted <-chan struct{} // ends a wait for the pool
	New     func() Packer   // makes a packer; there is one for each group in flight
	MaxText int             // the text of a group, in bytes; 0 means the constant MaxText
	// Cut returns where a full group ends, or 0 if it must grow, as no record ends in it. If it is
	// nil, a group ends after its last whole line.
	Cut func(text []byte) int
	// Choose compresses groups without a search if that pays.
	Choose bool
	// Count, if not nil, counts the lines and records in a group, for Put. Workers call it.
	Count func(text []byte) Counts
	// Put writes a group. The goroutine that writes calls it, for one group after the other.
	Put func(p Packer, text, packed []byte, counts Counts) error
}

// A Writer cuts text into groups of whole lines. Where a group ends depends on the text alone, unless
// Flush is called. So the output does not depend on the sizes of Writes or on the goroutine that
// compresses. Workers compress groups; the Writer writes them in order, and waits if all groups are in
// flight. It has no goroutine of its own.
type Writer struct {
	opts  Options
	made  int
	free  []*group
	queue []*group // handed over, oldest first
	group *group   // the current one; may be nil
}

// A group is text that becomes one frame or member.
type group struct {
	opts         *Options
	packer       Packer
	text, packed []byte
	sample       []byte
	counts       Counts
	err          error         // of packing
	done         chan struct{} // holds one token when it is packed
}

// NewWriter returns a Writer of groups.
func NewWriter(opts Options) *Writer {
	opts.MaxText = cmp.Or(opts.MaxText, MaxText)
	if opts.Cut == nil {
		opts.Cut = lastLineEnd
	}
	return &Writer{opts: opts}
}

// lastLineEnd returns where the last whole line ends; of a line that is too long, the end of text.
func lastLineEnd(text []byte) int {
	if end := bytes.LastIndexByte(text, '\n') + 1; end > 0 {
		return end
	}
	return len(text)
}

// Write takes text, and writes groups that are done.
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
		n := min(len(rest), w.opts.MaxText-len(g.text)%w.opts.MaxText)
		g.text = append(g.text, rest[:n]...)
		rest = rest[n:]
		if len(g.text)%w.opts.MaxText == 0 {
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

// cut hands a full group over, except for an unfinished last record, which begins the next group.
func (w *Writer) cut() error {
	g := w.group
	end := w.opts.Cut(g.text)
	if end == 0 {
		return nil
	}
	w.group = nil
	if end < len(g.text) {
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

// take returns an empty group. It waits for one if enough were made: one to fill, one for the rest of a
// line, and one for each worker.
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
		opts:   &w.opts,
		packer: w.opts.New(),
		text:   make([]byte, 0, w.opts.MaxText),
		packed: make([]byte, 0, w.opts.MaxText+64),
		done:   make(chan struct{}, 1),
	}, nil
}

// writeOldest waits for the oldest group that was handed over, and writes it.
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
	if err := w.opts.Put(g.packer, g.text, g.packed, g.counts); err != nil {
		return err
	}
	g.text, g.packed = g.text[:0], g.packed[:0]
	w.free = append(w.free, g)
	return nil
}

// Flush ends the current group, compresses it in this goroutine, and writes all groups.
func (w *Writer) Flush() error {
	if g := w.group; g != nil && len(g.text) > 0 {
		w.group = nil
		g.Run()
		w.queue = append(w.queue, g)
	}
	return w.drain()
}

// drain writes all groups that were handed over.
func (w *Writer) drain() error {
	for len(w.queue) > 0 {
		if err := w.writeOldest(); err != nil {
			return err
		}
	}
	return nil
}

// Drain writes all groups that were handed over, and returns the text of the current one, which is
// valid until the next call. Unlike Flush it does not change the output.
func (w *Writer) Drain() (rest []byte, err error) {
	if err := w.drain(); err != nil || w.group == nil {
		return nil, err
	}
	return w.group.text, nil
}

// Run compresses the group.
func (g *group) Run() {
	start := time.Now()
	g.err = guard.Do(g.pack)
	g.opts.Pool.Since(start, pool.Encoding)
	g.done <- struct{}{}
}

func (g *group) pack() (err error) {
	if g.opts.Count != nil {
		g.counts = g.opts.Count(g.text)
	}
	pays := false
	if g.opts.Choose {
		if pays, err = g.literalsPay(); err != nil {
			return err
		}
	}
	if pays {
		g.packed, err = g.packer.Literals(g.packed[:0], g.text)
	} else {
		g.packed, err = g.packer.Search(g.packed[:0], g.text)
	}
	return err
}

// sampleText is how much of a group is tried, to decide whether a search for
// matches pays: enough lines for repeated ones to be among them, and little compared
// to a group. With 4 KiB the trial took a tenth of all time to write zstd.
const sampleText = 2 << 10

// literalsPay tries both ways on a sample, from the middle of the group. For solved grids and puzzles
// Huffman codes alone are smaller and ten times as fast: matches are there by chance.
func (g *group) literalsPay() (bool, error) {
	if len(g.text) < sampleText {
		return false, nil
	}
	at := (len(g.text) - sampleText) / 2
	text := g.text[at : at+sampleText]
	var err error
	if g.sample, err = g.packer.Literals(g.sample[:0], text); err != nil {
		return false, err
	}
	literals := len(g.sample)
	if g.sample, err = g.packer.Search(g.sample[:0], text); err != nil {
		return false, err
	}
	return literals <= len(g.sample)+len(g.sample)/8, nil
}
