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

// This file has the Writer of an output, from its first Write to Commit or Abort.

// Writer is an output that [Create] prepared. Every Writer must see Commit, [CommitAll] or Abort.
// Its methods may be called from any goroutine; Write, Flush, Finish, Commit and Abort wait for one
// another.
type Writer struct {
	name    string
	stream  bool
	pending *atomicfile.File // nil if the output is written directly

	aborted chan struct{} // closed by Abort
	once    sync.Once

	mu       sync.Mutex // held by Write, Flush, Finish and Abort
	out      counter
	packed   packer    // nil for plain outputs
	encloser *Encloser // nil without CreateOptions.Enclosure
	partial  bool      // CreateOptions.Partial
	direct   *os.File  // opened here and written directly; nil otherwise
	err      error     // the first failure; sticky
	finished bool      // nothing more can be written
	done     bool      // committed or aborted
}

// A packer compresses the text of a Writer.
type packer interface {
	io.Writer
	Flush() error
	Finish() error
	// Save writes all that is complete, and returns what a packer of the same kind
	// must Restore to go on from there.
	Save() ([]byte, error)
	Restore(state []byte) error
}

// A counter counts the bytes that arrive at the output.
type counter struct {
	w io.Writer
	n atomic.Int64

	// Of a partial file, or with CreateOptions.Digest:
	sum     *xxh3.Hasher // of all that arrived; nil for others
	head    []byte       // the first bytes of it, which Rewrite may change
	changed []byte       // what Rewrite made of these; nil: it changed nothing
}

// maxHead is how many bytes Rewrite may change, from the first on, of a file with a digest.
const maxHead = 128

// pieceBytes is the most that is written at once. During longer writes the scheduler often takes the processor
// away from the writer, and workers wait.
const pieceBytes = 64 << 10

func (c *counter) Write(p []byte) (written int, err error) {
	for piece := range slices.Chunk(p, pieceBytes) {
		n, err := c.w.Write(piece)
		if n < len(piece) && err == nil {
			err = io.ErrShortWrite
		}
		written += n
		c.n.Add(int64(n))
		if c.sum != nil {
			c.head = append(c.head, piece[:min(n, maxHead-len(c.head))]...)
			_, _ = c.sum.Write(piece[:n]) // never fails
		}
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// Write writes text. A plain output gets it at once, so large pieces are best. A compressed one gets
// it group by group: the pool compresses groups, and Write waits only if every worker has one. An
// error is final, and Commit returns it too.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return 0, err
	}
	if w.encloser != nil {
		if _, err := w.write(w.encloser.Enclose(p)); err != nil {
			return 0, w.keep(err)
		}
		return len(p), nil
	}
	n, err := w.write(p)
	return n, w.keep(err)
}

// write compresses and writes text.
func (w *Writer) write(p []byte) (int, error) {
	if w.packed == nil {
		return w.out.Write(p)
	}
	return w.packed.Write(p)
}

// Flush hands everything written so far to the system, so that the reader of a pipe gets it. In a
// compressed output it ends a frame or member: the output gets a little larger, and its bytes depend
// on when Flush was called. Plain outputs and Parquet files need no Flush, and it does nothing.
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

// Finish completes the output except for its name: it ends the compressed data and syncs a regular
// file to disk, so that Commit can hardly fail. Only Commit and Abort may follow.
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
	if w.encloser != nil {
		if _, err := w.write(w.encloser.Rest()); err != nil {
			return err
		}
	}
	if w.packed != nil {
		if err := w.packed.Finish(); err != nil {
			return err
		}
	}
	switch {
	case w.pending != nil:
		if w.partial { // another process may have written more
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

// Commit finishes the output, gives a regular file its name, and syncs the directory. If anything
// failed, now or in an earlier Write, it removes the temporary file and publishes nothing. Only if the
// sync of the directory fails does the file have its name, though perhaps not after a crash. Without
// Force, Commit does not replace a file that has appeared under the name since Create ([ErrExists]).
func (w *Writer) Commit() error { return CommitAll(w) }

// CommitAll commits outputs together; nil ones are skipped. It finishes all of them before it
// publishes the first, so an error until then publishes none. If a rename fails, it takes new files
// back; if others were replaced before, the error says which are complete. It removes what it does not
// publish. If the process is killed before all new files have their names, Create takes those that have
// for none (on Unix, where files can have two names).
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
		_ = w.close() // the first error says what went wrong
	}
	return err
}

// Abort gives the output up: it removes the temporary file, and an older file stands. What was written
// directly stays, without the last zstd frame, so that nobody takes it for complete. After Commit or
// another Abort it does nothing. It ends a Write that waits for the pool.
func (w *Writer) Abort() error {
	w.once.Do(func() { close(w.aborted) })
	if w.pending != nil {
		_ = w.pending.Remove() // before the lock: who holds it may hang in a write
	}
	if err := w.close(); err != nil {
		return fileerr.Wrap("removing the temporary file of", w.name, err)
	}
	return nil
}

// close releases what open made, removes a file that was not published, and drops groups that the
// pool still compresses.
func (w *Writer) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return nil
	}
	w.done = true
	if c, ok := w.packed.(io.Closer); ok {
		_ = c.Close() // removes a temporary file
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

// Name is the name for messages: the path as given to Create, "<stdout>" for "-".
func (w *Writer) Name() string { return w.name }

// Dir is the directory of a regular file and its temporary file; "" for an output that is written directly.
func (w *Writer) Dir() string {
	if w.pending == nil {
		return ""
	}
	return w.pending.Dir()
}

// BytesOut is the number of (compressed) bytes written to the output so far.
func (w *Writer) BytesOut() int64 { return w.out.n.Load() }

// Stream reports whether a reader may wait for the output: true for pipes, terminals, sockets and
// devices other than the null device, false for regular files. If so, call Flush in time.
func (w *Writer) Stream() bool { return w.stream }

var (
	errNoRewrite = errors.New("only a regular file that is not compressed can be rewritten")
	errNotThere  = errors.New("only bytes that were written can be rewritten")
)

// CanRewrite reports whether Rewrite is possible: for a regular file that is not compressed.
func (w *Writer) CanRewrite() bool { return w.pending != nil && w.packed == nil }

// Rewrite replaces bytes at an offset that were written before. Use it before Finish, for a
// header whose numbers are known only at the end.
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
