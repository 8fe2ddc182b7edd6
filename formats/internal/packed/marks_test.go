package packed

import (
	"math/rand/v2"
	"testing"
)

// Blocks of random bytes, and of nearly nothing but marks.
func TestFindMarks(t *testing.T) {
	if !CanFindMarks() {
		t.Skip("this processor has no kernel")
	}
	r := rand.New(rand.NewPCG(21, 22))
	for range 2000 {
		separator := ",;\t|:"[r.IntN(5)]
		text := make([]byte, r.IntN(9*Block))
		for i := range text {
			text[i] = byte(r.IntN(256))
			if r.IntN(2) == 0 {
				text[i] = []byte{'"', separator, '\n', '"' ^ 1}[r.IntN(4)]
			}
		}
		got, want := make([]Marks, len(text)/Block), make([]Marks, len(text)/Block)
		FindMarks(got, text, separator)
		for at, b := range text[:len(want)*Block] {
			for i, mark := range []byte{'"', separator, '\n'} {
				if b == mark {
					want[at/Block][i] |= 1 << (at % Block)
				}
			}
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%q, %q: %x, want %x", separator, text[i*Block:][:Block], got[i], want[i])
			}
		}
	}
}
