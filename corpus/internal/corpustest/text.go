package corpustest

import (
	"math/rand/v2"
	"strings"
)

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
