package explain

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// BenchmarkRate rates the shared corpora. An iteration is one puzzle.
func BenchmarkRate(b *testing.B) {
	for _, name := range []string{"kaggle", "17clue", "diabolical", "top1465"} {
		b.Run("corpus="+name, func(b *testing.B) {
			lines := puzzletest.ReadLines(b, name+".txt.zst")
			puzzles := make([][]uint8, len(lines))
			for i, line := range lines {
				puzzles[i] = puzzletest.Decode(line[:81])
			}
			r := New(Options{})
			// A stride without a common factor takes puzzles from the whole corpus.
			const stride = 7919
			for i := 0; b.Loop(); i++ {
				r.Rate(puzzles[i*stride%len(puzzles)])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
