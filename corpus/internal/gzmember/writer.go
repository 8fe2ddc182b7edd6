// Package gzmember writes gzip files of many members, which workers compress at
// a time. Any gzip decoder takes them as one text.
package gzmember

import (
	"errors"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus/internal/groups"
	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// Options says how to write members.
type Options struct {
	Pool    *pool.Pool // compresses; without one the goroutine that writes does
	Level   int        // 1 to 22 as of zstd, or 0: each group as pays
	Aborted <-chan struct{}
}

// A Writer writes text as gzip members, of a group each. See groups.Writer.
type Writer struct {
	*groups.Writer[*encoder]
	out   io.Writer
	level int
	any   bool // member was written
}

// NewWriter returns a Writer of members to out.
func NewWriter(out io.Writer, opts Options) *Writer {
	w := &Writer{out: out, level: opts.Level}
	w.Writer = groups.NewWriter(groups.Options[*encoder]{
		Pool: opts.Pool, Aborted: opts.Aborted, Put: w.put,
		New: func() *encoder { return &encoder{level: w.level} },
	})
	return w
}

func (w *Writer) put(_ *encoder, _, member []byte) error {
	w.any = true
	_, err := w.out.Write(member)
	return err
}

// Finish writes the rest of the text. A file without text has one member, too.
func (w *Writer) Finish() error {
	if err := w.Flush(); err != nil || w.any {
		return err
	}
	member, err := (&encoder{level: w.level}).Pack(nil, nil)
	if err != nil {
		return err
	}
	return w.put(nil, nil, member)
}

// Save writes all complete members and returns what a new Writer must Restore to go
// on after them: 1 if there are any, and text that is in none yet.
func (w *Writer) Save() ([]byte, error) {
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

// Restore makes a new Writer one that has written what another had when it was
// saved.
func (w *Writer) Restore(state []byte) error {
	if len(state) == 0 {
		return errors.New("the state of a compressed file is damaged")
	}
	w.any = state[0] == 1
	_, err := w.Write(state[1:])
	return err
}
