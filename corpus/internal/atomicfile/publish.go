package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/sudokubatch/sudokubatch/corpus/internal/fileerr"
)

// This file gives finished files their names.

// ErrExists is the error of a Fresh file if a file of its name exists.
var ErrExists = fmt.Errorf("%w", fs.ErrExist)

// Publish gives finished files their names and syncs the directories. If it knows before the first
// rename that one must fail, it renames none. If a rename fails after others succeeded, it stops, and
// the error says which files are complete.
func Publish(files ...*File) error {
	published, err := renameAll(files)
	var dirs []string
	for _, f := range published {
		if dir := f.Dir(); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
			if syncErr := syncDir(dir); syncErr != nil {
				err = errors.Join(err, fileerr.Wrap("syncing the directory of", f.Label, syncErr))
			}
		}
	}
	return err
}

// renameAll returns the files that it renamed. It locks all of them, so that a Remove comes before or
// after.
func renameAll(files []*File) (published []*File, err error) {
	for _, f := range files {
		f.mu.Lock()
		defer f.mu.Unlock()
		if err := f.obstacle(); err != nil {
			return nil, fileerr.Wrap("writing", f.Label, err)
		}
	}
	for _, f := range files {
		if err := f.rename(); err != nil {
			return published, withPublished(fileerr.Wrap("writing", f.Label, err), published)
		}
		published = append(published, f)
	}
	return published, nil
}

// withPublished adds to an error which files are complete.
func withPublished(err error, published []*File) error {
	if len(published) == 0 {
		return err
	}
	var labels []string
	for _, f := range published {
		labels = append(labels, f.Label)
	}
	return fmt.Errorf("%w (but %s is complete)", err, strings.Join(labels, ", "))
}

// obstacle returns why a finished file cannot be published now. mu must be held.
func (f *File) obstacle() error {
	if f.name == "" {
		return os.ErrClosed
	}
	if _, err := os.Lstat(f.Final); f.Fresh && err == nil {
		return ErrExists
	}
	return f.owned()
}

// rename gives the file its name. mu must be held.
func (f *File) rename() error {
	rename := os.Rename
	if f.Fresh {
		rename = renameNew
	}
	err := rename(f.name, f.Final)
	switch {
	case f.Fresh && errors.Is(err, fs.ErrExist):
		return ErrExists
	case err == nil:
		f.name = ""
	}
	return err
}

// renameNew renames a file unless the new name exists (fs.ErrExist), in one step if the system can.
func renameNew(from, to string) error {
	err := renameExclusive(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return linkNew(from, to)
}

// linkNew renames a file by a second link, which never replaces a file. On a file system without links
// it looks for the new name and then renames.
func linkNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		_ = os.Remove(from) // if this fails, a later run removes it
		return nil
	}
	if _, lookErr := os.Lstat(to); lookErr == nil || errors.Is(err, fs.ErrExist) {
		return fs.ErrExist
	}
	return os.Rename(from, to)
}
