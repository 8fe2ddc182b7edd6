// Package corpustest makes what tests of corpus and its parts read and write.
package corpustest

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"github.com/sudokubatch/sudokubatch/corpus/internal/pool"
)

// Puzzle is a line of text.
const Puzzle = "4...7.1....19.46.5.....1......7....2..2.3....847..6....14...8.6.2....3..6...9....\n"

// Frame compresses text into one frame with a checksum.
func Frame(t testing.TB, text string) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
	if err != nil {
		t.Fatal(err)
	}
	return e.EncodeAll([]byte(text), nil)
}

// Skippable is a skippable frame with n bytes of content.
func Skippable(n int) []byte {
	return append([]byte{0x5a, 0x2a, 0x4d, 0x18, byte(n), byte(n >> 8), 0, 0}, bytes.Repeat([]byte{'#'}, n)...)
}

// Join puts parts together.
func Join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// Frames cuts a file at the borders of its zstd frames, skippable ones
// included.
func Frames(t testing.TB, raw []byte) (frames [][]byte) {
	t.Helper()
	for len(raw) > 0 {
		n := frameSize(t, raw)
		frames = append(frames, raw[:n])
		raw = raw[n:]
	}
	return frames
}

func frameSize(t testing.TB, raw []byte) int {
	t.Helper()
	var h zstd.Header
	if err := h.Decode(raw); err != nil {
		t.Fatal(err)
	}
	if h.Skippable {
		return h.HeaderSize + int(h.SkippableSize)
	}
	n := h.HeaderSize
	for last := false; !last; {
		block := int(raw[n]) | int(raw[n+1])<<8 | int(raw[n+2])<<16
		last = block&1 != 0
		if n += 3; block>>1&3 == 1 { // a byte that repeats
			n++
		} else {
			n += block >> 3
		}
	}
	if h.HasCheckSum {
		n += 4
	}
	return n
}

// Names lists the files in a directory.
func Names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// WantNames wants nothing else in a directory.
func WantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	if got := Names(t, dir); !slices.Equal(got, want) {
		t.Errorf("directory holds %q, want %q", got, want)
	}
}

// WantContent wants a file to hold a text.
func WantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", filepath.Base(path), got, err, want)
	}
}

// NoLeaks fails the test if it leaves goroutines behind. It panics in a parallel test, as other tests
// have goroutines too.
func NoLeaks(t *testing.T) {
	t.Helper()
	t.Setenv("SUDOKUBATCH_TEST_ALONE", "1") // panics in a parallel test
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		after := runtime.NumGoroutine()
		for deadline := time.Now().Add(2 * time.Second); after > before && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
			after = runtime.NumGoroutine()
		}
		if after > before {
			t.Errorf("%d goroutines before, %d after", before, after)
		}
	})
}

// StartPool returns a pool whose workers work until the test ends.
func StartPool(t testing.TB, workers int) *pool.Pool {
	t.Helper()
	p := pool.New(workers)
	p.Start()
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			for {
				select {
				case j := <-p.Jobs():
					j.Run()
				case <-p.Stopped():
					return nil
				}
			}
		})
	}
	t.Cleanup(func() {
		p.Stop()
		_ = group.Wait()
	})
	return p
}

// RandomText is n bytes of so many different ones.
func RandomText(seed uint64, n, symbols int) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('0' + rng.IntN(symbols))
	}
	return text
}

// RandomGrids is lines of random digits, which compress as solved grids do.
func RandomGrids(seed uint64, lines int) string {
	var b strings.Builder
	text := RandomText(seed, 81*lines, 9)
	for i := range lines {
		b.Write(text[81*i : 81*i+81])
		b.WriteByte('\n')
	}
	return b.String()
}

// MixedText is grids, lines that repeat, and a line longer than a frame may be.
func MixedText() string {
	return RandomGrids(1, 15_000) + strings.Repeat("no solution\n", 60_000) +
		strings.Repeat("x", 600_000) + "\n" + RandomGrids(2, 2_000) + "unended"
}
