//go:build unix && !solaris && !aix

package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// killed leaves the temporary file of an output as a process does that is killed:
// there, and not locked. It returns its name.
func killed(t *testing.T, path string) string {
	t.Helper()
	f := mustNew(t, path, nil, false)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f.name
}

// TestStaleTemporaries has what a killed process left, what others use, and
// what only looks like either.
func TestStaleTemporaries(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	stale := killed(t, path)
	other := killed(t, filepath.Join(dir, "out.txt2"))
	kept := []string{
		filepath.Base(other),
		".out.txt1234567890123456789", ".out.txt20240101", // what others call their files
		".out.txt.sudokubatch-1234567890.tmp", ".out.txt.sudokubatch-.tmp", // no numbers of theirs
	}
	for _, name := range kept[1:] {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(stale+"x", 0o700); err != nil {
		t.Fatal(err)
	}
	kept = append(kept, filepath.Base(stale)+"x")
	first := mustNew(t, path, nil, true)
	if _, err := os.Stat(stale); err == nil && stale != first.name { // an inode's number may be used again
		t.Error("what a killed process left is still there")
	}
	second := mustNew(t, path, nil, true)
	mustWrite(t, first, "first")
	if err := commit(first); err != nil {
		t.Error(err)
	}
	if err := second.Remove(); err != nil {
		t.Error(err)
	}
	corpustest.WantContent(t, path, "first")
	kept = append(kept, "out.txt")
	slices.Sort(kept)
	corpustest.WantNames(t, dir, kept...)
}

// TestPartialLeft finds an empty partial file, as a process leaves it that is killed before it wrote anything.
// Only a regular file of this user with one link is adopted, for a new run and for one that goes on.
func TestPartialLeft(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		leave      func(partial, other string) error
	}{
		{"ours", "", func(partial, _ string) error { return os.WriteFile(partial, nil, 0o600) }},
		{"linked", "hard link", func(partial, other string) error {
			return errors.Join(os.WriteFile(other, nil, 0o600), os.Link(other, partial))
		}},
		{"another user's", "another user", func(partial, _ string) error {
			return errors.Join(os.WriteFile(partial, nil, 0o666), os.Chown(partial, 12345, 12345))
		}},
		{"a link", "removed or replaced", func(partial, other string) error {
			return errors.Join(os.WriteFile(other, nil, 0o600), os.Symlink(other, partial))
		}},
	} {
		path, other := filepath.Join(t.TempDir(), "out.txt"), filepath.Join(t.TempDir(), "other")
		if err := tt.leave(path+PartialSuffix, other); errors.Is(err, os.ErrPermission) {
			continue // only root may give files away
		} else if err != nil {
			t.Fatal(err)
		}
		if f, err := Continue(Target{path, path, nil, true}, 0); (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: going on: %v", tt.name, err)
		} else if err == nil {
			_ = f.Close()
		}
		f, err := NewPartial(Target{path, path, nil, true})
		if (err == nil) != (tt.want == "") || err != nil && !errors.Is(err, os.ErrExist) {
			t.Errorf("%s: beginning: %v", tt.name, err)
		}
		if err == nil {
			mustWrite(t, f, "text")
			if err := commit(f); err != nil {
				t.Error(err)
			}
			corpustest.WantContent(t, path, "text")
		} else {
			corpustest.WantNames(t, filepath.Dir(path), "out.txt.partial")
		}
	}
}

// TestAbandoned publishes two files as a process does that is killed when both have their names, or one. A run
// may replace a file with its temporary name, but not while a process holds its lock, and only once.
func TestAbandoned(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	f := mustNew(t, path, nil, true)
	mustWrite(t, f, "abandoned")
	if err := f.link(); err != nil {
		t.Fatal(err)
	}
	if Abandoned(path) {
		t.Error("abandoned while a process publishes it")
	}
	_ = f.Close()
	if !Abandoned(path) {
		t.Error("not abandoned when the process has ended")
	}
	var files []*File
	for run := range 8 {
		f := mustNew(t, path, nil, true)
		mustWrite(t, f, fmt.Sprint(run))
		files = append(files, f)
	}
	corpustest.WantContent(t, path, "abandoned")
	wantOneWinner(t, path, atOnce(8, func(run int) error { return errors.Join(Publish(files[run]), files[run].Remove()) }))
	corpustest.WantNames(t, filepath.Dir(path), "out.txt")
	if Abandoned(path) {
		t.Error("abandoned when it is published")
	}
}

// TestLongNames has the longest names that there are, and two that differ at
// the end alone.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("ä", 126) // two bytes each
	for _, name := range []string{long[:236], long + "abc", long + "abd"} {
		path := filepath.Join(dir, name)
		stale := killed(t, path)
		neighbour := mustNew(t, path[:len(path)-1]+"x", nil, true)
		f := mustNew(t, path, nil, true)
		if _, err := os.Stat(stale); err == nil && stale != f.name {
			t.Errorf("%d bytes: what a killed process left is still there", len(name))
		}
		mustWrite(t, f, "new")
		if err := commit(f); err != nil {
			t.Error(err)
		}
		corpustest.WantContent(t, path, "new")
		if err := commit(neighbour); err != nil {
			t.Errorf("its neighbour: %v", err)
		}
		if err := os.Remove(neighbour.Final); err != nil {
			t.Error(err)
		}
	}
	corpustest.WantNames(t, dir, long[:236], long+"abc", long+"abd")
}

// TestOwner replaces another user's file, which only root can make so that it
// stays theirs.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files away")
	}
	path := filepath.Join(t.TempDir(), "out.txt")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 12345, 54321); err != nil {
		t.Skip(err)
	}
	old, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := commit(mustNew(t, path, old, false)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if st := info.Sys().(*syscall.Stat_t); st.Uid != 12345 || st.Gid != 54321 || info.Mode().Perm() != 0o640 || info.Size() != 0 {
		t.Errorf("%d:%d, %v, %d bytes", st.Uid, st.Gid, info.Mode(), info.Size())
	}
}
