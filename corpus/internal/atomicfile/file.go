// Package atomicfile makes files that appear under their names only when they are complete. It writes
// a temporary file in the same directory and renames it. The next run removes temporary files of killed
// processes. A rename replaces a file only if it is allowed to.
package atomicfile

import (
	"cmp"
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

// A Target is the name for a file.
type Target struct {
	Final string
	Label string      // its name in messages
	Old   os.FileInfo // the file to replace, whose owner and permissions it gets; nil: none
	Fresh bool        // it must not replace a file (ErrExists)
}

// A File is a temporary file that will get the name of its Target, or be removed.
type File struct {
	*os.File
	Target

	// mu is held while the name changes, and never during a write or sync, which may hang.
	mu     sync.Mutex
	name   string // of the temporary file; empty once it was published or removed
	second string // the temporary name that a published file has, too; empty without link
	kept   bool   // Remove leaves it

	own           os.FileInfo // of a partial file, for Owned; otherwise nil
	empty, locked bool        // of a partial file when it was opened
}

// New makes a temporary file.
func New(t Target) (*File, error) {
	dir, base := t.split()
	if err := replaceable(dir, t.Final, t.Old); err != nil {
		return nil, err
	}
	Sweep(&t)
	f, err := createTemp(dir, base, t.perm())
	if err != nil {
		return nil, err
	}
	return f, f.begin(t)
}

// split divides the name into its directory, with a separator at the end, and the base; together they
// are the name again. So a temporary file in dir is in the directory of the final name, even if that is
// above the one a link leads to ("link/..", which package filepath would shorten to ".").
func (t *Target) split() (dir, base string) {
	dir, base = filepath.Split(t.Final)
	if dir == "" {
		dir = "." + string(filepath.Separator)
	}
	return dir, base
}

// perm returns the permissions for the file, before the umask.
func (t *Target) perm() fs.FileMode {
	if t.Old != nil {
		return t.Old.Mode().Perm()
	}
	return 0o666
}

// begin gives a new file its target.
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

// Dir is the directory of the file.
func (f *File) Dir() string {
	dir, _ := f.split()
	return dir
}

// createTemp creates a temporary file for a base name, with permissions as far as the umask allows.
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

// The name of a temporary file is ".NAME.sudokubatch-NUMBER.tmp".
const tempTag, tempSuffix = ".sudokubatch-", ".tmp"

func tempName(dir, base string, number uint64) string {
	return dir + tempPrefix(base) + strconv.FormatUint(number, 10) + tempSuffix
}

// tempPrefix is the part before the number. Names may have 255 bytes, so a long base is shortened, and
// a hash of it added.
func tempPrefix(base string) string {
	const longest, kept = 200, 180
	if len(base) > longest {
		base = strings.ToValidUTF8(base[:kept], "") + "~" + strconv.FormatUint(xxhash.Sum64String(base), 16)
	}
	return "." + base + tempTag
}

// tempNumber returns the number in the name of a temporary file for a base name; false if name is none.
func tempNumber(name, base string) (uint64, bool) {
	text, ok := strings.CutPrefix(name, tempPrefix(base))
	if !ok {
		return 0, false
	}
	text, ok = strings.CutSuffix(text, tempSuffix)
	number, err := strconv.ParseUint(text, 10, 64)
	return number, ok && err == nil
}

// closedToRename is true if only closed files can be renamed and removed. On other systems a temporary
// file stays open, and so locked, until it has its name.
const closedToRename = runtime.GOOS == "windows"

// Finish makes the content durable, or reports that it is not.
func (f *File) Finish() error {
	if err := cmp.Or(f.Owned(), f.Sync()); err != nil {
		return err
	}
	if closedToRename {
		return f.Close()
	}
	return closeDuplicate(f.File)
}

// Remove removes the temporary file, unless it was published, kept or replaced. A Write may still hang, except
// where closedToRename is true.
func (f *File) Remove() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.name == "" || f.kept || f.owned() != nil {
		return nil
	}
	if err := os.Remove(f.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f.name = ""
	return nil
}
