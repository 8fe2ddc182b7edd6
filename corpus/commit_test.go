package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestOneWins has runs race to one new name: one publishes, the others hear of it.
func TestOneWins(t *testing.T) {
	const races, runs = 10, 8
	dir := t.TempDir()
	for i := range races {
		path := filepath.Join(dir, fmt.Sprintf("out%d", i))
		var writers []*Writer
		for run := range runs {
			w := mustCreate(t, path, CreateOptions{})
			mustWrite(t, w, fmt.Sprint(run))
			if err := w.Finish(); err != nil {
				t.Fatal(err)
			}
			writers = append(writers, w)
		}
		errs := atOnce(runs, func(run int) error { return writers[run].Commit() })
		wantOneWinner(t, path, errs)
	}
	if n := len(names(t, dir)); n != races {
		t.Errorf("%d files, want %d", n, races)
	}
}

// TestOneLinks is the same where there is no renaming but by links.
func TestOneLinks(t *testing.T) {
	dir := t.TempDir()
	for i := range 10 {
		path := filepath.Join(dir, fmt.Sprintf("out%d", i))
		errs := atOnce(8, func(run int) error {
			temp := fmt.Sprintf("%s.%d", path, run)
			if err := os.WriteFile(temp, []byte(fmt.Sprint(run)), 0o600); err != nil {
				return err
			}
			return linkNew(temp, path)
		})
		wantOneWinner(t, path, errs)
	}
}

// atOnce runs functions at the same time.
func atOnce(n int, f func(int) error) []error {
	errs := make([]error, n)
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			errs[i] = f(i)
		})
	}
	done.Wait()
	return errs
}

func wantOneWinner(t *testing.T, path string, errs []error) {
	t.Helper()
	winner := -1
	for run, err := range errs {
		switch {
		case err == nil && winner >= 0:
			t.Errorf("both %d and %d were told that they published", winner, run)
		case err == nil:
			winner = run
		case !errors.Is(err, fs.ErrExist):
			t.Error(err)
		}
	}
	wantContent(t, path, fmt.Sprint(winner))
}

// TestForceReplacesWhatAppeared lets somebody else make the file between Create and Commit.
func TestForceReplacesWhatAppeared(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	w := mustCreate(t, path, CreateOptions{Force: true})
	mustWrite(t, w, "mine")
	if err := os.WriteFile(path, []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(); err != nil {
		t.Error(err)
	}
	wantContent(t, path, "mine")
}

// TestCommitAll has three outputs, of which one or none fails, before any is published or while they are.
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
			if err := os.WriteFile(w.pending.final, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"c"}, "file already exists"},
		{"renaming", func(t *testing.T, w *Writer) {
			w.pending.fresh = false // as if it were to replace one
			if err := os.MkdirAll(filepath.Join(w.pending.final, "x"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, []string{"a", "b.zst", "c"}, "b.zst is complete)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			noLeaks(t)
			dir := t.TempDir()
			var writers []*Writer
			for _, name := range []string{"a", "b.zst", "c"} {
				w := mustCreate(t, filepath.Join(dir, name), CreateOptions{})
				mustWrite(t, w, puzzle)
				writers = append(writers, w)
			}
			tc.fail(t, writers[2])
			err := CommitAll(writers[0], nil, writers[1], writers[2])
			if tc.err == "" && err != nil || tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) {
				t.Errorf("%v, want %q", err, tc.err)
			}
			wantNames(t, dir, tc.want...)
		})
	}
}

// TestAbortWhileWriting gives an output up whose Write does not return: the temporary goes all the same.
func TestAbortWhileWriting(t *testing.T) {
	if closedToRename {
		t.Skip("a file that is written cannot be removed here")
	}
	dir := t.TempDir()
	w := mustCreate(t, filepath.Join(dir, "out.txt"), CreateOptions{})
	w.mu.Lock() // as Write does
	aborted := make(chan error)
	go func() { aborted <- w.Abort() }()
	for len(names(t, dir)) > 0 {
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
