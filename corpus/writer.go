package corpus

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus/internal/atomicfile"
	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// Writer is an output that [Create] prepared. Its methods may be called from
// any goroutine; Write, Flush, Finish, Commit and Abort wait for one another.
// Every Writer must see Commit, [CommitAll] or Abort.
type Writer struct {
	name    string
	stream  bool
	pending *atomicfile.File // nil if the output is written directly

	aborted chan struct{} // closed by Abort
	once    sync.Once

	mu       sync.Mutex // held by Write, Flush, Finish and Abort
	out      counter
	packed   packer   // nil for plain outputs
	direct   *os.File // opened here and written directly; nil otherwise
	err      error    // the first failure; sticky
	finished bool     // nothing more can be written
	done     bool     // committed or aborted
}

// A packer compresses what is written to a Writer.
type packer interface {
	io.Writer
	Flush() error
	Finish() error
	// Save writes all that is complete, and returns what a packer of the same kind
	// must Restore to go on from there.
	Save() ([]byte, error)
	Restore(state []byte) error
}

// counter counts what arrives at the output.
type counter struct {
	w io.Writer
	n atomic.Int64

	// Of a partial file:
	sum     *xxh3.Hasher // of all that arrived; nil for others
	head    []byte       // the first bytes of it, which Rewrite may change
	changed []byte       // what Rewrite made of these; nil: it changed nothing
}

// maxHead is how many bytes Rewrite may change, from the first on, of a partial file.
const maxHead = 128

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	c.n.Add(int64(n))
	if c.sum != nil {
		c.head = append(c.head, p[:min(n, maxHead-len(c.head))]...)
		_, _ = c.sum.Write(p[:n]) // never fails
	}
	return n, err
}

// Write writes text: at once where the output is plain, so large pieces are
// best; frame by frame, or member by member, where it is compressed, by the pool if there is one.
// Then it waits for the pool only when every worker has a frame to encode. A
// failure is final: Commit will return it too.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return 0, err
	}
	if w.packed == nil {
		n, err := w.out.Write(p)
		return n, w.keep(err)
	}
	n, err := w.packed.Write(p)
	return n, w.keep(err)
}

// Flush hands everything written so far to the system, so that the reader of a
// pipe gets it. For compressed outputs it ends a frame or member, which costs some
// compression, and makes the bytes depend on when it was called; for plain ones
// and Parquet files it does nothing.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return err
	}
	if w.packed == nil {
		return nil
	}
	return w.keep(w.packed.Flush())
}

// Finish completes the output except for its name: it ends the compressed data
// and syncs a regular file to disk, so that hardly anything is left that Commit
// could fail at. Only Commit and Abort may follow.
func (w *Writer) Finish() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.finished && !w.done {
		return w.err
	}
	if err := w.usable(); err != nil {
		return err
	}
	w.finished = true
	return w.keep(w.finish())
}

func (w *Writer) finish() error {
	if w.packed != nil {
		if err := w.packed.Finish(); err != nil {
			return err
		}
	}
	switch {
	case w.pending != nil:
		if w.out.sum != nil { // another process may have written more
			if err := w.pending.Truncate(w.out.n.Load()); err != nil {
				return err
			}
		}
		return w.pending.Finish()
	case w.direct != nil:
		err := w.direct.Close()
		w.direct = nil
		return err
	}
	return nil
}

// Commit finishes the output and, for a regular file, gives it its name and
// syncs the directory. If anything failed, now or in an earlier Write, nothing
// is published and the temporary is removed; only when the directory's sync
// fails does the file stand under its name, though perhaps not for good. Unless
// Force was given, a file that appeared under the name of a new one meanwhile
// is not replaced ([ErrExists]).
func (w *Writer) Commit() error { return CommitAll(w) }

