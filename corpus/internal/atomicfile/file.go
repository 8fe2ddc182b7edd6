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

// A Target is the name that a file is to get.
type Target struct {
	Final string
	Label string      // what messages call it
	Old   os.FileInfo // the file that it replaces and is to be like; nil: none
	Fresh bool        // it takes the place of no file (ErrExists)
}

// A File is a temporary file that will get the name of an output, or be
// dropped.
type File struct {
	*os.File
	Target

	// mu is held while the name changes, and never while something may hang: a
	// write, a sync.
	mu   sync.Mutex
	name string // of the temporary; empty once it was published or removed
	kept bool   // it is not to be removed
}

// New makes a temporary.
func New(t Target) (*File, error) {
	dir, base := t.split()
	if err := replaceable(dir, t.Final, t.Old); err != nil {
		return nil, err
	}
	sweep(dir, base)
	f, err := createTemp(dir, base, t.perm())
	if err != nil {
		return nil, err
	}
	return f, f.begin(t)
}

// split takes the name apart into its directory, with a separator behind it, and
// the rest: put together again these are the same name. So what is made in dir is
// in the directory where the file gets its name, also if that is above the one
// that a link leads to ("link/..", which package filepath would take for ".").
func (t *Target) split() (dir, base string) {
	dir, base = filepath.Split(t.Final)
	if dir == "" {
		dir = "." + string(filepath.Separator)
	}
	return dir, base
}

// perm are the permissions that the file is to have, as far as the umask allows
// a new one.
func (t *Target) perm() fs.FileMode {
	if t.Old != nil {
		return t.Old.Mode().Perm()
	}
	return 0o666
}

// begin makes a file that was just created one for a target.
func (f *File) begin(t Target) error {
	f.Target = t
	if t.Old == nil {
		return nil
	}
	err := inherit(f.File, t.Old)
	if err != nil {
		_, _ = f.Close(), f.Remove() // the first error is the cause
	}
	return err
}

// Dir is the directory of the file, in which it gets its name.
func (f *File) Dir() string {
	dir, _ := f.split()
	return dir
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
	return dir + tempPrefix(base) + strconv.FormatUint(number, 10) + tempSuffix
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

// Remove removes the temporary, unless it was published or is to be kept. Writes need not have
// ended, except as closedToRename says.
func (f *File) Remove() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.name == "" || f.kept {
		return nil
	}
	if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f.name = ""
	return nil
}
