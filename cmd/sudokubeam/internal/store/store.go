// Package store reads and writes corpora on the file systems of the Beam SDK: local files,
// gs://, s3:// and other registered schemes. Package corpus reads and writes the bytes.
package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/sudokubatch/sudokubatch/cmd/internal/outfile"
	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats/bulk"
)

// A File is an input: its name, and its size when the job was planned.
type File struct {
	Name string
	Size int64
}

// Expand finds the files of names, in their order. A local name may be a folder or a pattern
// (see [corpus.List] and [bulk.DatasetInputs]), the name of an object a pattern of the store (*, ?, […]); the files of
// either are sorted by name. @NAME is an embedded corpus.
func Expand(ctx context.Context, names []string) ([]File, error) {
	var files []File
	for _, name := range names {
		found, sizeOf, err := expand(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			size, err := sizeOf(name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			files = append(files, File{name, size})
		}
	}
	return files, nil
}

// expand returns the names of the files that a name stands for, and a function for their sizes.
func expand(ctx context.Context, name string) (names []string, sizeOf func(name string) (int64, error), err error) {
	if isLocal(name) {
		names, err = corpus.List(name)
		return bulk.DatasetInputs(names), localSize, err
	}
	fs, err := systemOf(name)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	names = []string{name}
	if strings.ContainsAny(name, `*?[`) {
		if names, err = fs.List(ctx, name); err == nil && len(names) == 0 {
			err = errors.New("there are no such files")
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return names, func(name string) (int64, error) { return fs.Size(ctx, name) }, nil
}

func localSize(name string) (int64, error) {
	if strings.HasPrefix(name, "@") {
		r, err := corpus.Open(name, corpus.Options{})
		if err != nil {
			return 0, err
		}
		defer r.Close() // nothing was written
		return r.Size(), nil
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// isLocal reports whether a name is a local file.
func isLocal(name string) bool { return scheme(name) == "" }

func scheme(name string) string {
	if before, _, ok := strings.Cut(name, "://"); ok && before != "" {
		return before
	}
	return ""
}

// systems holds the file systems in use by scheme: one client each in a process.
var systems sync.Map

// systemOf returns the file system of a name.
func systemOf(name string) (filesystem.Interface, error) {
	if fs, ok := systems.Load(scheme(name)); ok {
		return fs.(filesystem.Interface), nil
	}
	fs, err := filesystem.New(context.Background(), name) // the client outlives its first user
	if err != nil {
		return nil, err
	}
	kept, _ := systems.LoadOrStore(scheme(name), fs)
	return kept.(filesystem.Interface), nil
}

// Join adds a name to the name of a folder.
func Join(dir, name string) string {
	if isLocal(dir) {
		return outfile.Join(dir, name)
	}
	before, after, _ := strings.Cut(dir, "://")
	return before + "://" + path.Join(after, name)
}

// Read returns all of a small file; ok is false if there is none.
func Read(ctx context.Context, name string) (text []byte, ok bool, err error) {
	if isLocal(name) {
		text, err = os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			return nil, false, nil
		}
		return text, err == nil, err
	}
	fs, err := systemOf(name)
	if err != nil {
		return nil, false, err
	}
	names, err := fs.List(ctx, escape(name)) // stores differ in their errors for missing files
	if err != nil || len(names) == 0 {
		return nil, false, err
	}
	text, err = filesystem.Read(ctx, fs, name)
	return text, err == nil, err
}

// escape returns a pattern that matches exactly the name.
func escape(name string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(name)
}

// Remove removes a file if it exists and the store can remove files.
func Remove(ctx context.Context, name string) error {
	if !isLocal(name) {
		return remove(ctx, escape(name))
	}
	err := os.Remove(name)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return err
}

// remove removes the files that match a pattern.
func remove(ctx context.Context, pattern string) error {
	fs, err := systemOf(pattern)
	if err != nil {
		return err
	}
	remover, ok := fs.(filesystem.Remover)
	if !ok {
		return nil
	}
	names, err := fs.List(ctx, pattern)
	for _, name := range names {
		err = errors.Join(err, remover.Remove(ctx, name))
	}
	return err
}

// List returns the names of the files in a folder that match a pattern.
func List(ctx context.Context, dir, pattern string) ([]string, error) {
	pattern = Join(escape(dir), pattern)
	if isLocal(dir) {
		return filepath.Glob(pattern)
	}
	fs, err := systemOf(dir)
	if err != nil {
		return nil, err
	}
	return fs.List(ctx, pattern)
}

// Same reports whether two names mean the same file.
func Same(a, b string) bool {
	if !isLocal(a) || !isLocal(b) {
		return a == b
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
