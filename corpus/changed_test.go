package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// changes are what another program may do to a file of so many bytes.
var changes = []struct {
	name   string
	change func(path string, size int) error
	want   error
}{
	{"cut", func(path string, size int) error { return os.Truncate(path, int64(size*3/4)) }, errShrunk},
	{"emptied", func(path string, _ int) error { return os.Truncate(path, 0) }, errShrunk},
	{"appended to", func(path string, _ int) error {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(emptyFrame)
		return errors.Join(err, f.Close())
	}, errGrown},
}

// emptyFrame is an empty frame, with which a zstd file is as good as without.
var emptyFrame = []byte{0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00}

// TestChangedWhileRead has files change beyond what was read of them: plain and
// compressed ones, by path and as standard input, from the beginning and from
// some byte on.
func TestChangedWhileRead(t *testing.T) {
	const read = 1000
	text := corpustest.RandomGrids(1, 20_000)
	files := map[string][]byte{"plain": []byte(text), "zstd": corpustest.Frame(t, text), "gzip": gzipMember(t, text)}
	for kind, raw := range files {
		for _, c := range changes {
			for _, from := range []int{-1, 0, 100} { // -1: by path; else standard input, read so far
				if from > 0 && kind != "plain" {
					continue
				}
				name := fmt.Sprintf("%s, %s, from %d", kind, c.name, from)
				path := writeFile(t, "a", raw)
				stdin, err := os.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				defer stdin.Close()
				opened := path
				if from >= 0 {
					opened = "-"
					if _, err := stdin.Seek(int64(from), io.SeekStart); err != nil {
						t.Fatal(err)
					}
				}
				r := mustOpen(t, opened, Options{Stdin: stdin})
				if _, err := io.ReadFull(r, make([]byte, read)); err != nil {
					t.Fatal(err)
				}
				if err := c.change(path, len(raw)); err != nil {
					t.Fatal(err)
				}
				_, err = io.Copy(io.Discard, r)
				if gzipGrown := kind == "gzip" && errors.Is(c.want, errGrown); gzipGrown && errors.Is(err, errTrailing) {
					continue // which is as good a reason
				}
				if !errors.Is(err, c.want) {
					t.Errorf("%s: %v, want %v", name, err, c.want)
				}
				if at := fmt.Sprintf("at byte %d: ", len(raw)*3/4-max(from, 0)); kind == "plain" && c.name == "cut" && !strings.Contains(fmt.Sprint(err), at) {
					t.Errorf("%s: %v, want %q", name, err, at)
				}
				r.Close()
			}
		}
	}
}

// TestCutBetweenFrames has a file lose whole frames while it is read: the rest
// is a file like any other.
func TestCutBetweenFrames(t *testing.T) {
	for kind, piece := range map[string]func(testing.TB, string) []byte{"zstd": corpustest.Frame, "gzip": gzipMember} {
		first := piece(t, corpustest.RandomGrids(1, 20_000))
		path := writeFile(t, "a", corpustest.Join(first, piece(t, corpustest.Puzzle)))
		r := mustOpen(t, path, Options{})
		if err := os.Truncate(path, int64(len(first))); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r); !errors.Is(err, errShrunk) {
			t.Errorf("%s: %v, want %v", kind, err, errShrunk)
		}
		r.Close()
	}
}

// TestUntoldSize has a file whose size the system does not report, but which is
// not empty.
func TestUntoldSize(t *testing.T) {
	const path = "/proc/self/limits"
	want, err := os.ReadFile(path)
	if info, statErr := os.Stat(path); err != nil || statErr != nil || info.Size() != 0 || len(want) == 0 {
		t.Skip("no such file here")
	}
	r := mustOpen(t, path, Options{})
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(want))
	}
}
