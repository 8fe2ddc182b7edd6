//go:build unix && !solaris && !aix

package corpus

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/google/renameio/v2"
)

// A temporary is called ".NAME" + a random number (renameio gives no other choice) of at least tempDigits digits, and
// is locked while its process lives. So a file of such a name that can be locked is one that a killed process left.
const tempDigits = 18

// renamed is a pending file that renameio puts in its place.
type renamed struct {
	*renameio.PendingFile
	dir string
}

// newPending makes a temporary beside path, with the permissions of the file at path, or those of any new file.
func newPending(path string) (pending, error) {
	dir, base := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	removeStale(dir, base)
	const attempts = 1000
	for range attempts {
		f, err := renameio.NewPendingFile(
			path,
			renameio.WithTempDir(dir),
			renameio.WithPermissions(0o666),
			renameio.WithExistingPermissions(),
		)
		if err != nil {
			return nil, err
		}
		if isTemporary(filepath.Base(f.Name()), base) && lockNew(f) {
			return &renamed{PendingFile: f, dir: dir}, nil
		}
		// The number was short (one in a hundred), or the file was swept away before it was locked.
		if err := f.Cleanup(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, errors.New("no name for a temporary file")
}

func (r *renamed) commit() error {
	if err := r.CloseAtomicallyReplace(); err != nil {
		return err
	}
	return syncDir(r.dir)
}

func (r *renamed) discard() error { return r.Cleanup() }

// syncDir makes a rename durable. Some file systems cannot sync a directory and say so with EINVAL.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if errors.Is(err, fs.ErrPermission) {
		return nil // a directory may be writable and not readable
	}
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// removeStale removes the temporaries that killed processes left for a file. What cannot be looked at stays.
func removeStale(dir, base string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !isTemporary(e.Name(), base) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		if lock(f, syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			_ = os.Remove(name)
		}
		_ = f.Close()
	}
}

func isTemporary(name, base string) bool {
	digits, ok := strings.CutPrefix(name, "."+base)
	return ok && len(digits) >= tempDigits && strings.Trim(digits, "0123456789") == ""
}

// lockNew locks a new temporary and reports whether it is still there: until it was locked, another process could
// take it for a stale one. Where there are no locks nothing is taken for stale either.
func lockNew(f *renameio.PendingFile) bool {
	if lock(f.File, syscall.LOCK_EX) != nil {
		return true
	}
	held, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(held, there)
}

func lock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
