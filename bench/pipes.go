package bench

import (
	"bytes"
	"errors"
	"io"
)

// A reader of a program's output may refuse it: that says more than how the
// program ends when its output is no longer read.
type outputReader interface {
	io.Writer
	refused() error
}

// A lapReader reads a text several times over.
type lapReader struct {
	text []byte
	at   int
	left int // laps, the current one included
}

func (r *lapReader) Read(p []byte) (int, error) {
	if r.at == len(r.text) {
		r.at = 0
		r.left--
	}
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	r.at += n
	return n, nil
}

// WriteTo writes whole laps, so that a pipe is filled as far as it goes.
func (r *lapReader) WriteTo(w io.Writer) (total int64, err error) {
	for ; r.left > 0; r.left-- {
		n, err := w.Write(r.text)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// A bounded keeps what is written, up to a bound.
type bounded struct {
	text []byte
	room int
	err  error
}

func (b *bounded) refused() error { return b.err }

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.text)+len(p) > b.room {
		b.err = errors.New("far more output than answers")
		return 0, b.err
	}
	b.text = append(b.text, p...)
	return len(p), nil
}

// A repeated compares what is written with a text, several times over.
type repeated struct {
	want     []byte
	at, laps int
	err      error
}

func (r *repeated) refused() error { return r.err }

func (r *repeated) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(len(rest), len(r.want)-r.at)
		if n == 0 || !bytes.Equal(rest[:n], r.want[r.at:r.at+n]) {
			r.err = errors.New("its answers when timed differ from those that were verified")
			return 0, r.err
		}
		rest = rest[n:]
		if r.at += n; r.at == len(r.want) {
			r.at = 0
			r.laps++
		}
	}
	return len(p), nil
}

// ReadFrom reads in larger pieces than io.Copy would.
func (r *repeated) ReadFrom(from io.Reader) (total int64, err error) {
	buf := make([]byte, 128<<10)
	for {
		n, err := from.Read(buf)
		total += int64(n)
		if _, wrong := r.Write(buf[:n]); wrong != nil {
			return total, wrong
		}
		if err == io.EOF {
			return total, nil
		}
		if err != nil {
			return total, err
		}
	}
}

// A tail keeps the beginning of what a program complains of.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[:min(len(p), 500-len(t.text))]...)
	return len(p), nil
}
