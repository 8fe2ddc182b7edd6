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
// rename that one must fail, it renames none. If a rename fails, it takes back the fresh files that link
// named; if others were renamed before, the error says that they are complete.
//
// Several fresh files keep their temporary names until all have their names. So a later run sees that the run
// was killed before that (see Abandoned), and may replace them.
func Publish(files ...*File) error {
	published, err := renameAll(files)
	err = errors.Join(err, syncDirs(published))
	linked := slices.DeleteFunc(published, func(f *File) bool { return f.second == "" })
	for _, f := range linked {
		if removeErr := os.Remove(f.second); removeErr != nil {
			err = errors.Join(err, fileerr.Wrap("removing the temporary file of", f.Label, removeErr))
		}
	}
	return errors.Join(err, syncDirs(linked))
}

// syncDirs makes the names of files durable.
func syncDirs(files []*File) (err error) {
	var dirs []string
	for _, f := range files {
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
	if len(files) > 1 {
		for _, f := range files {
			if err := f.link(); err != nil {
				unlinkAll(files)
				return nil, fileerr.Wrap("writing", f.Label, err)
			}
		}
	}
	for _, f := range files {
		if err := f.rename(); err != nil {
			unlinkAll(files)
			published = slices.DeleteFunc(published, func(f *File) bool { return f.name != "" })
			return published, withPublished(fileerr.Wrap("writing", f.Label, err), published)
		}
		published = append(published, f)
	}
	return published, nil
}

// link gives a fresh file its name as a second one. If the system cannot, rename will. mu must be held.
func (f *File) link() error {
	if !f.Fresh || f.own != nil || !marksFiles {
		return nil
	}
	abandoned(f.Final, true)
	switch err := os.Link(f.name, f.Final); {
	case errors.Is(err, fs.ErrExist):
		return ErrExists
	case err == nil:
		f.name, f.second = "", f.name
	}
	return nil
}

// unlinkAll takes back what link did.
func unlinkAll(files []*File) {
	for _, f := range files {
		if f.second == "" {
			continue
		}
		_ = os.Remove(f.Final) // the error that is reported came first
		f.name, f.second = f.second, ""
	}
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
	if _, err := os.Lstat(f.Final); f.Fresh && err == nil && !abandoned(f.Final, false) {
		return ErrExists
	}
	return f.owned()
}

// rename gives the file its name, unless link did. mu must be held.
func (f *File) rename() error {
	if f.second != "" {
		return nil
	}
	rename := os.Rename
	if f.Fresh {
		abandoned(f.Final, true)
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

// Abandoned reports whether a file has its name from a run that was killed before all outputs of that run had
// theirs. A fresh file may replace it: such a file counts as none.
func Abandoned(final string) bool { return abandoned(final, false) }

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
