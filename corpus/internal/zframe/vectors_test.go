package zframe

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// plainly runs f without vectors.
func plainly(f func()) {
	defer func(have func(*bitStream, []byte, *vectorCode) bool) { encodeVectors = have }(encodeVectors)
	encodeVectors = nil
	f()
}

// TestVectors wants the same frames with vectors and without: of texts of all lengths,
// with bytes that have no code, bytes that vectors look up in the same place, and codes
// of all lengths.
func TestVectors(t *testing.T) {
	if encodeVectors == nil {
		t.Skip("no vectors")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	alphabets := []string{"123456789.\x00Q", "123456789\n", "ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNOP.\n", "12", "aA1!", "12345678\x00\x80", ",.0123456789PQRSTUV"}
	var e literalEncoder
	tabled := 0
	for i := range 2000 {
		alphabet := alphabets[i%len(alphabets)]
		text := make([]byte, minHuffman+rng.IntN(5000))
		skew := 1 + rng.IntN(3) // the most frequent byte takes one bit, or all take about the same
		for j := range text {
			at := len(alphabet)
			for range skew {
				at = rng.IntN(at) + min(1, skew-1)
			}
			text[j] = alphabet[min(at, len(alphabet)-1)]
		}
		if i%5 == 0 {
			text[rng.IntN(len(text))] = byte(rng.IntN(256))
		}
		var want []byte
		plainly(func() { want = e.appendFrame(nil, text) })
		if got := e.appendFrame(nil, text); !bytes.Equal(got, want) {
			t.Errorf("%q, %d bytes: another frame", alphabet, len(text))
		}
		if e.code.tabled {
			tabled++
		}
	}
	if tabled < 1000 || tabled > 1900 {
		t.Errorf("%d of 2000 texts are coded with vectors", tabled)
	}
}
