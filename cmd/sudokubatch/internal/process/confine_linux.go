package process

import (
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"

	"github.com/sudokubatch/sudokubatch/cmd/internal/paths"
)

// What the lists of Needs stand for.
const (
	publishRights = unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_READ_DIR // to sync the directory
	scratchRights = publishRights | unix.LANDLOCK_ACCESS_FS_READ_FILE
)

// confined says that Confine had an effect.
var confined atomic.Bool

// Confine gives up, for good and for every thread, what a run does not need: to
// open other files than those, to run programs, and the network. So whatever an
// input makes of the process, it can do no more. Files that are open stay so.
// Where the kernel cannot do that, or in part, so much is given up as can be;
// a run does not depend on it, so nothing is said.
func Confine(n Needs) {
	var allow allowed
	for _, dir := range n.Publish {
		allow.beneath(dir, publishRights)
	}
	for _, dir := range n.Scratch {
		allow.beneath(dir, scratchRights)
	}
	for _, dir := range n.Drop {
		allow.beneath(paths.Dir(dir), unix.LANDLOCK_ACCESS_FS_REMOVE_DIR)
	}
	if len(n.Read) <= mostFiles {
		allow.reading(n.Read)
	} else {
		allow.readingBeside(n.Read)
	}
	if landlock.V11.BestEffort().Restrict(allow.rules...) == nil {
		confined.Store(true)
	}
}

// mostFiles is how many files get a rule each, for which a start pays some ten
// microseconds.
const mostFiles = 100

// allowed is what a process keeps.
type allowed struct{ rules []landlock.Rule }

func (a *allowed) add(path string, rights landlock.AccessFSSet) {
	a.rules = append(a.rules, landlock.PathAccess(rights, path).IgnoreIfMissing())
}

// beneath allows something with what is in a directory, if that is one.
func (a *allowed) beneath(dir string, rights landlock.AccessFSSet) {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		a.add(dir, rights)
	}
}

// reading allows files to be read.
func (a *allowed) reading(names []string) {
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			a.beneath(paths.Dir(name), unix.LANDLOCK_ACCESS_FS_READ_FILE)
		case info.IsDir():
			a.add(name, unix.LANDLOCK_ACCESS_FS_READ_DIR) // so that opening it says what it is
		case info.Mode().IsRegular() || !nameless(name):
			a.add(name, unix.LANDLOCK_ACCESS_FS_READ_FILE)
		}
	}
}

// readingBeside allows files to be read, and all others in their directories.
func (a *allowed) readingBeside(names []string) {
	dirs := map[string]bool{}
	for _, name := range names {
		info, err := os.Lstat(name)
		if err == nil && info.Mode()&os.ModeSymlink != 0 {
			target, err := filepath.EvalSymlinks(name)
			if err != nil {
				a.reading([]string{name})
				continue
			}
			name = target
		}
		if dir := paths.Dir(name); !dirs[dir] {
			dirs[dir] = true
			a.beneath(dir, unix.LANDLOCK_ACCESS_FS_READ_FILE|unix.LANDLOCK_ACCESS_FS_READ_DIR)
		}
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
