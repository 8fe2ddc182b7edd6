package solver

import (
	"slices"
	"testing"
)

// bruteRedundant finds the redundant clues of a puzzle one by one.
func bruteRedundant(tb testing.TB, e engine, puzzle []uint8) (redundant CellSet) {
	tb.Helper()
	for cell, clue := range puzzle {
		if clue == 0 {
			continue
		}
		without := slices.Clone(puzzle)
		without[cell] = 0
		if out, _ := searchCopy(tb, e, without, 2, unlimited); out.found == 1 {
			redundant.Add(cell)
		}
	}
	return redundant
}

// solveAll returns the solutions of puzzles that lie one after the other.
func solveAll(tb testing.TB, order int, puzzles []uint8) []uint8 {
	tb.Helper()
	solutions := slices.Clone(puzzles)
	results := make([]Result, len(puzzles)/(order*order))
	mustNew(tb, order, Options{}).SolveBatch(solutions, results)
	return solutions
}

// The redundant clues are those that brute force with another engine finds.
func TestRedundant(t *testing.T) {
	for _, test := range []struct {
		corpus string
		n      int
	}{{"17clue", 60}, {"kaggle", 60}, {"top1465", 60}, {"multi", 30}, {"x16_CH", 2}} {
		lines := corpusSample(t, test.corpus, test.n)
		lines = lines[:min(len(lines), test.n)]
		order := orderOf(decodePuzzle(lines[0]))
		var puzzles []uint8
		for _, line := range lines {
			puzzles = append(puzzles, decodePuzzle(line)...)
		}
		m, err := NewMinimalChecker(order)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]CellSet, len(lines))
		m.Redundant(puzzles, solveAll(t, order, puzzles), got)
		judge := newDLX(order)
		for i, line := range lines {
			if want := bruteRedundant(t, judge, decodePuzzle(line)); got[i] != want {
				t.Errorf("%s: got %v, want %v", line, got[i], want)
			}
		}
	}
}
