package zframe

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestMarks takes frames out of a file of ours, puts others in, and cuts it at
// every border.
func TestMarks(t *testing.T) {
	texts := []string{corpustest.RandomGrids(1, 100), corpustest.RandomGrids(2, 3), corpustest.RandomGrids(3, 200)}
	all := strings.Join(texts, "")
	raw := compress(t, texts, WriterOptions{}, true)
	f := corpustest.Frames(t, raw)
	if len(f) != 5 || !bytes.Equal(corpustest.Join(f...), raw) {
		t.Fatalf("%d frames", len(f))
	}
	foreign := corpustest.Frame(t, corpustest.Puzzle)
	for _, c := range []struct {
		name string
		raw  []byte
		text string
		err  error
	}{
		{"whole", raw, all, nil},
		{"twice", corpustest.Join(raw, raw), all + all, nil},
		{"after others", corpustest.Join(foreign, corpustest.Skippable(3), raw, foreign), corpustest.Puzzle + all + corpustest.Puzzle, nil},
		{"cut after the opening", f[0], "", errUnclosed},
		{"cut after a frame", corpustest.Join(f[:2]...), texts[0], errUnclosed},
		{"cut before the closing", corpustest.Join(f[:4]...), all, errUnclosed},
		{"cut, with another file after", corpustest.Join(corpustest.Join(f[:3]...), raw), texts[0] + texts[1], errUnclosed},
		{"without a frame", corpustest.Join(f[0], f[1], f[3], f[4]), texts[0] + texts[2], errNotText},
		{"with one more", corpustest.Join(f[0], f[1], f[2], foreign, f[3], f[4]), texts[0] + texts[1] + corpustest.Puzzle + texts[2], errNotText},
		{"in another order", corpustest.Join(f[0], f[2], f[1], f[3], f[4]), texts[1] + texts[0] + texts[2], errNotText},
		{"without the opening", corpustest.Join(f[1:]...), all, nil}, // any zstd file
		{"empty", compress(t, nil, WriterOptions{}, false), "", nil},
	} {
		text, err := read(t, c.raw)
		if text != c.text || !errors.Is(err, c.err) {
			t.Errorf("%s: %d of %d bytes, %v; want %v", c.name, len(text), len(c.text), err, c.err)
		}
	}
}

// TestOtherDecoder has a decoder that knows nothing of marks read a file, all
// of it and, by the table, each frame.
func TestOtherDecoder(t *testing.T) {
	text := corpustest.MixedText()
	raw := compress(t, []string{text}, WriterOptions{}, false)
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

// TestStreamIsFlushed writes to a pipe: what was flushed can be decoded, and
// there is no table.
func TestStreamIsFlushed(t *testing.T) {
	raw := compress(t, []string{corpustest.Puzzle, "", corpustest.Puzzle + corpustest.Puzzle}, WriterOptions{}, true)
	f := corpustest.Frames(t, raw)
	if len(f) != 4 || bytes.Contains(raw, []byte{0xb1, 0xea, 0x92, 0x8f}) {
		t.Errorf("%d frames", len(f))
	}
	for i, want := range []string{corpustest.Puzzle, corpustest.Puzzle + corpustest.Puzzle} {
		if text, err := read(t, f[1+i]); err != nil || text != want {
			t.Errorf("frame %d: %q, %v", i, text, err)
		}
	}
}
