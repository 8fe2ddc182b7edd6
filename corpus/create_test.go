package corpus

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

func mustCreate(t *testing.T, path string, opts CreateOptions) *Writer {
	t.Helper()
	w, err := Create(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Abort() })
	return w
}

func mustWrite(t *testing.T, w *Writer, text string) {
	t.Helper()
	if n, err := io.WriteString(w, text); n != len(text) || err != nil {
		t.Fatal(n, err)
	}
}

func TestCommit(t *testing.T) {
	text := strings.Repeat(corpustest.Puzzle, 10000)
	for _, name := range []string{"out.txt", "out.txt.zst", "out.txt.gz"} {
		corpustest.NoLeaks(t)
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		w := mustCreate(t, path, CreateOptions{})
		mustWrite(t, w, text[:100])
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		mustWrite(t, w, text[100:])
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("visible before Commit: %v", err)
		}
		mustCommit(t, w)
		got, codec, err := readPath(t, path)
		if err != nil || got != text || codec != namedCodec(name) {
			t.Errorf("%s: %d bytes, %v, %v", name, len(got), codec, err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Size() != w.BytesOut() || w.Stream() || w.Name() != path {
			t.Errorf("%s: %v, BytesOut %d, stream %v", name, err, w.BytesOut(), w.Stream())
		}
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
		if _, err := w.Write([]byte("x")); !errors.Is(err, os.ErrClosed) {
			t.Errorf("Write after Commit: %v", err)
		}
		if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("second Commit: %v", err)
		}
		corpustest.WantNames(t, dir, name)
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Create(path, CreateOptions{})
	if !errors.Is(err, fs.ErrExist) || !errors.Is(err, ErrExists) {
		t.Errorf("without force: %v", err)
	}

	w := mustCreate(t, path, CreateOptions{Force: true})
	mustWrite(t, w, "dropped")
	if err := errors.Join(w.Abort(), w.Abort()); err != nil {
		t.Error(err)
	}
	corpustest.WantContent(t, path, "old")
	corpustest.WantNames(t, dir, "out.txt")

	w = mustCreate(t, path, CreateOptions{Force: true})
	mustWrite(t, w, "new")
	corpustest.WantContent(t, path, "old")
	mustCommit(t, w)
	corpustest.WantContent(t, path, "new")
	corpustest.WantNames(t, dir, "out.txt")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("permissions %v, %v; want those of the old file", info.Mode(), err)
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.txt")
	if err := os.WriteFile(in, []byte(corpustest.Puzzle), 0o644); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(in)
	if err != nil {
		t.Fatal(err)
	}
	inputs := []os.FileInfo{info}
	tests := []struct {
		name string
		path string
		opts CreateOptions
		want string
		is   error
	}{
		{"directory", dir, CreateOptions{Force: true}, "is a directory", nil},
		{"missing directory", filepath.Join(dir, "no", "out"), CreateOptions{}, "creating ", fs.ErrNotExist},
		{"no stdout", "-", CreateOptions{}, "creating <stdout>: there is no standard output", nil},
		{"bzip2", filepath.Join(dir, "out.bz2"), CreateOptions{}, ".bz2 output is not supported (use a name that ends in .zst or .gz)", nil},
		{"archive", filepath.Join(dir, "out.ZIP"), CreateOptions{}, ".zip output is not supported", nil},
		{"an input", in, CreateOptions{Inputs: inputs}, "the same file", errSameFile},
		{"an input, forced", in, CreateOptions{Force: true, Inputs: inputs}, "the same file", errSameFile},
		{"a level too low", filepath.Join(dir, "out.gz"), CreateOptions{Level: -1}, "there is no level -1", nil},
		{"a level too high", filepath.Join(dir, "out.zst"), CreateOptions{Level: MaxLevel + 1}, "there is no level 23: choose 1 to 22, or 0", nil},
		{"continued", filepath.Join(dir, "out"), CreateOptions{Continue: new(Checkpoint)}, "only a partial file can be continued", nil},
		{"an input, detour", filepath.Join(dir, ".", "x", "..", "in.txt"), CreateOptions{Inputs: inputs}, "same", errSameFile},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			w, err := Create(tc.path, tc.opts)
			if err == nil {
				t.Fatal("no error", w.Abort())
			}
			if !strings.Contains(err.Error(), tc.want) || tc.is != nil && !errors.Is(err, tc.is) {
				t.Errorf("got %q, want %q", err, tc.want)
			}
		})
	}
	corpustest.WantNames(t, dir, "in.txt")
}

func TestStdout(t *testing.T) {
	var b bytes.Buffer
	w := mustCreate(t, "-", CreateOptions{Stdout: &b})
	mustWrite(t, w, corpustest.Puzzle)
	if b.String() != corpustest.Puzzle || w.BytesOut() != int64(len(corpustest.Puzzle)) || !w.Stream() || w.Name() != "<stdout>" {
		t.Errorf("%q, %d, %v, %q", b.String(), w.BytesOut(), w.Stream(), w.Name())
	}
	mustCommit(t, w)

	f, err := os.OpenFile(writeFile(t, "both.txt", []byte(corpustest.Puzzle)), os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create("-", CreateOptions{Stdout: f, Inputs: []os.FileInfo{info}}); !errors.Is(err, errSameFile) {
		t.Errorf("standard output is an input: %v", err)
	}
	w = mustCreate(t, "-", CreateOptions{Stdout: f})
	if err := w.Commit(); err != nil || w.Stream() {
		t.Error(err, w.Stream())
	}
	if _, err := f.Stat(); err != nil {
		t.Errorf("standard output was closed: %v", err)
	}
}

// full fails after some bytes, as a full disk does.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	n := min(f.room, len(p))
	f.room -= n
	if n < len(p) {
		return n, errors.New("no space left on device")
	}
	return n, nil
}

func TestWriteFailureIsFinal(t *testing.T) {
	w := mustCreate(t, "-", CreateOptions{Stdout: &full{room: 5}})
	n, err := w.Write([]byte("seven!!"))
	if n != 5 || err == nil || err.Error() != "writing <stdout>: no space left on device" {
		t.Errorf("%d, %v", n, err)
	}
	if n, again := w.Write([]byte("x")); n != 0 || !errors.Is(again, err) {
		t.Errorf("then %d, %v", n, again)
	}
	if last := w.Commit(); !errors.Is(last, err) || w.BytesOut() != 5 {
		t.Errorf("Commit: %v", last)
	}
}

// longest is the length of the longest write.
type longest int

func (l *longest) Write(p []byte) (int, error) {
	*l = max(*l, longest(len(p)))
	return len(p), nil
}

// TestPieces writes long texts in pieces.
func TestPieces(t *testing.T) {
	for _, name := range []string{"a.txt", "a.gz", "a.zst"} {
		var most longest
		w, err := NewWriter(name, &most, CreateOptions{Level: 1})
		if err != nil {
			t.Fatal(err)
		}
		mustWrite(t, w, strings.Repeat("12.456789\n", 1<<17))
		mustCommit(t, w)
		if most == 0 || most > pieceBytes {
			t.Errorf("%s: a write of %d bytes", name, most)
		}
	}
}
