package corpus

import (
	"bytes"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// groupText is the most text of a frame. Literals gain nothing from larger frames, and smaller ones take less memory and
// let a reader begin nearer to the record it looks for.
const groupText = 512 << 10

// A packer cuts text into groups of whole lines and writes each as a zstd frame of its own. Where a group ends depends
// on the text alone, unless there is a flush: so the frames are the same bytes however the text arrives and whoever
// encodes it. Members of a pool encode the groups; the packer writes them in order, and waits where all it has are on
// their way.
type packer struct {
	out      io.Writer
	pool     *Pool
	level    int
	search   *zstd.Encoder // finds matches; used by jobs
	seekable bool
	aborted  <-chan struct{} // ends a wait for the pool

	made   int
	free   []*group
	queue  []*group // handed over, oldest first
	group  *group   // the one that is filled; may be nil
	opened bool
	totals totals
	digest xxhash.Digest
	frames []frameCounts
}

// newPacker makes a packer. Level 0 chooses for each group whether to search for matches; other levels, as the zstd
// command counts them, search.
func newPacker(out io.Writer, pool *Pool, level int, seekable bool) (*packer, error) {
	speed := zstd.SpeedDefault
	if level != 0 {
		speed = zstd.EncoderLevelFromZstd(level)
	}
	search, err := zstd.NewWriter(
		nil,
		zstd.WithEncoderConcurrency(pool.size()+1), // the members and, at a flush, the writer
		zstd.WithEncoderLevel(speed),
		zstd.WithEncoderCRC(true),
		zstd.WithWindowSize(groupText),
		zstd.WithLowerEncoderMem(true),
	)
	if err != nil {
		return nil, err
	}
	p := &packer{out: out, pool: pool, level: level, search: search, seekable: seekable}
	p.digest.Reset()
	return p, nil
}

// write takes text. It writes frames that are done meanwhile.
func (p *packer) write(text []byte) error {
	for len(text) > 0 {
		if p.group == nil {
			g, err := p.take()
			if err != nil {
				return err
			}
			p.group = g
		}
		g := p.group
		n := min(len(text), groupText-len(g.text))
		g.text = append(g.text, text[:n]...)
		text = text[n:]
		if len(g.text) == groupText {
			if err := p.cut(); err != nil {
				return err
			}
		}
	}
	for len(p.queue) > 0 && len(p.queue[0].done) > 0 {
		if err := p.land(); err != nil {
			return err
		}
	}
	return nil
}

// cut hands a full group over and begins the next one with the line that is not whole.
func (p *packer) cut() error {
	g := p.group
	p.group = nil
	if end := bytes.LastIndexByte(g.text, '\n') + 1; end > 0 && end < len(g.text) {
		next, err := p.take()
		if err != nil {
			return err
		}
		next.text = append(next.text, g.text[end:]...)
		g.text = g.text[:end]
		p.group = next
	}
	p.queue = append(p.queue, g)
	p.pool.do(g)
	return nil
}

// take returns an empty group. It waits for one if enough were made: one that is filled, one that gets the rest of a
// line, and one for each member to encode.
func (p *packer) take() (*group, error) {
	if len(p.free) == 0 && p.made == inFlight(p.pool.size()) {
		if err := p.land(); err != nil {
			return nil, err
		}
	}
	if n := len(p.free); n > 0 {
		g := p.free[n-1]
		p.free = p.free[:n-1]
		return g, nil
	}
	p.made++
	return &group{
		packer: p,
		text:   make([]byte, 0, groupText),
		frame:  make([]byte, 0, groupText+64),
		done:   make(chan struct{}, 1),
	}, nil
}

// land writes the oldest group that was handed over, when it is done.
func (p *packer) land() error {
	g := p.queue[0]
	start := time.Now()
	select {
	case <-g.done:
	case <-p.aborted:
		return os.ErrClosed
	}
	p.pool.since(start, func(c *Pool) *atomic.Int64 { return &c.awaitEncoding })
	p.queue = append(p.queue[:0], p.queue[1:]...)
	if g.err != nil {
		return g.err
	}
	if err := p.open(); err != nil {
		return err
	}
	if _, err := p.out.Write(g.frame); err != nil {
		return err
	}
	_, _ = p.digest.Write(g.text) // never fails
	p.totals.text += uint64(len(g.text))
	p.totals.lines += uint64(g.lines)
	if g.records == uncountedFrame || p.totals.records == uncounted {
		p.totals.records = uncounted
	} else {
		p.totals.records += uint64(g.records)
	}
	if p.seekable {
		p.frames = append(p.frames, frameCounts{uint32(len(g.frame)), uint32(len(g.text)), g.lines, g.records})
	}
	g.text, g.frame = g.text[:0], g.frame[:0]
	p.free = append(p.free, g)
	return nil
}

// open writes the opening mark before anything else.
func (p *packer) open() error {
	if p.opened {
		return nil
	}
	p.opened = true
	_, err := p.out.Write(appendMark(nil, markOpen, 0))
	return err
}

// flush ends the group at hand and writes all there is. The caller encodes that group: no member need come for it.
func (p *packer) flush() error {
	if g := p.group; g != nil && len(g.text) > 0 {
		p.group = nil
		g.Run()
		p.queue = append(p.queue, g)
	}
	for len(p.queue) > 0 {
		if err := p.land(); err != nil {
			return err
		}
	}
	return nil
}

// finish writes the rest of the text and the end of the file.
func (p *packer) finish() error {
	if err := p.flush(); err != nil {
		return err
	}
	if err := p.open(); err != nil {
		return err
	}
	p.totals.digest = p.digest.Sum64()
	_, err := p.out.Write(appendClosing(nil, p.totals, p.frames, p.seekable))
	return err
}

// A group is the text of one frame, and the frame.
type group struct {
	packer         *packer
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
	g.packer.pool.since(start, func(c *Pool) *atomic.Int64 { return &c.encoding })
	g.done <- struct{}{}
}

func (g *group) encode() {
	g.lines, g.records = countRecords(g.text)
	if g.packer.level == 0 && g.literalsPay() {
		g.frame = g.literals.appendFrame(g.frame[:0], g.text)
	} else {
		g.frame = g.packer.search.EncodeAll(g.text, g.frame[:0])
	}
}

// sampleText is how much of a group tells whether a search for matches pays: enough lines for those that repeat to be
// among them, and little beside a group.
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
	g.sample = g.packer.search.EncodeAll(sample, g.sample[:0])
	return literals <= len(g.sample)+len(g.sample)/8
}

