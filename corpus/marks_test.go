package corpus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// framesOf cuts a file at the borders of its frames.
func framesOf(t testing.TB, raw []byte) (frames [][]byte) {
	t.Helper()
	for len(raw) > 0 {
		n := skipHead
		if raw[0] == zstdMagic[0] {
			w := newFrameWalker(bytes.NewReader(raw), 0)
			if _, err := io.Copy(io.Discard, &exactReader{w, raw}); err != nil {
				t.Fatal(err)
			}
			n = int(w.offset)
		} else {
			n += int(binary.LittleEndian.Uint32(raw[4:]))
		}
		frames = append(frames, raw[:n])
		raw = raw[n:]
	}
	return frames
}

// An exactReader reads a walker byte by byte, so that it stops at the frame's end.
type exactReader struct {
	w   *frameWalker
	raw []byte
}

func (r *exactReader) Read(p []byte) (int, error) { return r.w.Read(p[:1]) }

// TestMarks takes frames out of a file of ours, puts others in, and cuts it at every border.
func TestMarks(t *testing.T) {
	texts := []string{randomGrids(1, 100), randomGrids(2, 3), randomGrids(3, 200)}
	all := strings.Join(texts, "")
	raw := compress(t, texts, CreateOptions{}, true)
	f := framesOf(t, raw)
	if len(f) != 5 || !bytes.Equal(join(f...), raw) {
		t.Fatalf("%d frames", len(f))
	}
	foreign := zstdFrame(t, puzzle)
	for _, c := range []struct {
		name string
		raw  []byte
		text string
		err  error
	}{
		{"whole", raw, all, nil},
		{"twice", join(raw, raw), all + all, nil},
		{"behind others", join(foreign, skippable(3), raw, foreign), puzzle + all + puzzle, nil},
		{"cut behind the opening", f[0], "", errUnclosed},
		{"cut behind a frame", join(f[:2]...), texts[0], errUnclosed},
		{"cut before the closing", join(f[:4]...), all, errUnclosed},
		{"cut, with another file behind", join(join(f[:3]...), raw), texts[0] + texts[1], errUnclosed},
		{"without a frame", join(f[0], f[1], f[3], f[4]), texts[0] + texts[2], errNotText},
		{"with one more", join(f[0], f[1], f[2], foreign, f[3], f[4]), texts[0] + texts[1] + puzzle + texts[2], errNotText},
		{"in another order", join(f[0], f[2], f[1], f[3], f[4]), texts[1] + texts[0] + texts[2], errNotText},
		{"without the opening", join(f[1:]...), all, nil}, // any zstd file
		{"empty", compress(t, nil, CreateOptions{}, false), "", nil},
	} {
		text, err := readBytes(t, c.raw)
		if text != c.text || !errors.Is(err, c.err) {
			t.Errorf("%s: %d of %d bytes, %v; want %v", c.name, len(text), len(c.text), err, c.err)
		}
		if c.err != nil && !strings.Contains(fmt.Sprint(err), fmt.Sprintf("at decoded byte %d: ", len(c.text))) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestOtherDecoder has a decoder that knows nothing of marks read a file, all of it and, by the table, each frame.
func TestOtherDecoder(t *testing.T) {
	text := mixedText()
	raw := compress(t, []string{text}, CreateOptions{}, false)
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	if got, err := dec.DecodeAll(raw, nil); err != nil || string(got) != text {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	// As the format's own description has it, from the end.
	footer := raw[len(raw)-9:]
	n := int(binary.LittleEndian.Uint32(footer))
	if footer[4] != 0 || !bytes.Equal(footer[5:], []byte{0xb1, 0xea, 0x92, 0x8f}) {
		t.Fatalf("footer % x", footer)
	}
	table := raw[len(raw)-9-8*n-8:]
	if !bytes.Equal(table[:4], []byte{0x5e, 0x2a, 0x4d, 0x18}) || int(binary.LittleEndian.Uint32(table[4:])) != 8*n+9 {
		t.Fatalf("table % x", table[:8])
	}
	at, whole := 0, ""
	for i := range n {
		entry := table[8+8*i:]
		size := int(binary.LittleEndian.Uint32(entry))
		got, err := dec.DecodeAll(raw[at:at+size], nil)
		if err != nil || len(got) != int(binary.LittleEndian.Uint32(entry[4:])) {
			t.Errorf("frame %d: %d bytes, %v", i, len(got), err)
		}
		if border := bytes.HasSuffix(got, []byte{'\n'}); !border && len(got) > 0 && len(got) < groupText && i < n-2 {
			t.Errorf("frame %d ends within a line", i)
		}
		whole += string(got)
		at += size
	}
	if whole != text || at != len(raw)-len(table) || n < 5 {
		t.Errorf("%d frames of %d bytes, %d of text", n, at, len(whole))
	}
}

// TestSkipRecords begins at every record that frames make a difference for.
func TestSkipRecords(t *testing.T) {
	lines := strings.SplitAfter("# a comment\n\n"+randomGrids(1, 20_000)+"\n", "\n")
	path := filepath.Join(t.TempDir(), "a.zst")
	w := mustCreate(t, path, CreateOptions{})
	mustWrite(t, w, strings.Join(lines, ""))
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	pool := startPool(t, 2)
	met := map[int64]bool{}
	for _, n := range []int64{0, 1, 6000, 6472, 13_000, 19_000, 1 << 40} {
		for _, read := range []int{0, 1000, 700_000} {
			r, err := Open(path, Options{Pool: pool})
			if err != nil {
				t.Fatal(err)
			}
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

// TestNoTable has files that tell nothing, or too much: all of them are read from the beginning.
func TestNoTable(t *testing.T) {
	text := randomGrids(1, 20_000)
	ours := compress(t, []string{text}, CreateOptions{}, false)
	table := len(ours) - 9
	changed := func(at int) []byte {
		b := bytes.Clone(ours)
		b[at] ^= 0x40
		return b
	}
	unknown := compress(t, []string{" \n" + text}, CreateOptions{}, false)
	for name, raw := range map[string][]byte{
		"another's": zstdFrame(t, text), "two": join(ours, ours), "something ahead": join(zstdFrame(t, ""), ours),
		"number of frames": changed(table), "flags": changed(table + 4), "magic": changed(table + 8),
		"size of a frame": changed(table - 8), "digest": changed(table - 8*9), "plain": []byte(text),
		"uncounted": unknown, "streamed": compress(t, []string{text, text}, CreateOptions{}, true),
	} {
		r, err := Open(writeFile(t, "a", raw), Options{})
		if err != nil {
			t.Fatal(err)
		}
		records, _, err := r.SkipRecords(1 << 30)
		got, readErr := io.ReadAll(r)
		if records != 0 || err != nil || readErr != nil || !strings.HasSuffix(string(got), text) {
			t.Errorf("%s: %d records, %v, then %d bytes, %v", name, records, err, len(got), readErr)
		}
		r.Close()
	}
}

// TestCountRecords has lines that are records, are none, and are for others to judge.
func TestCountRecords(t *testing.T) {
	for text, want := range map[string][2]uint32{
		"":                       {0, 0},
		"1\n":                    {1, 1},
		"\n#1\n1\nno solution\n": {4, 2},
		"eee\nE\n":               {2, 2},
		"1\nend\n1\n":            {3, uncountedFrame},
		"1\n \n":                 {2, uncountedFrame},
		"\r\n1\n":                {2, uncountedFrame},
		"\ufeff1\n":              {1, uncountedFrame},
		"1\n2":                   {1, uncountedFrame},
	} {
		if lines, records := countRecords([]byte(text)); [2]uint32{lines, records} != want {
			t.Errorf("%q: %d lines, %d records; want %v", text, lines, records, want)
		}
	}
}

// TestRequireChecksum has frames with and without, as jobs and as streams.
func TestRequireChecksum(t *testing.T) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false))
	if err != nil {
		t.Fatal(err)
	}
	good, bad := zstdFrame(t, puzzle), e.EncodeAll([]byte(puzzle), nil)
	for _, c := range []struct {
		raw       []byte
		unchecked int64
		at        int // of the first one; -1: none
	}{
		{join(good, good), 0, -1},
		{join(good, bad, good, bad), 2, len(good)},
		{rleFrame(20, 2), 1, 0},
		{gzipMember(t, puzzle), 0, -1},
	} {
		for _, strict := range []bool{false, true} {
			r, err := Open("-", Options{Stdin: bytes.NewReader(c.raw), RequireChecksum: strict})
			if err != nil {
				t.Fatal(err)
			}
			_, err = io.Copy(io.Discard, r)
			want := fmt.Sprintf("the zstd frame at raw byte %d has no checksum (--require-checksum)", c.at)
			switch refuse := strict && c.at >= 0; {
			case refuse && (err == nil || !strings.HasSuffix(err.Error(), want)):
				t.Errorf("%v; want %q", err, want)
			case !refuse && (err != nil || r.Unchecked() != c.unchecked):
				t.Errorf("%v, %d unchecked; want %d", err, r.Unchecked(), c.unchecked)
			}
			r.Close()
		}
	}
}

// TestStreamIsFlushed writes to a pipe: what was flushed can be decoded, and there is no table.
func TestStreamIsFlushed(t *testing.T) {
	raw := compress(t, []string{puzzle, "", puzzle + puzzle}, CreateOptions{}, true)
	f := framesOf(t, raw)
	if len(f) != 4 || bytes.Contains(raw, []byte{0xb1, 0xea, 0x92, 0x8f}) {
		t.Errorf("%d frames", len(f))
	}
	for i, want := range []string{puzzle, puzzle + puzzle} {
		if text, err := readBytes(t, f[1+i]); err != nil || text != want {
			t.Errorf("frame %d: %q, %v", i, text, err)
		}
	}
}
