package pipeline_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/gen"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// damageLines are enough for two frames of corpus.Create, the first of them more
// than is decoded at one go.
const damageLines = 9000

// damageText is puzzles, no two of them equal.
func damageText(t *testing.T) string {
	lines := pipetest.Demo(t, "@demo", damageLines)
	return strings.Join(lines, "\n") + "\n"
}

// zstdFrames compresses pieces of a text, each into a frame with a checksum;
// streamed ones do not state their size.
func zstdFrames(t *testing.T, text string, pieces int, streamed bool, opts ...zstd.EOption) []byte {
	t.Helper()
	var out bytes.Buffer
	size := (len(text)/82/pieces + 1) * 82
	for at := 0; at < len(text); at += size {
		piece := []byte(text[at:min(at+size, len(text))])
		e, err := zstd.NewWriter(&out, append(opts, zstd.WithEncoderConcurrency(1))...)
		if err != nil {
			t.Fatal(err)
		}
		if !streamed {
			out.Write(e.EncodeAll(piece, nil))
			continue
		}
		if _, err := e.Write(piece); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// gzipMembers compresses pieces of a text, each into a member.
func gzipMembers(t *testing.T, text string, pieces int) []byte {
	t.Helper()
	var out bytes.Buffer
	size := (len(text)/82/pieces + 1) * 82
	for at := 0; at < len(text); at += size {
		w := gzip.NewWriter(&out)
		if _, err := io.WriteString(w, text[at:min(at+size, len(text))]); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// ownFile gives the bytes of a file that corpus.Create compressed.
func ownFile(t *testing.T, text string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.zst")
	w, err := corpus.Create(path, corpus.CreateOptions{CountRecords: formats.CountRecords})
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.WriteString(w, text)
	if err = errors.Join(err, w.Commit()); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// A partialRun uses a part of an input: some records, or some isomorphs.
type partialRun struct {
	records pipeline.Range
	count   uint64 // isomorphs; 0: none
}

func (p partialRun) of(t *testing.T, in []pipeline.Input, pool *corpus.Pool) (out string, stats pipeline.Stats, err error) {
	if p.count == 0 {
		o := run(t.Context(), pipeline.Config{Jobs: 2, Pool: pool, NewWorker: workers(copyText), Range: p.records}, in...)
		return o.Out, o.Stats, o.Err
	}
	var b bytes.Buffer
	stats, err = gen.Run(t.Context(), gen.Config{Config: pipeline.Config{Jobs: 2, Pool: pool, Inputs: in, Output: &b}, Count: p.count})
	return b.String(), stats, err
}

// partialRuns are parts at the beginning, in the middle and at the end.
var partialRuns = []partialRun{
	{records: pipeline.Range{1, 5}},
	{records: pipeline.Range{2000, 2100}},
	{records: pipeline.Range{6000, 7000}},
	{records: pipeline.Range{8000, 8000}},
	{count: 3},
	{count: 7000},
}

// TestFlips flips single bits of compressed files of which a part is used: no
// run may end well with wrong answers. SUDOKUBATCH_FLIPS=20000 tries that many of
// each kind of file; -v shows how they ended.
func TestFlips(t *testing.T) {
	flips := 40
	if racing { // which takes its time
		flips = 8
	}
	if s := os.Getenv("SUDOKUBATCH_FLIPS"); s != "" {
		var err error
		if flips, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	s := damageText(t)
	for name, raw := range map[string][]byte{
		"own":                ownFile(t, s),
		"zstd":               zstdFrames(t, s, 1, false),
		"zstd, streamed":     zstdFrames(t, s, 1, true),
		"zstd, frames":       zstdFrames(t, s, 7, false),
		"zstd, large frames": zstdFrames(t, s, 2, true),
		"gzip":               gzipMembers(t, s, 1),
		"gzip, several":      gzipMembers(t, s, 7),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			flipBits(t, raw, flips)
		})
	}
}

func flipBits(t *testing.T, raw []byte, flips int) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pool := corpus.NewPool(2)
	in := pipeline.Input{Name: "a", Open: func() (pipeline.Source, error) { return corpus.Open(path, corpus.Options{Pool: pool}) }}
	want := make([]string, len(partialRuns))
	for i, p := range partialRuns {
		var stats pipeline.Stats
		if want[i], stats, err = p.of(t, []pipeline.Input{in}, pool); err != nil || want[i] == "" || stats.Unverified != "" {
			t.Fatalf("%+v of the whole file: %d bytes, %+v, %v", p, len(want[i]), stats, err)
		}
	}
	random := rand.New(rand.NewPCG(1, uint64(len(raw))))
	tally := map[string]int{}
	for i := range flips {
		at, bit := random.IntN(len(raw)), byte(1)<<random.IntN(8)
		if i%8 == 0 { // where headers are, and checksums
			at = headAt(random, len(raw))
		}
		write(t, f, raw[at]^bit, at)
		p := i % len(partialRuns)
		out, stats, err := partialRuns[p].of(t, []pipeline.Input{in}, pool)
		how := "failed"
		switch {
		case err != nil:
		case stats.Malformed > 0 || stats.Unreadable > 0 || stats.Faults > 0:
			how = "malformed"
			if at >= 4 { // else it is no compressed file any more
				t.Errorf("byte %d ^ %#x, %+v: records are malformed and nothing else", at, bit, partialRuns[p])
			}
		case stats.Unverified != "":
			how = "not verified"
			t.Errorf("byte %d ^ %#x, %+v: not verified", at, bit, partialRuns[p])
		case out == want[p]:
			how = "right"
		default:
			how = "WRONG"
			t.Errorf("byte %d ^ %#x, %+v: %d bytes of wrong answers and no error", at, bit, partialRuns[p], len(out))
		}
		tally[how]++
		write(t, f, raw[at], at)
	}
	t.Logf("%d flips: %v", flips, fmt.Sprint(tally))
}

// headAt is a place near the beginning or the end.
func headAt(random *rand.Rand, size int) int {
	at := random.IntN(100)
	if random.IntN(2) == 0 {
		at = size - 1 - at
	}
	return at
}

func write(t *testing.T, f *os.File, b byte, at int) {
	t.Helper()
	if _, err := f.WriteAt([]byte{b}, int64(at)); err != nil {
		t.Fatal(err)
	}
}
