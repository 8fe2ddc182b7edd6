package corpus_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/corpus/guard"
)

// resumable are outputs of all kinds, with text for each.
var resumable = []struct {
	name    string
	parquet bool
}{
	{name: "a.txt"},
	{name: "a.txt.zst"},
	{name: "a.txt.gz"},
	{name: "a.parquet", parquet: true},
}

// manyLines is text that takes several frames, and several row groups of few rows.
func manyLines(parquet bool) [][]byte {
	var pieces [][]byte
	if parquet {
		pieces = append(pieces, []byte("puzzle,n\nte"), []byte("xt,int\n"))
	}
	for i := range 170 {
		var piece strings.Builder
		for j := range 900 {
			fmt.Fprintf(&piece, "%081d,%d\n", i*j*j, j)
		}
		pieces = append(pieces, []byte(piece.String()))
	}
	return pieces
}

// TestContinue stops an output again and again, as a killed process would, with
// more written than the checkpoint knows, and wants the bytes of one that was not.
func TestContinue(t *testing.T) {
	t.Parallel()
	for _, kind := range resumable {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			pieces := manyLines(kind.parquet)
			dir := t.TempDir()
			whole, name := filepath.Join(dir, "whole"+filepath.Ext(kind.name)), filepath.Join(dir, kind.name)
			opts := corpus.CreateOptions{Parquet: kind.parquet}
			w := create(t, whole, opts)
			write(t, w, pieces)
			if err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			opts.Partial = true
			for at, stops := 0, 0; ; stops++ {
				w := create(t, name, opts)
				to := min(at+1+stops*9, len(pieces))
				write(t, w, pieces[at:to])
				if at = to; at == len(pieces) {
					if err := w.Commit(); err != nil {
						t.Fatal(err)
					}
					break
				}
				c, err := w.Checkpoint()
				if err := errors.Join(err, w.Sync()); err != nil {
					t.Fatal(err)
				}
				write(t, w, pieces[at:min(at+stops, len(pieces))])
				w.Keep()
				if err := w.Abort(); err != nil {
					t.Fatal(err)
				}
				opts.Continue = &c
			}
			got, want := readRaw(t, name), readRaw(t, whole)
			if !bytes.Equal(got, want) {
				t.Errorf("%d bytes, want %d, or others", len(got), len(want))
			}
			if _, err := os.Stat(name + corpus.PartialSuffix); err == nil {
				t.Error("the partial file is still there")
			}
		})
	}
}

// TestContinueRefuses wants an error, and the file as it was, where a partial file
// is not what it was at the checkpoint, or is being written.
func TestContinueRefuses(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.txt")
	text := strings.Repeat("one\ntwo\n", 100)
	w := create(t, name, corpus.CreateOptions{Partial: true})
	write(t, w, [][]byte{[]byte(text)})
	c, err := w.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	for _, start := range []*corpus.Checkpoint{nil, &c} {
		if runtime.GOOS == "windows" {
			break // there are no locks here
		}
		if _, err := corpus.Create(name, corpus.CreateOptions{Partial: true, Continue: start}); !errors.Is(err, corpus.ErrInUse) {
			t.Errorf("while it is being written: %v", err)
		}
	}
	w.Keep()
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	if _, err := corpus.Create(name, corpus.CreateOptions{Partial: true}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("of the same name: %v", err)
	}
	for _, damaged := range []string{text[:len(text)-2] + "a\n", text[:300] + "a" + text[301:], text[:len(text)-1], ""} {
		if err := os.WriteFile(name+corpus.PartialSuffix, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := corpus.Create(name, corpus.CreateOptions{Partial: true, Continue: &c})
		if err == nil {
			t.Errorf("%q: no error", damaged)
		}
		if now := readRaw(t, name+corpus.PartialSuffix); string(now) != damaged {
			t.Errorf("%q became %q", damaged, now)
		}
	}
}

// TestPartialTaken removes or replaces a partial file while it is being written. The writer must publish
// nothing, and leave the file of the other process.
func TestPartialTaken(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be removed here")
	}
	for what, take := range map[string]func(partial string) error{
		"removed": os.Remove,
		"replaced": func(partial string) error {
			return errors.Join(os.Remove(partial), os.WriteFile(partial, []byte("half"), 0o666))
		},
		"moved": func(partial string) error {
			return errors.Join(os.Rename(partial, partial+"2"), os.Symlink(partial+"2", partial))
		},
	} {
		for _, step := range []string{"checkpoint", "finish", "publish", "abort"} {
			dir := t.TempDir()
			w := create(t, filepath.Join(dir, "a.txt"), corpus.CreateOptions{Partial: true})
			other := create(t, filepath.Join(dir, "b.txt"), corpus.CreateOptions{Partial: true})
			write(t, w, [][]byte{[]byte("whole")})
			if step == "publish" {
				if err := w.Finish(); err != nil {
					t.Fatal(err)
				}
			}
			if err := take(filepath.Join(dir, "a.txt.partial")); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			err = errors.New("aborted")
			switch step {
			case "checkpoint":
				err = w.Sync()
			case "finish", "publish":
				err = corpus.CommitAll(other, w)
			}
			if err == nil || w.Owned() == nil {
				t.Errorf("%s, %s: no error", what, step)
			}
			if err := errors.Join(w.Abort(), other.Abort()); err != nil {
				t.Error(err)
			}
			after, err := os.ReadDir(dir)
			if err != nil || len(after) != len(before)-1 { // other's partial file is gone
				t.Errorf("%s, %s: %v became %v, %v", what, step, before, after, err)
			}
		}
	}
}

