package singles

import (
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

func BenchmarkRounds(b *testing.B) {
	for _, corpus := range []string{"kaggle", "17clue", "diabolical", "x16_CH", "x16_goomii"} {
		b.Run("corpus="+corpus, func(b *testing.B) {
			var puzzles [][]uint8
			for _, line := range puzzletest.Sample(b, corpus, 1000) {
				puzzles = append(puzzles, puzzletest.Decode(line))
			}
			solved := 0
			for b.Loop() {
				solved = 0
				for _, puzzle := range puzzles {
					if _, ok := Rounds(puzzle); ok {
						solved++
					}
				}
			}
			b.ReportMetric(float64(b.N*len(puzzles))/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(solved)/float64(len(puzzles)), "solved")
		})
	}
}
