package corpus

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// halves splits a text into two members.
func halves(text io.ReaderAt, size int64) ([]string, []io.Reader, error) {
	return []string{"a.npy", "b.npy"}, []io.Reader{io.NewSectionReader(text, 0, size/2), io.NewSectionReader(text, size/2, size-size/2)}, nil
}

// TestSplit wants the members of what was written, and nothing else in the folder, with
// every end of an output.
func TestSplit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "x.NPZ")
	w, err := Create(name, CreateOptions{Split: halves})
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
	for _, split := range []func(io.ReaderAt, int64) ([]string, []io.Reader, error){
		halves,
		func(io.ReaderAt, int64) ([]string, []io.Reader, error) { return nil, nil, io.ErrNoProgress },
	} {
		w, err := Create(filepath.Join(dir, "y.npz"), CreateOptions{Split: split})
		if err != nil {
			t.Fatal(err)
		}
		finished := w.Finish()
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
		if _, _, want := split(strings.NewReader(""), 0); !errors.Is(finished, want) {
			t.Errorf("%v, want %v", finished, want)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestUnsplit wants archives to be refused that cannot be written.
func TestUnsplit(t *testing.T) {
	t.Parallel()
	for want, opts := range map[string]CreateOptions{
		".npz output is not supported (use a name that ends in .npy)": {},
		"a run that writes an .npz file cannot be resumed":            {Split: halves, Partial: true},
	} {
		if _, err := Create(filepath.Join(t.TempDir(), "x.npz"), opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
