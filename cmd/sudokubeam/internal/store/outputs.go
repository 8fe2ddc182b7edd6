package store

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
)

// An Output gets its name when it is committed, if the store can rename files. In other
// stores it has its name from the start, so only a manifest written after the last Output
// tells that all are whole. An Output replaces a file of its name. The caller must call
// Commit or Abort.
type Output struct {
	*corpus.Writer
	final   string
	stored  string               // the name until Commit
	fs      filesystem.Interface // nil: the Writer gives the name
	to      io.WriteCloser
	ctx     context.Context
	cancel  context.CancelFunc
	settled bool
}

// partialMark marks the names of files that are not committed.
const partialMark = ".partial-"

// RemovePartial removes uncommitted files of killed processes from a folder, for outputs
// whose names match a pattern. For local files the next Create does that.
func RemovePartial(ctx context.Context, dir, pattern string) error {
	if isLocal(dir) {
		return nil
	}
	return RemoveAll(ctx, dir, pattern+partialMark+strings.Repeat("?", len(rand.Text())))
}

// RemoveAll removes the files of a folder whose names match a pattern, if the store can
// remove files.
func RemoveAll(ctx context.Context, dir, pattern string) error {
	return remove(ctx, Join(escape(dir), pattern))
}

// Create prepares an output.
func Create(ctx context.Context, name string, opts corpus.CreateOptions) (*Output, error) {
	if isLocal(name) {
		if err := os.MkdirAll(outfile.Dir(name), 0o777); err != nil {
			return nil, err
		}
		opts.Force = true
		w, err := corpus.Create(name, opts)
		return &Output{Writer: w}, err
	}
	fs, err := systemOf(name)
	if err != nil {
		return nil, err
	}
	o := &Output{final: name, stored: name, fs: fs}
	if _, ok := fs.(filesystem.Renamer); ok {
		o.stored += partialMark + rand.Text()
	}
	o.ctx, o.cancel = context.WithCancel(ctx)
	if o.to, err = fs.OpenWrite(o.ctx, o.stored); err == nil {
		o.Writer, err = corpus.NewWriter(name, o.to, opts)
	}
	if err != nil {
		o.cancel()
		return nil, err
	}
	return o, nil
}

// Commit completes the output and gives it its name.
func (o *Output) Commit() error {
	if o.fs == nil {
		return o.Writer.Commit()
	}
	if err := o.Writer.Commit(); err != nil {
		return errors.Join(err, o.Abort())
	}
	o.settled = true
	defer o.cancel()
	err := o.to.Close()
	if err == nil && o.stored != o.final {
		err = filesystem.Rename(o.ctx, o.fs, o.stored, o.final)
	}
	return err
}

// Abort discards the output as far as the store allows. It does nothing after Commit.
func (o *Output) Abort() error {
	err := o.Writer.Abort()
	if o.fs != nil && !o.settled {
		o.settled = true
		o.cancel() // Close would commit the text so far
	}
	return err
}

// Write writes a small file as a whole.
func Write(ctx context.Context, name string, text []byte) error {
	o, err := Create(ctx, name, corpus.CreateOptions{})
	if err != nil {
		return err
	}
	if _, err := o.Write(text); err != nil {
		return errors.Join(err, o.Abort())
	}
	return o.Commit()
}
