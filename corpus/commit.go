package corpus

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// CommitAll commits outputs as one, as far as a file system lets that be; those that are nil are none. All are finished
// before the first is published, so that what fails until then publishes none. A rename that fails after others
// succeeded ends it: the error says which files are complete. What is not published is removed.
func CommitAll(writers ...*Writer) error {
	writers = slices.DeleteFunc(slices.Clone(writers), func(w *Writer) bool { return w == nil })
	var err error
	for _, w := range writers {
		if err = w.Finish(); err != nil {
			break
		}
	}
	if err == nil {
		err = publishAll(writers)
	}
	for _, w := range writers {
		// The first error says what went wrong; a temporary that cannot be removed either adds nothing.
		_ = w.close()
	}
	return err
}

// publishAll renames what was finished, and then syncs the directories.
func publishAll(writers []*Writer) error {
	published, err := renameAll(writers)
	var dirs []string
	for _, w := range published {
		if dir := filepath.Dir(w.pending.final); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
			if syncErr := syncDir(dir); syncErr != nil {
				err = errors.Join(err, failed("syncing the directory of", w.name, syncErr))
			}
		}
	}
	return err
}

// renameAll renames all that can be, or none where that is known, and returns those that were. An Abort comes before
// all of it, or after.
func renameAll(writers []*Writer) (published []*Writer, err error) {
	files := slices.DeleteFunc(slices.Clone(writers), func(w *Writer) bool { return w.pending == nil })
	for _, w := range files {
		w.pending.mu.Lock()
		defer w.pending.mu.Unlock()
		if err := w.pending.vanished(); err != nil {
			return nil, failed("writing", w.name, err)
		}
	}
	for _, w := range files {
		if err := w.pending.publish(); err != nil {
			return published, alone(failed("writing", w.name, err), published)
		}
		published = append(published, w)
	}
	return published, nil
}

// alone adds to an error which files were published nevertheless.
func alone(err error, published []*Writer) error {
	if len(published) == 0 {
		return err
	}
	var names []string
	for _, w := range published {
		names = append(names, w.name)
	}
	return fmt.Errorf("%w (but %s is complete)", err, strings.Join(names, ", "))
}
