package corpus

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/corpus/internal/corpustest"
)

// TestAnnounced has frames that pzstd announces: they must follow, and be as
// large as that. Other programs may write four bytes as well.
func TestAnnounced(t *testing.T) {
	announce := func(size int) []byte {
		return binary.LittleEndian.AppendUint32([]byte{0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0}, uint32(size))
	}
	text := corpustest.RandomGrids(1, 6000) // more than is decoded at one go as a first frame
	small, large := corpustest.Frame(t, corpustest.Puzzle), corpustest.Frame(t, text)
	whole := corpustest.Join(announce(len(small)), small, announce(len(large)), large)
	cutAt := len(small) + 24
	for _, c := range []struct {
		name string
		raw  []byte
		text string
		err  string // its end; "": none
	}{
		{"whole", whole, corpustest.Puzzle + text, ""},
		{"twice", corpustest.Join(whole, whole), corpustest.Puzzle + text + corpustest.Puzzle + text, ""},
		{"large first", corpustest.Join(announce(len(large)), large, corpustest.Skippable(3)), text, ""},
		{"with others after", corpustest.Join(whole, small, corpustest.Skippable(4)), corpustest.Puzzle + text + corpustest.Puzzle, ""},
		{"another kind of skippable frame", corpustest.Join([]byte{0x50, 0x2a, 0x4d, 0x18, 5, 0, 0, 0}, make([]byte, 5)), "", ""},
		{"four bytes of another program", corpustest.Join(announce(9), announce(0), small, announce(1<<31), small, announce(9)), corpustest.Puzzle + corpustest.Puzzle, ""},
		{"cut after the first", whole[:12], "", "raw byte 0 announces is missing: unexpected EOF"},
		{"cut after the second", whole[:cutAt], corpustest.Puzzle, " announces is missing: unexpected EOF"},
		{"cut in the magic number", whole[:cutAt+2], corpustest.Puzzle, "cut inside the zstd frame"},
		{"cut in the number", whole[:cutAt-2], corpustest.Puzzle, "cut inside the zstd frame"},
		{"cut, with another file after", corpustest.Join(whole[:cutAt], whole), corpustest.Puzzle, " announces is missing: unexpected EOF"},
		{"too small", corpustest.Join(announce(len(small)-1), small, whole), corpustest.Puzzle + corpustest.Puzzle, "has 59 bytes, not 58 as the skippable frame at raw byte 0 announces"},
		{"too large", corpustest.Join(whole, announce(len(large)+1), large), corpustest.Puzzle + text + text, "announces"},
		{"of a frame that was taken out", corpustest.Join(announce(len(large)), whole[12:]), corpustest.Puzzle + text, "as the skippable frame at raw byte 0 announces"},
	} {
		for _, path := range []string{"-", writeFile(t, "a.zst", c.raw)} {
			r := mustOpen(t, path, Options{Stdin: bytes.NewReader(c.raw)})
			text, err := io.ReadAll(r)
			if string(text) != c.text || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %d of %d bytes, %v; want %q", c.name, len(text), len(c.text), err, c.err)
			}
			if strings.Contains(c.err, "EOF") && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%s: %v is not an unexpected end", c.name, err)
			}
			r.Close()
		}
	}
}
