package corpus

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
)

// Writer is an output that [Create] prepared. Its methods may be called from any goroutine; Write, Flush, Commit and
// Abort wait for one another. Every Writer must see Commit or Abort.
type Writer struct {
	name  string
	final string // the path that Commit gives to pending

	stream  bool
	newFile bool // there was no file of that name

	aborted chan struct{} // closed by Abort
	once    sync.Once

	mu       sync.Mutex // held by Write, Flush, Commit and Abort
	out      counter
	pack     *packer  // nil for plain outputs
	pending  pending  // nil for what is written straight
	straight *os.File // opened here and written straight; nil otherwise
	err      error    // the first failure; sticky
	done     bool     // committed or aborted
}

// pending is a temporary file that will replace a file or be dropped.
type pending interface {
	io.Writer
	// commit syncs the file, gives it its final name and syncs the directory.
	commit() error
	// discard closes and removes the file.
	discard() error
}

// counter counts what arrives at the output.
type counter struct {
	w io.Writer
	n atomic.Int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	c.n.Add(int64(n))
	return n, err
}

// Write writes text: at once where the output is plain, so large pieces are best; frame by frame where it is compressed,
// by the crew if there is one. Then it waits for the crew only when every member has a frame to encode. A failure is
// final: Commit will return it too.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return 0, err
	}
	if w.pack == nil {
		n, err := w.out.Write(p)
		return n, w.keep(err)
	}
	if err := w.keep(w.pack.write(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush hands everything written so far to the system, so that whoever reads a pipe gets it. For compressed outputs it
// ends a frame, which costs some compression, and makes the bytes depend on when it was called; for plain ones it does
// nothing.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return err
	}
	if w.pack == nil {
		return nil
	}
	return w.keep(w.pack.flush())
}

// Commit completes the output: it ends the compressed data and, for a regular file, syncs it to disk, gives it its
// name and syncs the directory. If anything failed, now or in an earlier Write, nothing is published and the temporary
// is removed; only when the directory's sync fails does the file stand under its name, though perhaps not for good.
// A file that appeared under the name of a new one meanwhile is not replaced (fs.ErrExist).
func (w *Writer) Commit() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return w.usable()
	}
	err := w.err
	if err == nil {
		err = w.keep(w.finish())
	}
	w.done = true
	if err != nil {
		// The first error says what went wrong; a temporary that cannot be removed either adds nothing.
		_ = w.discard()
	}
	return err
}

func (w *Writer) finish() error {
	if w.pack != nil {
		if err := w.pack.finish(); err != nil {
			return err
		}
	}
	switch {
	case w.pending != nil:
		if w.newFile {
			if _, err := os.Lstat(w.final); err == nil {
				return errExists
			}
		}
		err := w.pending.commit()
		if err == nil {
			w.pending = nil
		}
		return err
	case w.straight != nil:
		err := w.straight.Close()
		w.straight = nil
		return err
	}
	return nil
}

// Abort gives the output up: the temporary is removed and an older file stands. What was written straight stays
// written, compressed data without its closing frame, so that nobody takes it for complete. It does nothing after Commit or
// another Abort. A Write that waits for the crew ends.
func (w *Writer) Abort() error {
	w.once.Do(func() { close(w.aborted) })
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return nil
	}
	w.done = true
	if err := w.discard(); err != nil {
		return failed("removing the temporary of", w.name, err)
	}
	return nil
}

// discard closes and removes what open made. The packer has no goroutines; frames that the crew is still at are dropped.
func (w *Writer) discard() error {
	var err error
	if w.pending != nil {
		err = w.pending.discard()
		w.pending = nil
	}
	if w.straight != nil {
		err = w.straight.Close()
		w.straight = nil
	}
	return err
}

func (w *Writer) usable() error {
	if w.err == nil && w.done {
		return failed("writing", w.name, os.ErrClosed)
	}
	return w.err
}

// keep names the file in the first failure and remembers it.
func (w *Writer) keep(err error) error {
	if err != nil && w.err == nil {
		w.err = failed("writing", w.name, err)
	}
	return w.err
}

// Name is the output's name for messages: the path as given to Create, "<stdout>" for "-".
func (w *Writer) Name() string { return w.name }

// BytesOut is the number of bytes that reached the output so far, compressed ones where there is compression.
func (w *Writer) BytesOut() int64 { return w.out.n.Load() }

// Stream reports whether somebody may wait for what is written: true for pipes, terminals, sockets and devices other
// than the null device, false for regular files. Flush in time where it is true.
func (w *Writer) Stream() bool { return w.stream }
