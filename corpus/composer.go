package corpus

import (
	"errors"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/owned"
)

// A composer keeps a text in a temporary file until CreateOptions.Compose makes the output of it.
type composer struct {
	out     io.Writer
	compose func(out io.Writer, text io.ReaderAt, size int64) error
	spool   *owned.File
	text    io.Writer // the spool, or what changes the text on its way there
	size    int64
}

// newComposer makes a composer whose temporary file lies in dir; "" is the system's directory for them.
func newComposer(out io.Writer, dir string, opts *CreateOptions) (*composer, error) {
	spool, err := owned.NewFile(dir)
	if err != nil {
		return nil, err
	}
	c := &composer{out: out, compose: opts.Compose, spool: spool, text: spool}
	if opts.Through != nil {
		c.text = opts.Through(spool, out)
	}
	return c, nil
}

func (c *composer) Write(p []byte) (int, error) {
	n, err := c.text.Write(p)
	c.size += int64(n)
	if err != nil {
		err = fmt.Errorf("writing a temporary file: %w", err)
	}
	return n, err
}

// Flush does nothing, as the output is written at the end.
func (*composer) Flush() error { return nil }

func (c *composer) Finish() error { return c.compose(c.out, c.spool, c.size) }

// Close removes the temporary file.
func (c *composer) Close() error { return c.spool.Close() }

var errComposed = errors.New("an output that is composed at the end cannot be gone on with")

func (*composer) Save() ([]byte, error) { return nil, errComposed }
func (*composer) Restore([]byte) error  { return errComposed }
