package zframe

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus/guard"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// header looks at the header of the frame at hand.
func (f *prefetcher) header() (h frameHeader, err error) {
	head, err := f.raw.Peek(MagicLen + 1)
	if err != nil {
		return h, f.inside(f.offset, err)
	}
	h.descriptor = head[MagicLen]
	window, dict, size := frameFields(h.descriptor)
	h.size = MagicLen + 1 + window + dict + size
	head, err = f.raw.Peek(h.size)
	if err != nil {
		return h, f.inside(f.offset, err)
	}
	fields := head[MagicLen+1:]
	h.content, h.known = frameContent(h.descriptor, fields)
	h.window = frameWindow(h.descriptor, fields)
	return h, nil
}

// frame passes the frame at hand on: as a job if it is whole and not too large,
// else piece by piece.
func (f *prefetcher) frame() error {
	h, err := f.header()
	if err != nil {
		return err
	}
	if h.descriptor&hasChecksum == 0 {
		if f.opts.RequireChecksum {
			return fmt.Errorf("the zstd frame at raw byte %d %w", f.offset, ErrNoChecksum)
		}
		f.opts.Unchecked.Add(1)
	}
	if !f.forJob(h) {
		return f.streamFrame(f.raw)
	}
	p, err := f.take(max(int(h.content), streamText))
	if err != nil {
		return err
	}
	p.start = f.offset
	text, whole := f.collect(p, h)
	if !whole || h.known && text < h.content {
		defer f.drop(p)
		return f.streamFrame(io.MultiReader(bytes.NewReader(p.raw), f.raw))
	}
	if h.known {
		text = h.content
	}
	f.offset += int64(len(p.raw))
	return f.sendJob(p, int(text))
}

// forJob decides by the header whether a frame is to be a job.
func (f *prefetcher) forJob(h frameHeader) bool {
	first := !f.begun
	f.begun = true
	switch {
	case h.window > f.opts.MaxWindow:
		return false
	case h.known:
		return h.content <= maxJobText && (!first || h.content <= firstText)
	}
	// A producer who takes his time does not know the size, and wants each
	// block to be seen.
	return !first && (!f.src.Stream() || f.announced != nil)
}

// collect reads the frame at hand into p.raw. It returns the most text that its
// blocks can hold, and whether the frame is there: else it is too large, or
// cut.
func (f *prefetcher) collect(p *piece, h frameHeader) (text uint64, whole bool) {
	p.raw = p.raw[:0]
	if !f.more(p, h.size) {
		return 0, false
	}
	for {
		if !f.more(p, 3) {
			return text, false
		}
		b := p.raw[len(p.raw)-3:]
		header := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		size, last := blockSize(header)
		switch header >> 1 & 3 {
		case blockRaw, blockRLE:
			text += uint64(header >> 3)
		default:
			text += maxBlock
		}
		if text > maxJobText+maxBlock || size > maxBlock || !f.more(p, size) {
			return text, false
		}
		if last {
			return text, h.descriptor&hasChecksum == 0 || f.more(p, 4)
		}
	}
}

// more reads n more bytes of a frame into p.raw, or as many as there are.
func (f *prefetcher) more(p *piece, n int) bool {
	had := len(p.raw)
	if cap(p.raw)-had < n {
		p.raw = slices.Grow(p.raw, max(n, had))
	}
	got, err := io.ReadFull(f.raw, p.raw[had:had+n])
	p.raw = p.raw[:had+got]
	return err == nil
}

// sendJob has a whole frame decoded, of so much text at most.
func (f *prefetcher) sendJob(p *piece, text int) error {
	if cap(p.text) < text {
		p.text = make([]byte, 0, text+text/16+64) // a little more than the next frame is likely to have
	}
	f.largest = max(f.largest, cap(p.text)+cap(p.raw))
	p.job = true
	if err := f.send(p); err != nil {
		return err
	}
	f.pool.Do(p)
	return nil
}

// Run decodes a whole frame.
func (p *piece) Run() {
	start := time.Now()
	p.err = guard.Do(func() (err error) {
		p.text, err = p.ahead.jobs.DecodeAll(p.raw, p.text[:0])
		return err
	})
	p.ahead.pool.Since(start, pool.Decoding)
	p.done <- struct{}{}
}

// streamFrame decodes the frame at hand piece by piece.
func (f *prefetcher) streamFrame(raw io.Reader) error {
	if err := f.stream.begin(raw, f.offset); err != nil {
		return err
	}
	for {
		p, err := f.take(streamText)
		if err != nil {
			return err
		}
		p.text = slices.Grow(p.text[:0], streamText)[:streamText]
		start, reading := time.Now(), f.src.Reading()
		n, err := f.stream.Read(p.text)
		f.pool.Since(start.Add(f.src.Reading()-reading), pool.Decoding)
		p.text = p.text[:n]
		ends := err == io.EOF //nolint:errorlint // the end of a frame is the bare value
		p.ends = ends         // as long as the piece is not sent
		if n == 0 && !ends {
			f.drop(p)
		} else if err := f.send(p); err != nil {
			return err
		}
		if ends {
			f.offset = f.stream.walk.offset
			return nil
		}
		if err != nil {
			return err
		}
	}
}
