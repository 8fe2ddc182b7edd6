package corpus

import (
	"bufio"
	"bytes"
	"io"
)

// This file reads text whose lines end with carriage returns alone, as old spreadsheets write it.

// lineEndBytes is how much text is searched for a newline if the first line ends with a carriage
// return alone.
const lineEndBytes = 4 << 10

// A lineEndDecoder replaces carriage returns by newlines if the lines of a text end with carriage
// returns alone. So offsets stay the same.
type lineEndDecoder struct {
	raw   *bufio.Reader
	rest  io.Reader // is read once raw's buffer is empty and the line ends are known
	known bool      // the first line end was found
	old   bool      // it is a carriage return alone
}

// Read waits for more than it returns only if the first line ends with a carriage return.
func (d *lineEndDecoder) Read(p []byte) (int, error) {
	if !d.known {
		n, err := d.findLineEnd()
		if err != nil {
			return 0, err
		}
		p = p[:min(n, len(p))]
	}
	var n int
	var err error
	if d.raw.Buffered() > 0 || !d.known {
		n, err = d.raw.Read(p)
	} else {
		n, err = d.rest.Read(p)
	}
	for i := 0; d.old && i < n; i++ {
		if p[i] == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// findLineEnd looks for the first line end in the buffer, and returns how many bytes Read may return.
func (d *lineEndDecoder) findLineEnd() (int, error) {
	if _, err := d.raw.Peek(1); err != nil {
		return 0, err
	}
	head, _ := d.raw.Peek(d.raw.Buffered())
	at := bytes.IndexAny(head, "\r\n")
	switch {
	case at < 0:
		return len(head), nil
	case at > 0:
		return at, nil // the line end is the first byte next time
	case head[0] == '\r':
		if head, _ = d.raw.Peek(2); !bytes.Equal(head, []byte("\r\n")) {
			head, _ = d.raw.Peek(lineEndBytes) // the next Read returns the error
			d.old = hasOldLines(head)
		}
	}
	d.known = true
	return d.raw.Buffered(), nil
}

// hasOldLines reports whether the first lines of a text end with carriage returns alone. Binary data
// is no text.
func hasOldLines(head []byte) bool {
	at := bytes.IndexByte(head, '\r')
	return at >= 0 && at+1 < len(head) && !bytes.ContainsFunc(head, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' })
}
