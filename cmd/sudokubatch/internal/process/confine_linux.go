package process

import (
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// What the lists of Needs stand for.
const (
	publishRights = unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_DIR // to sync the directory
	scratchRights = publishRights | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
)

// confined says that Confine had an effect.
var confined atomic.Bool

// Confine gives up, for good and for every thread, what a run does not need: to
// open other files than those, to run programs, and the network. So whatever an
// input makes of the process, it can do no more. Files that are open stay so.
// Where the kernel cannot do that, or in part, so much is given up as can be;
// a run does not depend on it, so nothing is said.
func Confine(n Needs) {
	var rules []landlock.Rule
	allow := func(rights landlock.AccessFSSet, path string) {
		rules = append(rules, landlock.PathAccess(rights, path).IgnoreIfMissing())
	}
	for _, dir := range n.Publish {
		allow(publishRights, dir)
	}
	for _, dir := range n.Scratch {
		allow(scratchRights, dir)
	}
	for _, dir := range n.Drop {
		allow(unix.LANDLOCK_ACCESS_FS_REMOVE_DIR, filepath.Dir(dir))
	}
	for _, name := range n.Read {
		allowReading(name, allow)
	}
	if landlock.V11.BestEffort().Restrict(rules...) == nil {
		confined.Store(true)
	}
}

// allowReading allows a file to be read.
func allowReading(name string, allow func(landlock.AccessFSSet, string)) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		if dir, err := os.Stat(filepath.Dir(name)); err == nil && dir.IsDir() {
			allow(unix.LANDLOCK_ACCESS_FS_READ_FILE, filepath.Dir(name))
		}
	case info.IsDir():
		allow(unix.LANDLOCK_ACCESS_FS_READ_DIR, name) // so that opening it says what it is
	case info.Mode().IsRegular() || !nameless(name):
		allow(unix.LANDLOCK_ACCESS_FS_READ_FILE, name)
	}
}

// nameless reports whether a path leads to something without a name of its own:
// to a pipe, as /dev/stdin and /dev/fd/N may. The kernel lets these be opened, and
// takes no rules for them.
func nameless(path string) bool {
	var fs unix.Statfs_t
	if unix.Statfs(path, &fs) != nil {
		return true
	}
	switch fs.Type {
	case unix.PIPEFS_MAGIC, unix.SOCKFS_MAGIC, unix.ANON_INODE_FS_MAGIC:
		return true
	}
	return false
}

// GaveUp reports whether it is for Confine alone that a file cannot be read: it
// took the place of the one that was there.
func GaveUp(name string) bool {
	return confined.Load() && unix.Access(name, unix.R_OK) == nil
}
