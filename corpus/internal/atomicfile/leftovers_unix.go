//go:build unix && !solaris && !aix

package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// This file recognises temporary files that killed processes left. A temporary file is locked while its
// process lives, and the number in its name is its inode number. No copy of such a file has the number
// of its own inode. So a file with the right number that can be locked was left by a killed process.

// mark locks a new temporary file and puts its inode number into its name. If the process is killed
// here, or an error prevents that, no other run ever removes the file.
func (f *File) mark(dir, base string) {
	if lock(f.File) != nil {
		return
	}
	info, err := f.Stat()
	if err != nil {
		return
	}
	name := tempName(dir, base, inode(info))
	if renameNew(f.name, name) == nil {
		f.name = name
	}
}

// marksFiles is true if mark works on this system.
const marksFiles = true

// Sweep removes the temporary files that killed processes left for a file, as far as it can see them. If the
// file is fresh, the one that tells that it was abandoned stays.
func Sweep(t *Target) {
	dir, base := t.split()
	final, finalErr := os.Lstat(t.Final)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		number, ok := tempNumber(e.Name(), base)
		if !ok || !e.Type().IsRegular() {
			continue
		}
		name := dir + e.Name()
		f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
		if err != nil {
			continue
		}
		info, err := f.Stat()
		second := t.Fresh && err == nil && finalErr == nil && os.SameFile(info, final)
		if err == nil && inode(info) == number && !second && lock(f) == nil {
			_ = os.Remove(name)
		}
		_ = f.Close()
	}
}

// abandoned is Abandoned. With remove it removes both names of such a file.
func abandoned(final string, remove bool) bool {
	info, err := os.Lstat(final)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	dir, base := (&Target{Final: final}).split()
	name := tempName(dir, base, inode(info))
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer f.Close() // nothing was written
	if lock(f) != nil {
		return false
	}
	is, err := f.Stat()
	info, finalErr := os.Lstat(final) // again: another run may have replaced it before the lock
	if err != nil || finalErr != nil || !os.SameFile(is, info) {
		return false
	}
	if remove {
		_, _ = os.Remove(final), os.Remove(name) // whoever needs the name reports the error
	}
	return true
}

// closeDuplicate closes another descriptor of a file. Some file systems report errors only then, and
// the file itself stays open and locked.
func closeDuplicate(f *os.File) error {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil // there are too many; the content was synced
	}
	return unix.Close(fd)
}

func inode(info os.FileInfo) uint64 { return info.Sys().(*syscall.Stat_t).Ino }

// lock locks a file, if nobody else has.
func lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// tryLock locks a file, or returns ErrInUse. On a file system without locks it does nothing.
func tryLock(f *os.File) (locked bool, err error) {
	err = lock(f)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, ErrInUse
	}
	return err == nil, nil
}

// adoptable returns an error unless a partial file that was found can be one of this user's runs: it has one
// link, and the owner that such a file would get now. That need not be the user, as on a network drive.
func adoptable(t *Target, is os.FileInfo) error {
	probe, err := New(Target{Final: t.Final, Old: t.Old})
	if err != nil {
		return err
	}
	would, err := probe.Stat()
	if err := errors.Join(err, probe.Close(), probe.Remove()); err != nil {
		return err
	}
	found := is.Sys().(*syscall.Stat_t)
	switch {
	case found.Uid != would.Sys().(*syscall.Stat_t).Uid:
		return errors.New("belongs to another user: remove it")
	case found.Nlink != 1:
		return errors.New("has another hard link: remove it")
	}
	return nil
}

// inherit gives a file the permissions of another one, and its owner as far as that is allowed.
func inherit(f *os.File, old os.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	is, want := info.Sys().(*syscall.Stat_t), old.Sys().(*syscall.Stat_t)
	if is.Uid != want.Uid && f.Chown(int(want.Uid), int(want.Gid)) == nil {
		is.Gid = want.Gid
	}
	if is.Gid != want.Gid {
		_ = f.Chown(-1, int(want.Gid)) // only for members of the group
	}
	if perm := old.Mode().Perm(); info.Mode().Perm() != perm {
		return f.Chmod(perm)
	}
	return nil
}

// replaceable returns why the file cannot be replaced, as far as that can be known without trying.
func replaceable(dir, final string, old os.FileInfo) error {
	if why := pinned(dir); why != "" {
		return fmt.Errorf("%w: its directory is %s", syscall.EPERM, why)
	}
	if old == nil {
		return nil
	}
	if why := pinned(final); why != "" {
		return fmt.Errorf("%w: it is %s", syscall.EPERM, why)
	}
	info, err := os.Stat(dir)
	if err == nil && info.Mode()&fs.ModeSticky != 0 && !owned(info) && !owned(old) && !mayMoveAny() {
		return fmt.Errorf("%w: it is another user's, in a sticky directory", syscall.EPERM)
	}
	return nil
}

func owned(info os.FileInfo) bool { return int(info.Sys().(*syscall.Stat_t).Uid) == os.Geteuid() }

// syncDir makes a rename durable. Some file systems cannot sync a directory and return EINVAL.
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
