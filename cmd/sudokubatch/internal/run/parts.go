package run

import (
	"errors"
	"fmt"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
)

// Create prepares an output of a job whose answers are apart, for answers of a
// form. It appears together with the others.
func (r *Run) Create(m Output, to formats.Form) (*corpus.Writer, error) {
	if err := r.outputs.take(m); err != nil {
		return nil, err
	}
	w, err := r.outputs.createBeside(m, corpus.CreateOptions{Pool: r.Pool, Parquet: to.Kind == formats.Parquet})
	if err != nil {
		return nil, err
	}
	r.written = to
	r.outputs.parts = append(r.outputs.parts, w)
	return w, checkCounted(to.Kind, w)
}

// checkCounted reports an array whose header could not say in the end how many rows
// it has.
func checkCounted(kind formats.Kind, w *corpus.Writer) error {
	if kind == formats.Npy && !w.CanRewrite() && !outfile.IsNpz(w.Name()) {
		return fmt.Errorf("creating %s: an array says at its beginning how many puzzles it holds, so it needs a file that is not compressed: name one with -o", w.Name())
	}
	return nil
}

// countRows writes into the headers of arrays how many rows they have.
func (r *Run) countRows() error {
	if r.written.Kind != formats.Npy || r.share.index() != "" {
		return nil
	}
	errs := []error{r.countRowsOf(r.outputs.answers)}
	for _, w := range r.outputs.parts {
		errs = append(errs, r.countRowsOf(w))
	}
	return errors.Join(errs...)
}

func (r *Run) countRowsOf(w *corpus.Writer) error {
	if w == nil || !w.CanRewrite() {
		return nil
	}
	return w.Rewrite(r.written.ArrayHeader(w.BytesOut()), 0)
}
