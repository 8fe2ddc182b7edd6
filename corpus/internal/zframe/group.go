package zframe

import (
	"bytes"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// A group is the text of one frame, and the frame.
type group struct {
	writer         *Writer
	text, frame    []byte
	lines, records uint32
	literals       literalEncoder
	sample         []byte
	err            error         // why it is not
	done           chan struct{} // holds one token when the frame is there
}

// Run encodes the group.
func (g *group) Run() {
	start := time.Now()
	g.err = guard.Do(func() error { g.encode(); return nil })
	g.writer.opts.Pool.Since(start, pool.Encoding)
	g.done <- struct{}{}
}

func (g *group) encode() {
	g.lines, g.records = g.count()
	if g.writer.opts.Level == 0 && g.literalsPay() {
		g.frame = g.literals.appendFrame(g.frame[:0], g.text)
	} else {
		g.frame = g.writer.search.EncodeAll(g.text, g.frame[:0])
	}
}

// count counts lines, and records where that can be done.
func (g *group) count() (lines, records uint32) {
	if g.writer.opts.CountRecords == nil {
		return uint32(bytes.Count(g.text, []byte{'\n'})), uncountedFrame
	}
	lines, records, known := g.writer.opts.CountRecords(g.text)
	if !known {
		records = uncountedFrame
	}
	return lines, records
}

// sampleText is how much of a group is tried, to decide whether a search for
// matches pays: enough lines for those that repeat to be among them, and little
// beside a group.
const sampleText = 4 << 10

// literalsPay tries both ways on a sample, from the middle of the group.
func (g *group) literalsPay() bool {
	if len(g.text) < sampleText {
		return false
	}
	at := (len(g.text) - sampleText) / 2
	sample := g.text[at : at+sampleText]
	g.sample = g.literals.appendFrame(g.sample[:0], sample)
	literals := len(g.sample)
	g.sample = g.writer.search.EncodeAll(sample, g.sample[:0])
	return literals <= len(g.sample)+len(g.sample)/8
}
