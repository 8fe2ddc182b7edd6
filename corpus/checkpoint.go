package corpus

import (
	"fmt"
	"io"

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
	Packed []byte `json:"packed,omitempty"` // what is not yet in the file
}

// Checkpoint returns where the output is, after the last Write. Where it is
// compressed it waits for what the pool has to encode; the bytes that are written
// in the end are the same. It is for outputs with CreateOptions.Partial.
func (w *Writer) Checkpoint() (c Checkpoint, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.usable(); err != nil {
		return c, err
	}
	if w.packed != nil {
		if c.Packed, err = w.packed.Save(); err != nil {
			return c, w.keep(err)
		}
	}
	c.Size, c.Digest = w.out.n.Load(), w.out.sum.Sum64()
	return c, nil
}

// Sync makes durable what was written until a Checkpoint that has returned. Other
// methods may be called meanwhile.
func (w *Writer) Sync() error {
	if err := w.pending.Sync(); err != nil {
		return fileerr.Wrap("writing", w.name, err)
	}
	return nil
}

// Keep has Abort leave the partial file, for CreateOptions.Continue; it is kept from
// the beginning where there was a checkpoint before.
func (w *Writer) Keep() { w.pending.Keep() }

// restore has the output go on at a checkpoint. It changes nothing of the file: what
// is behind the checkpoint is overwritten, or cut off by Finish.
func (w *Writer) restore(c *Checkpoint) error {
	w.out.n.Store(c.Size)
	if _, err := io.Copy(w.out.sum, io.NewSectionReader(w.pending, 0, c.Size)); err != nil {
		return err
	}
	if w.out.sum.Sum64() != c.Digest {
		return fmt.Errorf("%s%s is damaged", w.name, PartialSuffix)
	}
	if w.packed != nil {
		return w.packed.Restore(c.Packed)
	}
	return nil
}
