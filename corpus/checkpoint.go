package corpus

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus/internal/atomicfile"
	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// PartialSuffix makes the name of a partial file from the name of its output.
const PartialSuffix = atomicfile.PartialSuffix

// ErrInUse is the error of Create, wrapped, if another process is writing the partial file.
var ErrInUse = atomicfile.ErrInUse

// A Checkpoint describes an output up to some Write, so that another process can go on there.
type Checkpoint struct {
	Size   int64  `json:"size"`             // of the file
	Digest uint64 `json:"digest,string"`    // XXH3 of these bytes, before Rewrite
	Head   []byte `json:"head,omitempty"`   // the first bytes, before Rewrite
	Packed []byte `json:"packed,omitempty"` // state of the compressor, with text that is not in the file

	// Changed is Head after Rewrite. Only Whole sets it.
	Changed []byte `json:"changed,omitempty"`
}

var errNotPartial = errors.New("only a partial file can be gone on with")

// Checkpoint returns the state of the output after the last Write. It waits until the pool has
// encoded what was written. The bytes of the complete file do not depend on checkpoints. It
// fails without CreateOptions.Partial.
func (w *Writer) Checkpoint() (c Checkpoint, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return c, err
	}
	if !w.partial {
		return c, fileerr.Wrap("writing", w.name, errNotPartial)
	}
	if w.packed != nil {
		if c.Packed, err = w.packed.Save(); err != nil {
			return c, w.keep(err)
		}
	}
	c.Size, c.Digest, c.Head = w.out.n.Load(), w.out.sum.Sum64(), w.out.head
	return c, nil
}

// Whole describes the complete file, after Finish. It panics without CreateOptions.Partial or
// CreateOptions.Digest.
func (w *Writer) Whole() Checkpoint {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.out.sum == nil {
		panic("corpus: " + w.name + ": " + errNotPartial.Error())
	}
	return Checkpoint{Size: w.out.n.Load(), Digest: w.out.sum.Sum64(), Head: w.out.head, Changed: w.out.changed}
}

// InUse returns ErrInUse, wrapped, if another process is writing the partial file of an output.
func InUse(path string) error { return atomicfile.InUse(path) }

// Sweep removes the temporary files that killed processes left for an output, as Create does.
func Sweep(path string) { atomicfile.Sweep(&atomicfile.Target{Final: path}) }

// Owned returns an error if another process has removed or replaced the partial file. It panics
// without CreateOptions.Partial.
func (w *Writer) Owned() error {
	w.mustBePartial()
	return w.pending.Owned()
}

// Sync makes the last Checkpoint durable. It returns an error if the partial file is not Owned.
// Other methods may be called meanwhile. It panics without CreateOptions.Partial.
func (w *Writer) Sync() error {
	if err := cmp.Or(w.Owned(), w.pending.Sync()); err != nil {
		return fileerr.Wrap("writing", w.name, err)
	}
	return nil
}

// Keep makes Abort leave the partial file, for CreateOptions.Continue. An output that was
// created with Continue is always kept. It panics without CreateOptions.Partial.
func (w *Writer) Keep() {
	w.mustBePartial()
	w.pending.Keep()
}

func (w *Writer) mustBePartial() {
	if !w.partial {
		panic("corpus: " + w.name + ": " + errNotPartial.Error())
	}
}

// restore makes the output go on at a checkpoint. It only undoes Rewrite in the file. Later
// writes overwrite what follows the checkpoint, and Finish cuts off the rest.
func (w *Writer) restore(c *Checkpoint) error {
	if c.Size > 0 {
		sum, err := c.digest(w.pending)
		if err != nil {
			return err
		}
		if sum.Sum64() != c.Digest || len(c.Head) > maxHead {
			return fmt.Errorf("%s%s is damaged", w.name, PartialSuffix)
		}
		w.out.sum, w.out.head = sum, c.Head
		w.out.n.Store(c.Size)
		if _, err := w.pending.WriteAt(c.Head, 0); err != nil {
			return err
		}
	}
	if w.packed != nil && len(c.Packed) > 0 {
		return w.packed.Restore(c.Packed)
	}
	return nil
}

// digest returns the digest of a file up to the checkpoint, before Rewrite.
func (c *Checkpoint) digest(file io.ReaderAt) (*xxh3.Hasher, error) {
	sum := xxh3.New()
	_, _ = sum.Write(c.Head) // never fails
	from := int64(len(c.Head))
	_, err := io.Copy(sum, io.NewSectionReader(file, from, c.Size-from))
	return sum, err
}

// Verify returns an error unless a file is exactly what c describes. c is Whole of the file.
func (c *Checkpoint) Verify(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	head, want := make([]byte, len(c.Head)), c.Head
	if c.Changed != nil {
		want = c.Changed
	}
	if _, err := f.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	sum, err := c.digest(f)
	if err != nil {
		return err
	}
	if info.Size() != c.Size || sum.Sum64() != c.Digest || !bytes.Equal(head, want) {
		return fmt.Errorf("%s is damaged, or another file", path)
	}
	return nil
}
