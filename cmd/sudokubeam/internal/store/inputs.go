package store

import (
	"context"
	"fmt"
	"io"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
)

// Inputs returns files as inputs of the pipeline. Opening one fails if it changed since the
// job was planned.
func Inputs(ctx context.Context, files []File, opts corpus.Options) []pipeline.Input {
	inputs := make([]pipeline.Input, len(files))
	for i := range files {
		f := &files[i]
		inputs[i] = pipeline.Input{Name: f.Name, Size: f.Size, Open: func() (pipeline.Source, error) {
			r, err := open(ctx, f, opts)
			if err != nil {
				return nil, err
			}
			return r, nil
		}}
	}
	return inputs
}

// Open opens a file to read its text.
func Open(ctx context.Context, name string) (io.ReadCloser, error) {
	files, err := Expand(ctx, []string{name})
	if err != nil {
		return nil, err
	}
	return open(ctx, &files[0], corpus.Options{})
}

func open(ctx context.Context, f *File, opts corpus.Options) (*corpus.Reader, error) {
	var r *corpus.Reader
	var err error
	size := f.Size
	if isLocal(f.Name) {
		if r, err = corpus.Open(f.Name, opts); err == nil {
			size = r.Size()
		}
	} else {
		var file io.ReaderAt
		if file, size, err = openRanges(ctx, f.Name); err == nil {
			r, err = corpus.OpenAt(f.Name, file, size, opts)
		}
	}
	if err == nil && size != f.Size {
		_ = r.Close() // nothing was read
		err = fmt.Errorf("%s has %d bytes, and had %d when the job was planned", f.Name, size, f.Size)
	}
	return r, err
}
