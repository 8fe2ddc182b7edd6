package pipeline_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus"
	"github.com/sudokubatch/sudokubatch/pipeline"
	"github.com/sudokubatch/sudokubatch/pipeline/augment"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
)

// damageLines are enough for several frames.
const damageLines = 9000

// damageText is puzzles, no two of them equal.
func damageText(t *testing.T) string {
	lines := pipetest.Demo(t, "@demo", damageLines)
	return strings.Join(lines, "\n") + "\n"
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
	stats, err = augment.Turns(t.Context(), augment.TurnsConfig{Config: pipeline.Config{Jobs: 2, Pool: pool, Inputs: in, Output: &b}, Count: p.count})
	return b.String(), stats, err
}

// farText is puzzles, and after them 64 MiB, so that a checksum at the end is too
// far away for corpus.Reader.Verify.
func farText(t *testing.T) io.Reader {
	comment := "#" + strings.Repeat(" ", 1<<10-2) + "\n"
	return io.MultiReader(strings.NewReader(damageText(t)), strings.NewReader(strings.Repeat(comment, 64<<10)))
}

// compressed gives a gzip file of one member.
func compressed(t *testing.T, text io.Reader) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err == nil {
		_, err = io.Copy(w, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// compressedFile writes such a file, and damages its checksum.
func compressedFile(t *testing.T, raw []byte, damaged bool) (path string) {
	t.Helper()
	if damaged {
		raw = bytes.Clone(raw)
		raw[len(raw)-5] ^= 1
	}
	path = filepath.Join(t.TempDir(), "a.gz")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// opening makes an Input of a file, or of a stream of its bytes that then pauses
// for ever.
func opening(t *testing.T, path string, stream bool, opts corpus.Options) pipeline.Input {
	t.Helper()
	if !stream {
		return pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) { return corpus.Open(path, opts) }}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Input{Name: "in", Open: func() (pipeline.Source, error) {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		go func() { _, _ = w.Write(raw) }()               // ends when the pipe is closed
		t.Cleanup(func() { _, _ = r.Close(), w.Close() }) // not before: the producer pauses
		opts.Stdin = r
		return corpus.Open("-", opts)
	}}
}

// TestVerified uses parts of inputs whose checksum is near, or far away, or after
// what a producer has to give.
func TestVerified(t *testing.T) {
	t.Parallel()
	near := compressed(t, strings.NewReader(damageText(t)))
	var far []byte
	if !racing { // which takes its time
		far = compressed(t, farText(t))
	}
	for _, c := range []struct {
		name               string
		far, stream        bool
		verified, noticing bool
	}{
		{name: "near", verified: true, noticing: true},
		{name: "far", far: true},
		{name: "stream", stream: true},
	} {
		if c.stream && runtime.GOOS == "windows" {
			continue // a read that waits cannot be called off there
		}
		if c.far && racing {
			continue
		}
		for _, damaged := range []bool{false, true} {
			raw := near
			if c.far {
				raw = far
			}
			path := compressedFile(t, raw, damaged)
			for _, p := range []partialRun{{records: pipeline.Range{10, 20}}, {count: 20}} {
				in := opening(t, path, c.stream, corpus.Options{})
				out, stats, err := p.of(t, []pipeline.Input{in}, nil)
				if failed := damaged && c.noticing; (err != nil) != failed || failed && !errors.Is(err, gzip.ErrChecksum) {
					t.Errorf("%s, damaged %v, %+v: %v", c.name, damaged, p, err)
				}
				if (stats.Unverified == "") != c.verified || stats.Unverified != "" && stats.Unverified != "in" {
					t.Errorf("%s, damaged %v, %+v: %q is not verified", c.name, damaged, p, stats.Unverified)
				}
				if len(out) == 0 && err == nil {
					t.Errorf("%s, damaged %v, %+v: no answers", c.name, damaged, p)
				}
			}
		}
	}
}

// TestVerifiedInputs has the part that is used end in the second input: the first
// was read to its end, and faults of the third do not matter.
func TestVerifiedInputs(t *testing.T) {
	t.Parallel()
	raw := compressed(t, strings.NewReader(damageText(t)))
	good, bad := compressedFile(t, raw, false), compressedFile(t, raw, true)
	silent := pipeline.Input{Name: "silent", Open: func() (pipeline.Source, error) {
		r, w := io.Pipe()
		return &pipetest.Source{Reader: r, Live: true, OnClose: w.Close}, nil
	}}
	for _, p := range []partialRun{{records: pipeline.Range{damageLines + 10, damageLines + 20}}, {count: damageLines + 20}} {
		for _, c := range []struct {
			inputs []pipeline.Input
			err    error
		}{
			{[]pipeline.Input{opening(t, good, false, corpus.Options{}), opening(t, good, false, corpus.Options{}), opening(t, bad, false, corpus.Options{})}, nil},
			{[]pipeline.Input{opening(t, good, false, corpus.Options{}), opening(t, bad, false, corpus.Options{})}, gzip.ErrChecksum},
			{[]pipeline.Input{opening(t, bad, false, corpus.Options{}), opening(t, good, false, corpus.Options{})}, gzip.ErrChecksum},
			{[]pipeline.Input{pipetest.Text("a", damageText(t)), pipetest.Text("b", damageText(t)), silent}, nil},
		} {
			_, stats, err := p.of(t, c.inputs, nil)
			if !errors.Is(err, c.err) || stats.Unverified != "" {
				t.Errorf("%+v: %v, want %v; %q is not verified", p, err, c.err, stats.Unverified)
			}
		}
	}
}

// TestDamageBehindTheEnd has a line "end" before a wrong checksum.
func TestDamageBehindTheEnd(t *testing.T) {
	t.Parallel()
	for _, records := range []pipeline.Range{{}, {1, 1000}} {
		path := compressedFile(t, compressed(t, strings.NewReader(pipetest.Puzzle9+"\nend\n"+damageText(t))), true)
		o := run(t.Context(), pipeline.Config{Jobs: 2, Range: records}, opening(t, path, false, corpus.Options{}))
		if !errors.Is(o.Err, gzip.ErrChecksum) {
			t.Errorf("%v: %v, want %v", records, o.Err, gzip.ErrChecksum)
		}
	}
}

// TestGenerateUnchecked has isomorphs made of frames without a checksum.
func TestGenerateUnchecked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.zst")
	e, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false))
	if err != nil {
		t.Fatal(err)
	}
	var raw []byte
	for lines := range slices.Chunk(pipetest.Demo(t, "@demo", damageLines), damageLines/3) {
		raw = e.EncodeAll([]byte(strings.Join(lines, "\n")+"\n"), raw)
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	_, stats, err := partialRun{count: damageLines + 1}.of(t, []pipeline.Input{opening(t, path, false, corpus.Options{})}, nil)
	if err != nil || stats.Unchecked != 3 || stats.Unverified != "" {
		t.Errorf("%v: %+v", err, stats)
	}
}
