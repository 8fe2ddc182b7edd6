package corpus

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// countRecords counts lines as records, but for empty ones and comments; it
// knows nothing of a text that begins with a blank.
func countRecords(text []byte) (lines, records uint32, known bool) {
	for line := range bytes.Lines(text) {
		lines++
		if line[0] != '\n' && line[0] != '#' {
			records++
		}
	}
	return lines, records, !bytes.HasPrefix(text, []byte{' '})
}

// TestSkipRecords begins at every record that frames make a difference for.
func TestSkipRecords(t *testing.T) {
	lines := strings.SplitAfter("# a comment\n\n"+corpustest.RandomGrids(1, 20_000)+"\n", "\n")
	path := filepath.Join(t.TempDir(), "a.zst")
	w := mustCreate(t, path, CreateOptions{CountRecords: countRecords})
	mustWrite(t, w, strings.Join(lines, ""))
	mustCommit(t, w)
	pool := startPool(t, 2)
	met := map[int64]bool{}
	for _, n := range []int64{0, 1, 6000, 6472, 13_000, 19_000, 1 << 40} {
		for _, read := range []int{0, 1000, 700_000} {
			r := mustOpen(t, path, Options{Pool: pool})
			if _, err := io.ReadFull(r, make([]byte, read)); err != nil {
				t.Fatal(err)
			}
			records, skipped, err := r.SkipRecords(n)
			if err != nil || records > n || n > 7000 && n-records > 7000 && n < 20_000 {
				t.Errorf("%d: %d records, %v", n, records, err)
			}
			met[records] = true
			if records == 0 {
				r.Close()
				continue
			}
			rest, err := io.ReadAll(r)
			want := strings.Join(lines[skipped:], "")
			if err != nil || string(rest) != want || records != skipped-2 && records != 20_000 {
				t.Errorf("%d: %d records, %d lines, then %d bytes, want %d; %v", n, records, skipped, len(rest), len(want), err)
			}
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if len(met) < 4 {
		t.Errorf("only so many places were gone to: %v", met)
	}
}

// TestNoTable has files whose tables hold nothing, or too much: all of them are
// read from the beginning.
func TestNoTable(t *testing.T) {
	text := corpustest.RandomGrids(1, 20_000)
	ours := compress(t, []string{text}, CreateOptions{CountRecords: countRecords}, false)
	table := len(ours) - 9
	changed := func(at int) []byte {
		b := bytes.Clone(ours)
		b[at] ^= 0x40
		return b
	}
	unknown := compress(t, []string{" \n" + text}, CreateOptions{CountRecords: countRecords}, false)
	for name, raw := range map[string][]byte{
		"another's": corpustest.Frame(t, text), "two": corpustest.Join(ours, ours), "something ahead": corpustest.Join(corpustest.Frame(t, ""), ours),
		"number of frames": changed(table), "flags": changed(table + 4), "magic": changed(table + 8),
		"size of a frame": changed(table - 8), "digest": changed(table - 8*9), "plain": []byte(text),
		"uncounted": unknown, "streamed": compress(t, []string{text, text}, CreateOptions{CountRecords: countRecords}, true),
	} {
		r := mustOpen(t, writeFile(t, "a", raw), Options{})
		records, _, err := r.SkipRecords(1 << 30)
		got, readErr := io.ReadAll(r)
		if records != 0 || err != nil || readErr != nil || !strings.HasSuffix(string(got), text) {
			t.Errorf("%s: %d records, %v, then %d bytes, %v", name, records, err, len(got), readErr)
		}
		r.Close()
	}
}

// TestUnchecked counts frames without a checksum, as jobs and as streams.
func TestUnchecked(t *testing.T) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false))
	if err != nil {
		t.Fatal(err)
	}
	good, bad := corpustest.Frame(t, corpustest.Puzzle), e.EncodeAll([]byte(corpustest.Puzzle), nil)
	for _, c := range []struct {
		raw       []byte
		unchecked int64
	}{
		{corpustest.Join(good, good), 0},
		{corpustest.Join(good, bad, good, bad), 2},
		{rleFrame(20, 2), 1},
		{gzipMember(t, corpustest.Puzzle), 0},
	} {
		r := mustOpen(t, "-", Options{Stdin: bytes.NewReader(c.raw)})
		if _, err = io.Copy(io.Discard, r); err != nil || r.Unchecked() != c.unchecked {
			t.Errorf("%v, %d unchecked; want %d", err, r.Unchecked(), c.unchecked)
		}
		r.Close()
	}
}
