package corpus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// An ending is how reading went.
type ending struct{ text, err string }

func endingOf(t testing.TB, path string, stdin io.Reader, pool *Pool) ending {
	t.Helper()
	r, err := Open(path, Options{Stdin: stdin, Pool: pool})
	if err != nil {
		return ending{err: err.Error()}
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	e := ending{text: string(text)}
	if err != nil {
		e.err = err.Error()
	}
	return e
}

// TestPoolReadsAlike reads files of every kind, whole and damaged, with a pool
// and without.
func TestPoolReadsAlike(t *testing.T) {
	pool := startPool(t, 3)
	text := corpustest.RandomGrids(3, 400)
	small := corpustest.Join(corpustest.Frame(t, text[:9000]), corpustest.Skippable(7), corpustest.Frame(t, ""), corpustest.Frame(t, text[9000:]))
	ours := compress(t, []string{text[:9000], text[9000:]}, CreateOptions{}, true)
	for name, whole := range map[string][]byte{"frames": small, "ours": ours} {
		check := func(what string, at int, raw []byte) {
			want := endingOf(t, "-", iotest.OneByteReader(bytes.NewReader(raw)), nil)
			if got := endingOf(t, "-", bytes.NewReader(raw), pool); got != want {
				t.Errorf("%s, %s %d: %d bytes, %q; alone %d, %q", name, what, at, len(got.text), got.err, len(want.text), want.err)
			}
		}
		check("whole", 0, whole)
		step := 97
		if testing.Short() {
			step = 397
		}
		for n := 1; n < len(whole); n += step {
			check("cut", n, whole[:n])
			bad := bytes.Clone(whole)
			bad[n] ^= 0x11
			check("flipped", n, bad)
		}
	}
	large := corpustest.Join(corpustest.Frame(t, text), corpustest.Frame(t, strings.Repeat(text, 300)), rleFrame(20, 100), corpustest.Frame(t, text))
	path := writeFile(t, "large.zst", large)
	want := endingOf(t, path, nil, nil)
	if got := endingOf(t, path, nil, pool); got != want || got.err != "" || len(got.text) != 302*len(text)+100<<17 {
		t.Errorf("large frames: %d bytes, %q", len(got.text), got.err)
	}
}

// TestManyFrames has more frames than may be in flight, of growing and of
// shrinking size.
func TestManyFrames(t *testing.T) {
	corpustest.NoLeaks(t)
	pool := startPool(t, 2)
	text := corpustest.RandomGrids(4, 30_000)
	var raw []byte
	var want strings.Builder
	for _, n := range []int{1, 100, 20_000, 82, 400_000, 2_400_000, 50} {
		for range 5 {
			raw = append(raw, corpustest.Frame(t, text[:n])...)
			want.WriteString(text[:n])
		}
	}
	if got := endingOf(t, writeFile(t, "many.zst", raw), nil, pool); got.text != want.String() || got.err != "" {
		t.Errorf("%d bytes, %q; want %d", len(got.text), got.err, want.Len())
	}
	r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw), Pool: pool})
	if _, err := io.ReadFull(r, make([]byte, 100_000)); err != nil {
		t.Error(err)
	}
	if err := r.Close(); err != nil { // with frames in flight
		t.Error(err)
	}
}

// TestWholeFrameDoesNotWait has a producer that is silent after each frame: it
// is delivered by the pool, too.
func TestWholeFrameDoesNotWait(t *testing.T) {
	corpustest.NoLeaks(t)
	pool := startPool(t, 2)
	pr, pw := io.Pipe()
	r := mustOpen(t, "-", Options{Stdin: pr, Pool: pool})
	var group errgroup.Group
	got := make(chan string)
	group.Go(func() error {
		for range 3 {
			if _, err := pw.Write(corpustest.Frame(t, corpustest.Puzzle)); err != nil {
				return err
			}
			if text := <-got; text != corpustest.Puzzle {
				t.Errorf("%q", text)
			}
		}
		return pw.Close()
	})
	for range 3 {
		text := make([]byte, len(corpustest.Puzzle))
		if _, err := io.ReadFull(r, text); err != nil {
			t.Fatal(err)
		}
		got <- string(text)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Error(n, err)
	}
	if err := errors.Join(group.Wait(), r.Close()); err != nil {
		t.Error(err)
	}
}

// TestPzstd has frames of pzstd, of no declared size, on a pipe: they are
// decoded as a whole.
func TestPzstd(t *testing.T) {
	text := corpustest.RandomGrids(6, 3000)
	var frame bytes.Buffer
	e, err := zstd.NewWriter(&frame, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(e, text); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	size := binary.LittleEndian.AppendUint32(nil, uint32(frame.Len()))
	announced := corpustest.Join([]byte{0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0}, size, frame.Bytes())
	raw := corpustest.Join(corpustest.Frame(t, corpustest.Puzzle), announced, announced, frame.Bytes())
	pool := startPool(t, 1)
	if got := endingOf(t, "-", bytes.NewReader(raw), pool); got.text != corpustest.Puzzle+text+text+text || got.err != "" {
		t.Errorf("%d bytes, %q", len(got.text), got.err)
	}
	r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(raw), Pool: pool})
	buf := make([]byte, len(text))
	if n, err := r.Read(buf); n != len(corpustest.Puzzle) || err != nil {
		t.Error(n, err)
	}
	for range 2 {
		if n, err := r.Read(buf); n != len(text) || err != nil {
			t.Errorf("%d bytes at a time, %v; want a whole frame", n, err)
		}
	}
	if n, err := r.Read(buf); n >= len(text) || err != nil {
		t.Errorf("%d bytes at a time, %v; want a block of the frame that may not be whole", n, err)
	}
}

// TestAbortDoesNotWait has a pool that is busy with something else.
func TestAbortDoesNotWait(t *testing.T) {
	pool := NewPool(1)
	pool.Start()
	w := mustCreate(t, filepath.Join(t.TempDir(), "a.zst"), CreateOptions{Pool: pool})
	var group errgroup.Group
	group.Go(func() error {
		for {
			if _, err := io.WriteString(w, corpustest.Puzzle); err != nil {
				return err
			}
		}
	})
	for range 2 { // and the last group waits for these, which nobody does
		<-pool.Jobs()
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
	if err := group.Wait(); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// TestStopped goes on without a pool.
func TestStopped(t *testing.T) {
	pool := NewPool(2)
	text := corpustest.MixedText()
	before := compress(t, []string{text}, CreateOptions{Pool: pool}, false)
	pool.Stop()
	after := compress(t, []string{text}, CreateOptions{Pool: pool}, false)
	if got := endingOf(t, "-", bytes.NewReader(after), pool); got.text != text || got.err != "" || !bytes.Equal(before, after) {
		t.Errorf("%d bytes, %q", len(got.text), got.err)
	}
}
