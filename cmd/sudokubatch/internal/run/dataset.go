package run

// Inputs in a dataset for HRM and TRM: the solutions are in a file next to the puzzles.

import (
	"errors"
	"io"
	"path/filepath"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// A dataset reads an array of puzzles and the array of their solutions as one. It has none of the methods by
// which a run reads a part of a file.
type dataset struct {
	pipeline.Source // the puzzles
	solutions       *corpus.Reader
	text            io.Reader // of both
}

func (d *dataset) Read(p []byte) (int, error) { return d.text.Read(p) }

func (d *dataset) Close() error { return errors.Join(d.Source.Close(), d.solutions.Close()) }

// withSolutions returns an input with the solutions in the file next to it, if it is in a dataset.
func withSolutions(input pipeline.Input, opts corpus.Options) pipeline.Input {
	labels := bulk.DatasetLabels(input.Name)
	if labels == "" || !isThere(labels) {
		return input
	}
	open := input.Open
	input.Open = func() (pipeline.Source, error) {
		puzzles, err := open()
		if err != nil {
			return nil, err
		}
		solutions, err := corpus.Open(labels, opts)
		if err != nil {
			return nil, errors.Join(err, puzzles.Close())
		}
		names := []string{filepath.Base(input.Name), filepath.Base(labels)}
		return &dataset{puzzles, solutions, opts.Join(names, []io.Reader{puzzles, solutions})}, nil
	}
	return input
}
