package corpus

import (
	"io"
	"os"
	"sync/atomic"
	"time"
)

// A fedDecoder is the reader's end of a feeder: it gives the text of its pieces and checks marks.
type fedDecoder struct {
	feed   *feeder
	begun  bool
	piece  *piece // whose text is given; may be nil
	left   []byte // of its text
	seal   seal
	sealed bool // check marks

	at   int64         // text given, from the beginning of the file's
	open bool          // the frame whose text is given may still turn out to be damaged
	sure *atomic.Int64 // text that can not: up to the end of a frame
}

// Read gives text of one piece, or nothing and no error where a frame ends.
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
			d.at += int64(n)
			if !d.open {
				d.sure.Store(d.at)
			}
			return n, nil
		case d.piece != nil && d.piece.err != nil:
			return 0, d.end(d.piece.err)
		}
		if err := d.next(); err != nil || d.piece.ends {
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
	f.pool.since(start, func(c *Pool) *atomic.Int64 { return &c.awaitDecoding })
	if err != nil {
		return err
	}
	d.piece = p
	if p.mark != 0 && d.sealed {
		return d.seal.mark(p.mark, p.tells)
	}
	if p.job && p.err != nil {
		return inFrame(p.start, p.err) // damage, and none of the frame's text is to be had
	}
	d.left = p.text
	if d.sealed {
		d.seal.add(p.text)
	}
	d.open = !p.job && !p.ends && (d.open || len(p.text) > 0)
	if p.ends {
		d.sure.Store(d.at)
	}
	return nil
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

// Close has nothing to give back. The feeder is the Reader's to close.
func (d *fedDecoder) Close() {}
