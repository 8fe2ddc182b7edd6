//go:build !unix || solaris || aix

package corpus

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// plainPending is the plain equivalent of what renameio does elsewhere: a temporary that is renamed. There are no
// locks here to tell a temporary that a killed process left from one in use, so none is removed: they are called
// ".NAME.sudokubatch-" + a number and may be deleted by hand.
type plainPending struct {
	*os.File
	final  string
	closed bool
}

// newPending makes a temporary beside path, with the permissions of the file at path, or those of any new file.
func newPending(path string) (pending, error) {
	dir, base := filepath.Split(path)
	for {
		name := filepath.Join(dir, "."+base+".sudokubatch-"+strconv.FormatUint(rand.Uint64(), 10))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p := &plainPending{File: f, final: path}
		if info, err := os.Stat(path); err == nil {
			if err := f.Chmod(info.Mode().Perm()); err != nil && !errors.Is(err, errors.ErrUnsupported) {
				return nil, errors.Join(err, p.discard())
			}
		}
		return p, nil
	}
}

func (p *plainPending) commit() error {
	if err := p.Sync(); err != nil {
		return err
	}
	p.closed = true
	if err := p.Close(); err != nil {
		return err
	}
	return os.Rename(p.Name(), p.final)
}

func (p *plainPending) discard() error {
	if !p.closed {
		p.closed = true
		_ = p.Close() // its content is given up
	}
	return os.Remove(p.Name())
}