// TestContinueAfterRewrite goes on at a checkpoint before which the beginning was
// changed since.
func TestContinueAfterRewrite(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.txt")
	w := create(t, name, corpus.CreateOptions{Partial: true})
	write(t, w, [][]byte{[]byte("0000\none\n")})
	c, err := w.Checkpoint()
	if err := errors.Join(err, w.Rewrite([]byte("1234"), 0)); err != nil {
		t.Fatal(err)
	}
	w.Keep()
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	w = create(t, name, corpus.CreateOptions{Partial: true, Continue: &c})
	write(t, w, [][]byte{[]byte("two\n")})
	if err := errors.Join(w.Rewrite([]byte("56"), 1), w.Commit()); err != nil {
		t.Fatal(err)
	}
	if got := readRaw(t, name); string(got) != "0560\none\ntwo\n" {
		t.Errorf("%q", got)
	}
	c = w.Whole()
	for _, other := range []string{"0000\none\ntwo\n", "0560\none\ntwe\n", "0560\none\n", ""} {
		path := filepath.Join(t.TempDir(), "other")
		if err := os.WriteFile(path, []byte(other), 0o666); err != nil {
			t.Fatal(err)
		}
		if c.Verify(path) == nil {
			t.Errorf("%q is what was written", other)
		}
	}
	if err := c.Verify(name); err != nil {
		t.Error(err)
	}
}

// TestPartialNeedsFile wants an error for what cannot be left for another process.
func TestPartialNeedsFile(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"-", os.DevNull} {
		if _, err := corpus.Create(name, corpus.CreateOptions{Partial: true, Stdout: os.Stdout}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, name := range []string{"a.txt", "a.zst"} {
		w := create(t, filepath.Join(t.TempDir(), name), corpus.CreateOptions{})
		if _, err := w.Checkpoint(); err == nil || !strings.Contains(err.Error(), "only a partial file") {
			t.Errorf("%s: Checkpoint: %v", name, err)
		}
		for _, call := range []func(){w.Keep, func() { _ = w.Sync() }, func() { w.Whole() }} {
			if err := guard.Do(func() error { call(); return nil }); err == nil || !strings.Contains(err.Error(), "only a partial file") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := w.Commit(); err != nil {
			t.Error(err)
		}
	}
}

// TestRewrite wants nothing to be changed that was not written.
func TestRewrite(t *testing.T) {
	t.Parallel()
	for _, partial := range []bool{false, true} {
		for offset, ok := range map[int64]bool{-1: false, math.MinInt64: false, 0: true, 7: true, 8: false, math.MaxInt64: false} {
			w := create(t, filepath.Join(t.TempDir(), "a.txt"), corpus.CreateOptions{Partial: partial})
			write(t, w, [][]byte{[]byte("0123456789")})
			if err := w.Rewrite([]byte("abc"), offset); (err == nil) != ok {
				t.Errorf("at %d: %v", offset, err)
			}
			if err := w.Commit(); (err == nil) != ok {
				t.Errorf("at %d: Commit: %v", offset, err)
			}
		}
	}
}

func create(t *testing.T, name string, opts corpus.CreateOptions) *corpus.Writer {
	t.Helper()
	w, err := corpus.Create(name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func write(t *testing.T, w *corpus.Writer, pieces [][]byte) {
	t.Helper()
	for _, piece := range pieces {
		if _, err := w.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
}

func readRaw(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
