//go:build unix && !solaris && !aix

package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// killed leaves the temporary of an output as a process does that is killed: there, and not locked. It returns its name.
func killed(t *testing.T, path string) string {
	t.Helper()
	w, err := Create(path, CreateOptions{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.pending.Close(); err != nil {
		t.Fatal(err)
	}
	return w.pending.name
}

// TestStaleTemporaries has what a killed process left, what others use, and what only looks like either.
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
	first := mustCreate(t, path, CreateOptions{})
	if _, err := os.Stat(stale); err == nil && stale != first.pending.name { // an inode's number may be used again
		t.Error("what a killed process left is still there")
	}
	second := mustCreate(t, path, CreateOptions{})
	mustWrite(t, first, "first")
	if err := first.Commit(); err != nil {
		t.Error(err)
	}
	if err := second.Abort(); err != nil {
		t.Error(err)
	}
	wantContent(t, path, "first")
	kept = append(kept, "out.txt")
	slices.Sort(kept)
	wantNames(t, dir, kept...)
}

// TestLongNames has the longest names that there are, two of which differ at the end alone.
func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("ä", 126) // two bytes each
	for _, name := range []string{long[:236], long + "abc", long + "abd"} {
		path := filepath.Join(dir, name)
		stale := killed(t, path)
		neighbour := mustCreate(t, path[:len(path)-1]+"x", CreateOptions{})
		w := mustCreate(t, path, CreateOptions{})
		if _, err := os.Stat(stale); err == nil && stale != w.pending.name {
			t.Errorf("%d bytes: what a killed process left is still there", len(name))
		}
		mustWrite(t, w, "new")
		if err := w.Commit(); err != nil {
			t.Error(err)
		}
		wantContent(t, path, "new")
		if err := neighbour.Commit(); err != nil {
			t.Errorf("its neighbour: %v", err)
		}
		if err := os.Remove(neighbour.pending.final); err != nil {
			t.Error(err)
		}
	}
	wantNames(t, dir, long[:236], long+"abc", long+"abd")
}

// TestOwner replaces another user's file, which only root can make so that it stays theirs.
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
	if err := mustCreate(t, path, CreateOptions{Force: true}).Commit(); err != nil {
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
