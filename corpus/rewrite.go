package corpus

import (
	"bytes"
	"errors"
)

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
