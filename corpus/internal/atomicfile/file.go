// Package atomicfile makes files that appear under their names when they are
// complete: temporaries beside these names, which the next run distinguishes
// from those in use, and renames that replace nothing unless they are to.
package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// A File is a temporary file that will get the name of an output, or be
// dropped.
type File struct {
	*os.File
	label string // what messages call it
	final string // the name to get
	fresh bool   // only if there is no file of that name

	// mu is held while the name changes, and never while something may hang: a
	// write, a sync.
	mu   sync.Mutex
	name string // of the temporary; empty once it was published or removed
}

// New makes a temporary for the file that final names, and that messages call
// label. It is like the file to replace, old, if there is one. A fresh one does
// not take the place of any file (ErrExists).
func New(final, label string, old os.FileInfo, fresh bool) (*File, error) {
	dir, base := filepath.Split(final)
	if dir == "" {
		dir = "."
	}
	if err := replaceable(dir, final, old); err != nil {
		return nil, err
	}
	sweep(dir, base)
	perm := fs.FileMode(0o666)
	if old != nil {
		perm = old.Mode().Perm()
	}
	f, err := createTemp(dir, base, perm)
	if err != nil {
		return nil, err
	}
	f.label, f.final, f.fresh = label, final, fresh
	if old != nil {
		if err := inherit(f.File, old); err != nil {
			_, _ = f.Close(), f.Remove() // the first error is the cause
			return nil, err
		}
	}
	return f, nil
}

// createTemp creates a file beside the one of that base name, with permissions
// as far as the umask allows.
func createTemp(dir, base string, perm fs.FileMode) (*File, error) {
	if f, name := createMarked(dir, base, perm); f != nil {
		return &File{File: f, name: name}, nil
	}
	for {
		name := tempName(dir, base, rand.Uint64())
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		temp := &File{File: f, name: name}
		temp.mark(dir, base)
		return temp, nil
	}
}

// A temporary is called ".NAME.sudokubatch-NUMBER.tmp".
const tempTag, tempSuffix = ".sudokubatch-", ".tmp"

func tempName(dir, base string, number uint64) string {
	return filepath.Join(dir, tempPrefix(base)+strconv.FormatUint(number, 10)+tempSuffix)
}

// tempPrefix is what precedes the number. Names may have 255 bytes, so of a
// long one there is the beginning and a hash.
func tempPrefix(base string) string {
	const longest, kept = 200, 180
	if len(base) > longest {
		base = strings.ToValidUTF8(base[:kept], "") + "~" + strconv.FormatUint(xxhash.Sum64String(base), 16)
	}
	return "." + base + tempTag
}

// tempNumber is the number in the name of a temporary for the file of that base
// name; false if it is none.
func tempNumber(name, base string) (uint64, bool) {
	text, ok := strings.CutPrefix(name, tempPrefix(base))
	if !ok {
		return 0, false
	}
	text, ok = strings.CutSuffix(text, tempSuffix)
	number, err := strconv.ParseUint(text, 10, 64)
	return number, ok && err == nil
}

// closedToRename says that only files which are closed can be renamed and
// removed. Elsewhere a temporary stays open, and so locked, until it has its
// name.
const closedToRename = runtime.GOOS == "windows"

// Finish makes the content durable, and hears of whatever is wrong with it.
func (f *File) Finish() error {
	if err := f.Sync(); err != nil {
		return err
	}
	if closedToRename {
		return f.Close()
	}
	return closeDuplicate(f.File)
}

// Remove removes the temporary, unless it was published. Writes need not have
// ended, except as closedToRename says.
func (f *File) Remove() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.name == "" {
		return nil
	}
	if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f.name = ""
	return nil
}
