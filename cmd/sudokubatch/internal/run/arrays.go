package run

// Outputs that a job creates once it knows the form of its answers, and outputs that are made of arrays.

import (
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// An arraysWriter writes a file of arrays, which have names as members of an .npz file. zeroed is the number of
// puzzles without a solution.
type arraysWriter func(out io.Writer, names []string, arrays []io.Reader, zeroed int64) error

// makeArrays has an output made of the arrays of its rows, when all rows are written: with write, or without it
// an .npz file. The first array of that is written into the file at once, where it can be.
func (o *outputs) makeArrays(opts *corpus.CreateOptions, write arraysWriter) {
	var rows *bulk.ArrayWriter
	var npz *corpus.ArchiveWriter
	opts.Through = func(spool, out io.Writer) io.Writer {
		npz = corpus.NewArchiveWriter(out)
		var first io.Writer
		if write == nil {
			first = npz.Begin(bulk.FirstArray, len(bulk.NpyHeader(0, 0)))
		}
		rows = bulk.NewArrayWriter(spool, first, o.written)
		return rows
	}
	opts.Compose = func(out io.Writer, spool io.ReaderAt, _ int64) error {
		names, arrays, err := rows.Arrays(spool)
		o.lacking.Add(&pipeline.Counts{Zeroed: rows.Zeroed, Unmarked: rows.Unmarked})
		switch {
		case err != nil:
			return err
		case write == nil:
			return npz.Finish(names, arrays)
		}
		return write(out, names, arrays, rows.Zeroed)
	}
}

// Create opens an output for answers of a form, in a job without Answers. It is published together with the
// others. An output of no form is none of the answers, and finished after all of them.
func (r *Run) Create(m Output, to bulk.Form) (*corpus.Writer, error) {
	if err := r.outputs.claim(m); err != nil {
		return nil, err
	}
	opts := corpus.CreateOptions{Pool: r.Pool, Parquet: to.Kind.IsTyped(), Enclosure: enclosure(to.Kind, m.Name)}
	if m.Npz || m.Arrays != nil {
		r.outputs.makeArrays(&opts, m.Arrays)
	}
	w, err := r.outputs.createOther(m, opts)
	if err != nil {
		return nil, err
	}
	if to.Kind == 0 {
		r.outputs.more = append(r.outputs.more, w)
		return w, nil
	}
	r.written, r.outputs.answers = to, append(r.outputs.answers, w)
	return w, checkCounted(to.Kind, w)
}
