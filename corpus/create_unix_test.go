//go:build unix && !solaris && !aix

package corpus

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

func TestReplaceThroughSymlink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	target, link := filepath.Join(other, "target"), filepath.Join(dir, "out.txt")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(link, CreateOptions{}); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("dangling: %v", err)
	}
	if err := os.WriteFile(target, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	w := mustCreate(t, link, CreateOptions{Force: true})
	mustWrite(t, w, "new")
	mustCommit(t, w)
	corpustest.WantContent(t, target, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	corpustest.WantNames(t, dir, "out.txt")
	corpustest.WantNames(t, other, "target")
}

// TestAboveLink has outputs in the folder above the one that a link leads to: that
// is where their temporary files are. A folder that is missing is missed at once,
// whatever follows it in the name.
func TestAboveLink(t *testing.T) {
	for _, opts := range []CreateOptions{{}, {Force: true}, {Partial: true}} {
		dir, other := t.TempDir(), t.TempDir()
		err := errors.Join(os.Mkdir(filepath.Join(other, "sub"), 0o777), os.Symlink(filepath.Join(other, "sub"), filepath.Join(dir, "link")))
		if err != nil {
			t.Fatal(err)
		}
		w := mustCreate(t, dir+"/link/../out.txt", opts)
		corpustest.WantNames(t, dir, "link")
		is, err := os.Stat(w.Dir())
		want, wantErr := os.Stat(other)
		if err != nil || wantErr != nil || !os.SameFile(is, want) {
			t.Errorf("%+v: its directory is %s: %v", opts, w.Dir(), errors.Join(err, wantErr))
		}
		mustWrite(t, w, "new")
		if err := w.Commit(); err != nil {
			t.Errorf("%+v: %v", opts, err)
		}
		corpustest.WantContent(t, filepath.Join(other, "out.txt"), "new")
		corpustest.WantNames(t, other, "out.txt", "sub")
		if _, err := Create(dir+"/missing/../out.txt", opts); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%+v: %v", opts, err)
		}
		corpustest.WantNames(t, dir, "link")
	}
}

func TestPermissions(t *testing.T) {
	dir := t.TempDir()
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	path := filepath.Join(dir, "new.txt")
	if err := mustCreate(t, path, CreateOptions{}).Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("new file: %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o666); err != nil { // what the umask would not allow
		t.Fatal(err)
	}
	if err := mustCreate(t, path, CreateOptions{Force: true}).Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o666 {
		t.Errorf("replaced file: %v, %v", info.Mode(), err)
	}
}

func TestUnwritableDirectory(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "out"), CreateOptions{}); !errors.Is(err, os.ErrPermission) {
		t.Error(err)
	}
}

// TestFIFO writes and reads a FIFO straight, plain and compressed.
func TestFIFO(t *testing.T) {
	for _, name := range []string{"fifo", "fifo.zst"} {
		corpustest.NoLeaks(t)
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		type result struct {
			text   string
			stream bool
			err    error
		}
		done := make(chan result)
		go func() {
			r, err := Open(path, Options{})
			if err != nil {
				done <- result{err: err}
				return
			}
			defer r.Close()
			text, err := io.ReadAll(r)
			done <- result{string(text), r.Stream() && r.Size() == -1, err}
		}()
		w := mustCreate(t, path, CreateOptions{})
		mustWrite(t, w, corpustest.Puzzle)
		if err := errors.Join(w.Flush(), w.Commit()); err != nil {
			t.Error(err)
		}
		if got := <-done; got.text != corpustest.Puzzle || !got.stream || got.err != nil || !w.Stream() {
			t.Errorf("%s: %+v", name, got)
		}
		if info, err := os.Stat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			t.Errorf("the FIFO became %v, %v", info.Mode(), err)
		}
		corpustest.WantNames(t, dir, name)
	}
}

// TestCloseUnblocksFIFO closes a Reader whose Read waits for a silent producer.
func TestCloseUnblocksFIFO(t *testing.T) {
	corpustest.NoLeaks(t)
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	producer, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer producer.Close()
	r := mustOpen(t, path, Options{})
	done := make(chan error)
	go func() {
		_, err := r.Read(make([]byte, 1))
		done <- err
	}()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

func TestAbortedStreamIsNotComplete(t *testing.T) {
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pr.Close()
	link := filepath.Join(t.TempDir(), "out.zst")
	if err := syscall.Mkfifo(link, 0o600); err != nil {
		t.Fatal(err)
	}
	_ = pw.Close()
	keep, err := os.OpenFile(link, os.O_RDWR, 0) // so that nobody waits for the other end
	if err != nil {
		t.Fatal(err)
	}
	w := mustCreate(t, link, CreateOptions{})
	r := mustOpen(t, link, Options{})
	mustWrite(t, w, corpustest.Puzzle)
	if err := errors.Join(w.Flush(), w.Abort(), keep.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an aborted frame reads with %v", err)
	}
}

func TestIsTerminal(t *testing.T) {
	for path, want := range map[string]bool{
		"/dev/null": false, "/dev/full": false, "/tmp/dev/tty": false, "/dev/pts/": false, "/dev/pts/x": false,
		"/dev/tty": true, "/dev/tty1": true, "/dev/pts/0": true, "/dev/ttys001": true,
	} {
		if got := namesTerminal(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	info, err := os.Stat("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "out.zst")
	if err := os.Symlink("/dev/null", link); err != nil {
		t.Fatal(err)
	}
	if isTerminal(link, info) {
		t.Error("the null device is not a terminal")
	}
	w := mustCreate(t, link, CreateOptions{})
	mustWrite(t, w, corpustest.Puzzle)
	if err := w.Commit(); err != nil || w.BytesOut() == 0 {
		t.Error(err, w.BytesOut())
	}
}
