package corpus

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// halves makes an archive of the two halves of a text.
func halves(out io.Writer, text io.ReaderAt, size int64) error {
	members := []io.Reader{io.NewSectionReader(text, 0, size/2), io.NewSectionReader(text, size/2, size-size/2)}
	return NewArchiveWriter(out).Finish([]string{"a.npy", "b.npy"}, members)
}

// TestCompose wants the members of what was written, and nothing else in the folder, with
// every end of an output.
func TestCompose(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "x.NPZ")
	w, err := Create(name, CreateOptions{Compose: halves})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("0123456789", 100_000)
	for part := range slices.Chunk([]byte(text), 7_777) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if w.CanRewrite() {
		t.Error("what is behind the index can be rewritten")
	}
	if err := errors.Join(w.Flush(), w.Commit()); err != nil {
		t.Fatal(err)
	}
	r := mustOpen(t, name, Options{})
	got := ""
	for {
		_, ok, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		member, err := io.ReadAll(r)
		if got += string(member); err != nil {
			t.Fatal(err)
		}
	}
	if got != text {
		t.Errorf("%d bytes", len(got))
	}
	for _, compose := range []func(io.Writer, io.ReaderAt, int64) error{
		halves,
		func(io.Writer, io.ReaderAt, int64) error { return io.ErrNoProgress },
	} {
		w, err := Create(filepath.Join(dir, "y.npz"), CreateOptions{Compose: compose})
		if err != nil {
			t.Fatal(err)
		}
		finished := w.Finish()
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
		if want := compose(io.Discard, strings.NewReader(""), 0); !errors.Is(finished, want) {
			t.Errorf("%v, want %v", finished, want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestArchiveBegin wants the same archive, with sums that agree, where the first member is begun before its
// first bytes are known.
func TestArchiveBegin(t *testing.T) {
	t.Parallel()
	const head = "the head"
	for _, size := range []int{0, 1, 5, 100_000} {
		text := strings.Repeat("0123456789", size/10+1)[:size]
		early := text[:size/3]
		names, second := []string{"é.npy", "b.npy"}, "another"
		var want bytes.Buffer
		if NewArchiveWriter(&want).Begin("a", 1) != nil {
			t.Error("what cannot be changed is begun")
		}
		whole := []io.Reader{strings.NewReader(head + text), strings.NewReader(second)}
		if err := NewArchiveWriter(&want).Finish(names, whole); err != nil {
			t.Fatal(err)
		}
		f, err := os.Create(filepath.Join(t.TempDir(), "x.npz"))
		if err != nil {
			t.Fatal(err)
		}
		a := NewArchiveWriter(f)
		_, err = io.WriteString(a.Begin(names[0], len(head)), early)
		rest := []io.Reader{strings.NewReader(head + text[len(early):]), strings.NewReader(second)}
		if err := errors.Join(err, a.Finish(names, rest), f.Close()); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(f.Name()); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d bytes: the archives differ, %v", size, err)
		}
		index, err := zip.OpenReader(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fs.ReadFile(index, names[0]); err != nil || string(got) != head+text {
			t.Errorf("%d bytes: %q, %v", size, got, err)
		}
		_ = index.Close()
	}
}

// TestNotComposed wants outputs to be refused that cannot be written.
func TestNotComposed(t *testing.T) {
	t.Parallel()
	for want, output := range map[string]struct {
		name string
		opts CreateOptions
	}{
		".npz output is not supported (use a name that ends in .npy)": {"x.npz", CreateOptions{}},
		"a run that writes .npz cannot be resumed":                    {"x.npz", CreateOptions{Compose: halves, Partial: true}},
		"such a file cannot be compressed":                            {"x.html.gz", CreateOptions{Compose: halves}},
	} {
		if _, err := Create(filepath.Join(t.TempDir(), output.name), output.opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
