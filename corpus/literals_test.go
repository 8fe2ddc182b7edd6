package corpus

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// randomText is n bytes of so many different ones.
func randomText(seed uint64, n, symbols int) []byte {
	rng := rand.New(rand.NewPCG(seed, 1))
	text := make([]byte, n)
	for i := range text {
		text[i] = byte('0' + rng.IntN(symbols))
	}
	return text
}

// randomGrids is lines of random digits, which compress as solved grids do.
func randomGrids(seed uint64, lines int) string {
	var b strings.Builder
	text := randomText(seed, 81*lines, 9)
	for i := range lines {
		b.Write(text[81*i : 81*i+81])
		b.WriteByte('\n')
	}
	return b.String()
}

// TestLiterals decodes frames of literals, of all kinds of blocks.
func TestLiterals(t *testing.T) {
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	var e literalEncoder
	for _, n := range []int{1, 2, 1023, 1024, 1025, 4096, maxBlock - 1, maxBlock, maxBlock + 1, maxBlock + 2000, 3*maxBlock + 5, groupText} {
		for _, symbols := range []int{1, 2, 9, 100, 200} {
			text := randomText(uint64(n), n, symbols)
			frame := e.appendFrame([]byte("ahead"), text)
			got, err := dec.DecodeAll(frame[5:], nil)
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%d bytes of %d symbols: %v", n, symbols, err)
			}
			if len(frame) > len(text)+64 {
				t.Errorf("%d bytes of %d symbols make a frame of %d", n, symbols, len(frame))
			}
			frame[len(frame)-1] ^= 1
			if _, err := dec.DecodeAll(frame[5:], nil); err == nil {
				t.Errorf("%d bytes of %d symbols: a wrong checksum is not seen", n, symbols)
			}
		}
	}
	text := []byte(randomGrids(1, 5000))
	if frame := e.appendFrame(nil, text); len(frame) > len(text)*10/23 {
		t.Errorf("grids of %d bytes take %d", len(text), len(frame))
	}
}

// TestLiteralsPay wants a search for matches where lines repeat, and only there.
func TestLiteralsPay(t *testing.T) {
	p, err := newPacker(nil, nil, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		want bool
	}{
		{randomGrids(1, 1000), true},
		{strings.Repeat("no solution\n", 1000), false},
		{strings.Repeat(puzzle, 1000), false},
		{randomGrids(1, 10), false}, // too small
	} {
		g := &group{packer: p, text: []byte(c.text)}
		if got := g.literalsPay(); got != c.want {
			t.Errorf("%q…: %v", c.text[:20], got)
		}
	}
}
