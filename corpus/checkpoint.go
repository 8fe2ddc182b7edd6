package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zeebo/xxh3"

	"github.com/sudokubatch/sudokubatch/corpus/internal/atomicfile"
	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// PartialSuffix is what a partial file has behind the name of its output.
const PartialSuffix = atomicfile.PartialSuffix

// ErrInUse is what Create returns, wrapped, for an output whose partial file
// another process is writing.
var ErrInUse = atomicfile.ErrInUse

// A Checkpoint is what it takes to go on with an output that a process left, as if
// it had never stopped.
type Checkpoint struct {
	Size   int64  `json:"size"`             // bytes of the partial file
	Digest uint64 `json:"digest,string"`    // XXH3 of them
	Head   []byte `json:"head,omitempty"`   // the first of them
	Packed []byte `json:"packed,omitempty"` // what is not yet in the file

	// Changed is what Rewrite made of Head, in Whole.
	Changed []byte `json:"changed,omitempty"`
}

var errNotPartial = errors.New("only a partial file can be gone on with")

// Checkpoint returns where the output is, after the last Write. Where it is
// compressed it waits for what the pool has to encode; the bytes that are written
// in the end are the same. It fails for outputs without CreateOptions.Partial.
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

// Whole describes the complete file of an output that is finished. It panics for
// outputs with neither CreateOptions.Partial nor CreateOptions.Digest.
func (w *Writer) Whole() Checkpoint {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.out.sum == nil {
		panic("corpus: " + w.name + ": " + errNotPartial.Error())
	}
	return Checkpoint{Size: w.out.n.Load(), Digest: w.out.sum.Sum64(), Head: w.out.head, Changed: w.out.changed}
}

// Sync makes durable what was written until a Checkpoint that has returned. Other
// methods may be called meanwhile. It panics for outputs without
// CreateOptions.Partial.
func (w *Writer) Sync() error {
	w.mustBePartial()
	if err := w.pending.Sync(); err != nil {
		return fileerr.Wrap("writing", w.name, err)
	}
	return nil
}

// Keep has Abort leave the partial file, for CreateOptions.Continue; it is kept from
// the beginning where there was a checkpoint before. It panics for outputs without
// CreateOptions.Partial.
func (w *Writer) Keep() {
	w.mustBePartial()
	w.pending.Keep()
}

func (w *Writer) mustBePartial() {
	if !w.partial {
		panic("corpus: " + w.name + ": " + errNotPartial.Error())
	}
}

// restore has the output go on at a checkpoint. It changes nothing of the file but
// for what Rewrite did: what is behind the checkpoint is overwritten, or cut off by
// Finish.
func (w *Writer) restore(c *Checkpoint) error {
	if c.Size > 0 {
		sum, err := c.digest(w.pending)
		if err != nil {
			return err
		}
		if sum.Sum64() != c.Digest {
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

// digest sums up what a file holds, as it was at the checkpoint.
func (c *Checkpoint) digest(file io.ReaderAt) (*xxh3.Hasher, error) {
	sum := xxh3.New()
	_, _ = sum.Write(c.Head) // never fails
	from := int64(len(c.Head))
	_, err := io.Copy(sum, io.NewSectionReader(file, from, c.Size-from))
	return sum, err
}

// Recover gives a file that was published already its partial name again, if c is
// Whole of it, so that an earlier checkpoint can be gone on from.
func (c *Checkpoint) Recover(path string) error {
	if err := c.Verify(path); err != nil {
		return err
	}
	return os.Rename(path, path+PartialSuffix)
}

// Verify reports a file that is not what was written up to c, and no more.
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
