package corpus

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

// A pending is a temporary file that will get the name of an output, or be dropped.
type pending struct {
	*os.File
	final string // the name to get
	fresh bool   // only if there is no file of that name

	// mu is held while the name changes, and never while something may hang: a write, a sync.
	mu   sync.Mutex
	name string // of the temporary; empty once it was published or removed
}

// newPending makes a temporary for the file that final names. It is like the file to replace, old, if there is one.
func newPending(final string, old os.FileInfo, fresh bool) (*pending, error) {
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
	p, err := createTemp(dir, base, perm)
	if err != nil {
		return nil, err
	}
	p.final, p.fresh = final, fresh
	if old != nil {
		if err := inherit(p.File, old); err != nil {
			_, _ = p.Close(), p.remove() // the first error tells why
			return nil, err
		}
	}
	return p, nil
}

// createTemp creates a file beside the one of that base name, with permissions as far as the umask allows.
func createTemp(dir, base string, perm fs.FileMode) (*pending, error) {
	if f, name := createMarked(dir, base, perm); f != nil {
		return &pending{File: f, name: name}, nil
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
		p := &pending{File: f, name: name}
		p.mark(dir, base)
		return p, nil
	}
}

// A temporary is called ".NAME.sudokubatch-NUMBER.tmp".
const tempTag, tempSuffix = ".sudokubatch-", ".tmp"

func tempName(dir, base string, number uint64) string {
	return filepath.Join(dir, tempPrefix(base)+strconv.FormatUint(number, 10)+tempSuffix)
}

// tempPrefix is what precedes the number. Names may have 255 bytes, so of a long one there is the beginning and a hash.
func tempPrefix(base string) string {
	const longest, kept = 200, 180
	if len(base) > longest {
		base = strings.ToValidUTF8(base[:kept], "") + "~" + strconv.FormatUint(xxhash.Sum64String(base), 16)
	}
	return "." + base + tempTag
}

// tempNumber is the number in the name of a temporary for the file of that base name; false if it is none.
func tempNumber(name, base string) (uint64, bool) {
	text, ok := strings.CutPrefix(name, tempPrefix(base))
	if !ok {
		return 0, false
	}
	text, ok = strings.CutSuffix(text, tempSuffix)
	number, err := strconv.ParseUint(text, 10, 64)
	return number, ok && err == nil
}

// closedToRename says that only files which are closed can be renamed and removed. Elsewhere a temporary stays open,
// and so locked, until it has its name.
const closedToRename = runtime.GOOS == "windows"

// finish makes the content durable.
func (p *pending) finish() error {
	err := p.Sync()
	if err == nil && closedToRename {
		err = p.Close()
	}
	return err
}

// vanished is why a finished temporary cannot be published now; nil if it can. mu must be held.
func (p *pending) vanished() error {
	if p.name == "" {
		return os.ErrClosed
	}
	if _, err := os.Lstat(p.final); p.fresh && err == nil {
		return errExists
	}
	return nil
}

// publish gives the file its name. mu must be held.
func (p *pending) publish() error {
	rename := os.Rename
	if p.fresh {
		rename = renameNew
	}
	err := rename(p.name, p.final)
	switch {
	case p.fresh && errors.Is(err, fs.ErrExist):
		return errExists
	case err == nil:
		p.name = ""
	}
	return err
}

// remove removes the temporary, unless it was published. Writes need not have ended, except as closedToRename says.
func (p *pending) remove() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.name == "" {
		return nil
	}
	if err := os.Remove(p.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.name = ""
	return nil
}

// renameNew renames a file unless there is one of the new name (fs.ErrExist), in one step where system and file system
// have one.
func renameNew(from, to string) error {
	err := renameExclusive(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return linkNew(from, to)
}

// linkNew renames a file by a second link, which is never put in the place of a file. A file system without links
// leaves nothing but to look before.
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
