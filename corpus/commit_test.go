package corpus

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestForceReplacesWhatAppeared lets somebody else make the file between Create
// and Commit.
func TestForceReplacesWhatAppeared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	w := mustCreate(t, path, CreateOptions{Force: true})
	mustWrite(t, w, "mine")
	if err := os.WriteFile(path, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	mustCommit(t, w)
	corpustest.WantContent(t, path, "mine")
}

// TestCommitAll has three outputs, and one or none of them fails, before any is
// published or while they are.
func TestCommitAll(t *testing.T) {
	for _, tc := range []struct {
		name string
		fail func(t *testing.T, last *Writer) // makes it so
		want []string                         // that are published
		err  string
	}{
		{"none", func(*testing.T, *Writer) {}, []string{"a", "b.zst", "c"}, ""},
		{"writing", func(_ *testing.T, w *Writer) {
			w.out.w = &full{}
			_, _ = w.Write([]byte("x"))
		}, nil, "no space left on device"},
		{"given up", func(_ *testing.T, w *Writer) { _ = w.Abort() }, nil, "file already closed"},
		{"appeared", func(t *testing.T, w *Writer) {
			if err := os.WriteFile(w.Name(), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"c"}, "file already exists"},
		{"renaming", makeFolder, []string{"a", "b.zst", "c"}, "b.zst is complete)"},
		{"replacing", makeFolder, []string{"c"}, "c: file exists"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.name == "replacing" && runtime.GOOS == "windows" {
				t.Skip("whether a folder is in the way shows only when the file is renamed")
			}
			corpustest.NoLeaks(t)
			dir := t.TempDir()
			var writers []*Writer
			for _, name := range []string{"a", "b.zst", "c"} {
				w := mustCreate(t, filepath.Join(dir, name), CreateOptions{Force: tc.name == "renaming" || tc.name == "replacing" && name == "c"})
				mustWrite(t, w, corpustest.Puzzle)
				writers = append(writers, w)
			}
			if tc.fail(t, writers[2]); tc.name == "writing" {
				slices.Reverse(writers) // it comes before the others
			}
			err := CommitAll(writers[0], nil, writers[1], writers[2])
			if tc.err == "" && err != nil || tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) {
				t.Errorf("%v, want %q", err, tc.err)
			}
			corpustest.WantNames(t, dir, tc.want...)
		})
	}
}

// makeFolder makes a folder that has the name of an output and cannot be replaced.
func makeFolder(t *testing.T, w *Writer) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(w.Name(), "x"), 0o700); err != nil {
		t.Fatal(err)
	}
}

// TestAbortWhileWriting gives an output up whose Write does not return: the
// temporary file goes all the same.
func TestAbortWhileWriting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is written cannot be removed here")
	}
	dir := t.TempDir()
	w := mustCreate(t, filepath.Join(dir, "out.txt"), CreateOptions{})
	w.mu.Lock() // as Write does
	aborted := make(chan error)
	go func() { aborted <- w.Abort() }()
	for len(corpustest.Names(t, dir)) > 0 {
		runtime.Gosched()
	}
	w.mu.Unlock()
	if err := <-aborted; err != nil {
		t.Error(err)
	}
	if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Commit: %v", err)
	}
}
