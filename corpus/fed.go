package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// A fedDecoder is the reader's end of a feeder: it gives the text of its pieces and checks marks.
type fedDecoder struct {
	feed   *feeder
	begun  bool
	piece  *piece      // whose text is given; may be nil
	left   []byte      // of its text
	again  frameStream // of a frame whose job failed
	seal   seal
	sealed bool // check marks
}

// Read gives text of one piece.
func (d *fedDecoder) Read(p []byte) (int, error) {
	if !d.begun {
		d.begun = true
		d.feed.start()
	}
	for {
		switch {
		case len(d.left) > 0:
			n := copy(p, d.left)
			d.left = d.left[n:]
			return n, nil
		case d.again.dec != nil:
			n, err := d.readAgain(p)
			if n > 0 || err != nil {
				return n, err
			}
			continue
		case d.piece != nil && d.piece.err != nil:
			return 0, d.end(d.piece.err)
		}
		if err := d.next(); err != nil {
			return 0, err
		}
	}
}

// next takes the next piece.
func (d *fedDecoder) next() error {
	f := d.feed
	if p := d.piece; p != nil {
		*p = piece{feed: f, raw: p.raw[:0], text: p.text[:0], done: p.done}
		d.piece = nil
		f.free <- p
	}
	start := time.Now()
	p, err := d.wait()
	f.crew.since(start, func(c *Crew) *atomic.Int64 { return &c.awaitDecode })
	if err != nil {
		return err
	}
	d.piece = p
	if p.mark != 0 && d.sealed {
		return d.seal.mark(p.mark, p.tells)
	}
	if !p.job || p.err == nil {
		d.left = p.text
		if d.sealed {
			d.seal.add(p.text)
		}
		return nil
	}
	// Text up to the damage, and what it is, are a matter of the bytes, not of who decodes them.
	jobErr := p.err
	p.err = nil
	d.again.maxWindow = f.maxWindow
	if err := d.again.begin(bytes.NewReader(p.raw), p.start); err != nil {
		return fmt.Errorf("in the zstd frame at raw byte %d: %w", p.start, errors.Join(jobErr, err))
	}
	return nil
}

// readAgain reads a frame whose job failed. That it succeeds is not to be expected, and no error.
func (d *fedDecoder) readAgain(p []byte) (int, error) {
	n, err := d.again.Read(p)
	if d.sealed {
		d.seal.add(p[:n])
	}
	if err == io.EOF { //nolint:errorlint // the end of a frame is the bare value
		d.again.close()
		err = nil
	}
	return n, err
}

// wait returns the next piece when its text is there.
func (d *fedDecoder) wait() (*piece, error) {
	f := d.feed
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

// end is the end of the input: a clean one only if the file is as its marks say.
func (d *fedDecoder) end(err error) error {
	if err == io.EOF && d.sealed { //nolint:errorlint // only the bare value means a clean end
		return d.seal.end()
	}
	return err
}

// Close gives the decoder of a damaged frame back. The feeder is the Reader's to close.
func (d *fedDecoder) Close() { d.again.close() }
