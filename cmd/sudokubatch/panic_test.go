package main

import (
	"context"
	"io"
	"time"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// panicVar is an environment variable that makes the command in tests panic: when it opens an input,
// reads it, parses it in a worker, or after all records.
const panicVar = "SUDOKUBATCH_TEST_PANIC"

// panickyInputs returns a replacement of run.OpenFiles whose inputs panic.
func panickyInputs(where string) func([]string, corpus.Options) []pipeline.Input {
	return func(names []string, opts corpus.Options) []pipeline.Input {
		inputs := pipeline.Files(names, opts)
		for i, name := range names {
			inputs[i].Open = func() (pipeline.Source, error) { return openPanicky(where, name, opts) }
		}
		return inputs
	}
}

func openPanicky(where, name string, opts corpus.Options) (pipeline.Source, error) {
	if where == "open" {
		panic("bug in open")
	}
	r, err := corpus.Open(name, opts)
	if err != nil {
		return nil, err
	}
	if where == "read" {
		return panickyReader{r}, nil
	}
	return panickySections{r}, nil
}

// A panickyReader panics at the end of its text.
type panickyReader struct{ pipeline.Source }

func (r panickyReader) Read(p []byte) (int, error) {
	n, err := r.Source.Read(p)
	if err == io.EOF { //nolint:errorlint // the bare value
		panic("bug in read")
	}
	return n, err
}

// panickySections is text that only the source can read.
type panickySections struct{ *corpus.Reader }

func (r panickySections) Rest() (io.ReaderAt, int64, int64) {
	text, from, to := r.Reader.Rest()
	if text != nil {
		text = &panickyText{text}
	}
	return text, from, to
}

type panickyText struct{ io.ReaderAt }

func (t *panickyText) ReadAt(p []byte, at int64) (int, error) {
	if len(p) > 10_000 { // the source itself only looks at short ends
		panic("bug in worker")
	}
	return t.ReaderAt.ReadAt(p, at)
}

// A panickyContext panics when the command asks whether the run was interrupted.
type panickyContext struct{ context.Context }

func (panickyContext) Deadline() (t time.Time, ok bool) { return t, false }
func (panickyContext) Done() <-chan struct{}            { return nil }
func (panickyContext) Value(any) any                    { return nil }
func (panickyContext) Err() error                       { panic("bug in main") }
