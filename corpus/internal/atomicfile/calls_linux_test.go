package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// setFlags does what chattr does, until the test ends; what cannot be done here
// skips it.
func setFlags(t *testing.T, path string, flags int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	old, err := unix.IoctlGetUint32(int(f.Fd()), unix.FS_IOC_GETFLAGS)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, int(old)|flags)
	}
	if err != nil {
		t.Skipf("no such attributes here: %v", err)
	}
	t.Cleanup(func() {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, int(old)); err != nil {
			t.Error(err)
		}
	})
}

// TestPinned wants to know before the work that a file cannot be replaced.
func TestPinned(t *testing.T) {
	const immutable, appendOnly = 0x10, 0x20 // FS_IMMUTABLE_FL, FS_APPEND_FL
	for _, tc := range []struct {
		name  string
		flags int
		what  string
		want  string
	}{
		{"immutable", immutable, "out.txt", "it is immutable"},
		{"append-only", appendOnly, "out.txt", "it is append-only"},
		{"immutable directory", immutable, ".", "its directory is immutable"},
		{"append-only directory", appendOnly, ".", "its directory is append-only"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "out.txt")
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			setFlags(t, filepath.Join(dir, tc.what), tc.flags)
			f, err := New(Target{path, path, stat(t, path), false})
			if err == nil {
				t.Fatal("no error;", commit(f))
			}
			if !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %s", err, tc.want)
			}
			corpustest.WantNames(t, dir, "out.txt")
		})
	}
}

// TestSticky wants the same of another user's file in a directory such as /tmp.
func TestSticky(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files away")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	err := errors.Join(os.WriteFile(path, nil, 0o666), os.Chown(path, 12345, 12345), os.Chown(dir, 12345, 12345),
		os.Chmod(dir, 0o777|os.ModeSticky))
	if err != nil {
		t.Skip(err)
	}
	if err := commit(mustNew(t, path, stat(t, path), false)); err != nil {
		t.Errorf("root: %v", err)
	}
	old := stat(t, path)
	created := make(chan error)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var data [2]unix.CapUserData
		if err := unix.Capget(&header, &data[0]); err != nil {
			created <- err
			return
		}
		data[0].Effective &^= 1 << unix.CAP_FOWNER
		if err := unix.Capset(&header, &data[0]); err != nil {
			created <- err
			return
		}
		_, err := New(Target{path, path, old, false})
		created <- err
	}()
	if err := <-created; err == nil || !strings.Contains(err.Error(), "sticky") {
		t.Errorf("another user's: %v", err)
	}
	corpustest.WantNames(t, dir, "out.txt")
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}