// countRecords counts the lines of a text, and those that are a record to the form "line": all but empty ones and
// comments. A line that begins with a blank, with what is no ASCII or like the one that ends an input, or that has no
// newline, is for package formats to judge: then the records are not counted.
func countRecords(text []byte) (lines, records uint32) {
	known := true
	size := evenLines(text)
	for len(text) > 0 {
		end := size - 1
		if size == 0 {
			end = bytes.IndexByte(text, '\n')
		}
		if end < 0 {
			known = false
			break
		}
		switch b := text[0]; {
		case end == 0 || b == '#':
		case b <= ' ' || b >= 0x80 || b == 'e' && bytes.HasPrefix(text, []byte("end")):
			known = false
		default:
			records++
		}
		lines++
		text = text[end+1:]
	}
	if !known {
		return lines, uncountedFrame
	}
	return lines, records
}

// evenLines returns the size of all lines of a text, or 0 where they differ: most answers are of one size, and then no line
// needs a search for its end.
func evenLines(text []byte) int {
	size := bytes.IndexByte(text, '\n') + 1
	if size == 0 || len(text)%size != 0 || bytes.Count(text, []byte{'\n'}) != len(text)/size {
		return 0
	}
	for at := size - 1; at < len(text); at += size {
		if text[at] != '\n' {
			return 0
		}
	}
	return size
}
