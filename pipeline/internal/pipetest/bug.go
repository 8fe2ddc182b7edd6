package pipetest

import (
	"bytes"
	"context"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A brittle worker has a bug that one puzzle shows: at once or, as that of an
// engine that works on many puzzles at a time, when it is to finish.
type brittle struct {
	pipeline.Worker
	bad   []uint8
	late  bool
	armed bool
}

// WithBug returns a maker of workers, of order 9, that panic with "a bug" at a
// puzzle.
func WithBug(t *testing.T, newWorker func() (pipeline.Worker, error), puzzle string, late bool) func() (pipeline.Worker, error) {
	bad := bytes.Clone(Cells(t, formats.Form{Kind: formats.Line, Order: 9}, puzzle))
	return func() (pipeline.Worker, error) {
		w, err := newWorker()
		return &brittle{Worker: w, bad: bad, late: late}, err
	}
}

func (w *brittle) Work(ctx context.Context, b *pipeline.Batch) {
	var r formats.Records
	b.From.Decode(&r, b.Text)
	for at := 0; at < len(r.Cells); at += len(w.bad) {
		if bytes.Equal(r.Cells[at:at+len(w.bad)], w.bad) {
			w.armed = true
			if !w.late {
				panic("a bug")
			}
		}
	}
	if !w.armed {
		w.Worker.Work(ctx, b)
	}
}

func (w *brittle) Flush(ctx context.Context) {
	if w.armed {
		panic("a bug")
	}
	w.Worker.Flush(ctx)
}
