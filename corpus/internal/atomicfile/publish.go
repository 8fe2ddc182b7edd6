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

// ErrExists is the error of a fresh file for which there is one of its name.
var ErrExists = fmt.Errorf("%w", fs.ErrExist)

// Publish gives finished files their names, as one as far as a file system lets
// that be, and then syncs the directories. A rename that fails after others
// succeeded ends it: the error says which files are complete.
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

// renameAll renames all that can be, or none where that is known, and returns
// those that were. A Remove comes before all of it, or after.
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

// withPublished adds to an error which files were published nevertheless.
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

// obstacle is why a finished temporary cannot be published now; nil if it can.
// mu must be held.
func (f *File) obstacle() error {
	if f.name == "" {
		return os.ErrClosed
	}
	if _, err := os.Lstat(f.Final); f.Fresh && err == nil {
		return ErrExists
	}
	return nil
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

// renameNew renames a file unless there is one of the new name (fs.ErrExist),
// in one step where system and file system have one.
func renameNew(from, to string) error {
	err := renameExclusive(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return linkNew(from, to)
}

// linkNew renames a file by a second link, which is never put in the place of a
// file. A file system without links allows only a look beforehand.
func linkNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		_ = os.Remove(from) // if this fails, the file still has its name, and a later run removes the other
		return nil
	}
	if _, lookErr := os.Lstat(to); lookErr == nil || errors.Is(err, fs.ErrExist) {
		return fs.ErrExist
	}
	return os.Rename(from, to)
}