// CommitAll commits outputs as one, as far as a file system lets that be; those
// that are nil are none. All are finished before the first is published, so
// that what fails until then publishes none. A rename that fails after others
// succeeded ends it: the error says which files are complete. What is not
// published is removed.
func CommitAll(writers ...*Writer) error {
	writers = slices.DeleteFunc(slices.Clone(writers), func(w *Writer) bool { return w == nil })
	var files []*atomicfile.File
	var err error
	for _, w := range writers {
		if err = w.Finish(); err != nil {
			break
		}
		if w.pending != nil {
			files = append(files, w.pending)
		}
	}
	if err == nil {
		err = atomicfile.Publish(files...)
	}
	for _, w := range writers {
		// The first error says what went wrong; a temporary that cannot be
		// removed either adds nothing.
		_ = w.close()
	}
	return err
}

// Abort gives the output up: the temporary is removed and an older file stands.
// What was written directly stays written, zstd frames without the closing one,
// so that they cannot be taken for complete. It does nothing after Commit
// or another Abort. A Write that waits for the pool ends.
func (w *Writer) Abort() error {
	w.once.Do(func() { close(w.aborted) })
	if w.pending != nil {
		_ = w.pending.Remove() // already, if it can be: what holds mu may hang in a write
	}
	if err := w.close(); err != nil {
		return fileerr.Wrap("removing the temporary of", w.name, err)
	}
	return nil
}

// close releases what open made, and removes what was not published. Frames
// that the pool is still encoding are dropped.
func (w *Writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return nil
	}
	w.done = true
	if c, ok := w.packed.(io.Closer); ok {
		_ = c.Close() // of what it kept, nothing is needed any more
	}
	switch {
	case w.pending != nil:
		_ = w.pending.Close() // its content was synced, or is given up
		return w.pending.Remove()
	case w.direct != nil:
		return w.direct.Close()
	}
	return nil
}

func (w *Writer) usable() error {
	if w.err == nil && (w.finished || w.done) {
		return fileerr.Wrap("writing", w.name, os.ErrClosed)
	}
	return w.err
}

// keep names the file in the first failure and remembers it.
func (w *Writer) keep(err error) error {
	if err != nil && w.err == nil {
		w.err = fileerr.Wrap("writing", w.name, err)
	}
	return w.err
}

// Name is the output's name for messages: the path as given to Create,
// "<stdout>" for "-".
func (w *Writer) Name() string { return w.name }

// Dir is the directory in which Commit gives the output its name, or Abort
// removes what there is of it; "" where it is written directly.
func (w *Writer) Dir() string {
	if w.pending == nil {
		return ""
	}
	return w.pending.Dir()
}

// BytesOut is the number of bytes that reached the output so far, compressed
// ones where there is compression.
func (w *Writer) BytesOut() int64 { return w.out.n.Load() }

// Stream reports whether a reader may wait for what is written: true for pipes,
// terminals, sockets and devices other than the null device, false for regular
// files. Flush in time where it is true.
func (w *Writer) Stream() bool { return w.stream }

var (
	errNoRewrite = errors.New("what was written cannot be changed: it is no file, or compressed")
	errNotThere  = errors.New("what is to be changed was not written")
)

// CanRewrite reports whether Rewrite is possible: for a regular file that is
// not compressed.
func (w *Writer) CanRewrite() bool { return w.pending != nil && w.packed == nil }

// Rewrite writes over what was written before, all of it, at an offset, before
// Finish: a header whose numbers are known only at the end.
func (w *Writer) Rewrite(p []byte, offset int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return err
	}
	if !w.CanRewrite() {
		return w.keep(errNoRewrite)
	}
	if offset < 0 || offset > w.out.n.Load()-int64(len(p)) {
		return w.keep(errNotThere)
	}
	if offset < int64(len(w.out.head)) {
		if w.out.changed == nil {
			w.out.changed = bytes.Clone(w.out.head)
		}
		copy(w.out.changed[offset:], p)
	}
	_, err := w.pending.WriteAt(p, offset)
	return w.keep(err)
}
