package main

import (
	"fmt"
	"os"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/cmd/sudokubatch/internal/run"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// benchFiles are the files that a measurement writes; nil where there is none.
type benchFiles struct{ save, report *corpus.Writer }

// create prepares the files, before anything is measured.
func (c *benchCmd) create() (*benchFiles, error) {
	var inputs []os.FileInfo
	for _, name := range append(append([]string{c.Compare}, c.Load...), c.Corpora...) {
		if info, err := os.Stat(name); err == nil {
			inputs = append(inputs, info)
		}
	}
	files := &benchFiles{}
	for _, f := range []struct {
		name string
		to   **corpus.Writer
	}{{c.Save, &files.save}, {c.Report, &files.report}} {
		if f.name == "" {
			continue
		}
		w, err := run.CreateOutput(f.name, corpus.CreateOptions{Force: true, Inputs: inputs, Stdout: os.Stdout})
		if err != nil {
			files.abort()
			return nil, err
		}
		*f.to = w
	}
	return files, nil
}

// write writes and completes the files.
func (f *benchFiles) write(measurements []bench.Measurement, changes []bench.Change) error {
	if f.save != nil {
		if err := bench.WriteJSON(f.save, measurements); err != nil {
			return err
		}
	}
	if f.report != nil {
		if err := bench.Report(measurements, changes).Write(f.report); err != nil {
			return err
		}
	}
	return corpus.CommitAll(f.save, f.report)
}

// abort gives up what is not complete.
func (f *benchFiles) abort() {
	for _, w := range []*corpus.Writer{f.save, f.report} {
		if w != nil {
			_ = w.Abort() // the error that ended it is reported elsewhere
		}
	}
}

// load reads figures that were saved.
func load(name string) ([]bench.Measurement, error) {
	r, err := corpus.Open(name, corpus.Options{Stdin: os.Stdin})
	if err != nil {
		return nil, err
	}
	measurements, err := bench.ReadJSON(r)
	_ = r.Close() // it was only read
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return measurements, nil
}
