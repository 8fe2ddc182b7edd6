package solver

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/unavoidable"
)

// bruteRedundant finds redundant clues by removing each clue in turn.
func bruteRedundant(tb testing.TB, w *witness, puzzle []uint8) (redundant CellSet) {
	tb.Helper()
	for cell, clue := range puzzle {
		if clue == 0 {
			continue
		}
		without := slices.Clone(puzzle)
		without[cell] = 0
		if w.solve(tb, without, 2).Unique() {
			redundant.Add(cell)
		}
	}
	return redundant
}

// decodeAll returns the cells of puzzles, one puzzle after the other.
func decodeAll(lines []string) (puzzles []uint8) {
	for _, line := range lines {
		puzzles = append(puzzles, puzzletest.Decode(line)...)
	}
	return puzzles
}

// redundantOf returns the redundant clues of puzzles.
func redundantOf(tb testing.TB, order int, puzzles []uint8) []CellSet {
	tb.Helper()
	m, err := NewMinimalChecker(geometry.Of(order))
	if err != nil {
		tb.Fatal(err)
	}
	before, solutions := slices.Clone(puzzles), slices.Clone(puzzles)
	redundant := slices.Repeat([]CellSet{{1, 2, 3, 4}}, len(puzzles)/(order*order))
	mustNew(tb, order, Options{}).SolveBatch(solutions, make([]Result, len(redundant)))
	m.Redundant(redundant, puzzles, solutions)
	if !slices.Equal(puzzles, before) {
		tb.Error("puzzles changed")
	}
	return redundant
}

// checkRedundant compares a MinimalChecker with bruteRedundant by other engines. It returns the number of redundant clues.
func checkRedundant(t *testing.T, order int, puzzles []uint8) (redundant int) {
	t.Helper()
	n, judge := order*order, newWitness(order)
	for i, got := range redundantOf(t, order, puzzles) {
		puzzle := puzzles[i*n : (i+1)*n]
		if want := bruteRedundant(t, judge, puzzle); got != want {
			t.Errorf("%s: got %v, want %v", puzzletest.Encode(puzzle), got, want)
		}
		redundant += got.Len()
	}
	return redundant
}

func TestRedundantInCorpora(t *testing.T) {
	for _, test := range []struct {
		corpus string
		n      int
		some   bool // puzzles have redundant clues
	}{
		{"17clue", 60, false},
		{"kaggle", 60, true},
		{"top1465", 60, false},
		{"hardest11", 30, false},
		{"multi", 30, false},
		{"x16_CH", 1, true},
		{"x16_minimal", 1, false},
	} {
		t.Run(test.corpus, func(t *testing.T) {
			lines := puzzletest.Sample(t, test.corpus, test.n)
			lines = lines[:min(len(lines), 30*test.n)]
			order := puzzletest.OrderOf(puzzletest.Decode(lines[0]))
			found := checkRedundant(t, order, decodeAll(lines))
			if found > 0 != test.some {
				t.Errorf("%d redundant clues", found)
			}
		})
	}
}

func TestRedundantGenerated(t *testing.T) {
	for _, order := range Orders() {
		g := puzzletest.NewGenerator(order, 42)
		var puzzles []uint8
		for i := range 1 + 1500/(order*order*order) {
			puzzle, _ := g.Unique(order * order * 5 / 9)
			puzzles = slices.Concat(puzzles, puzzle, g.Puzzle(4*i))
		}
		if checkRedundant(t, order, puzzles) == 0 {
			t.Errorf("order %d: no redundant clues", order)
		}
	}
}

// TestSeventeenAreMinimal checks that the 17-clue puzzles are minimal, and that
// most clues are proven needed without search.
func TestSeventeenAreMinimal(t *testing.T) {
	puzzles := decodeAll(puzzletest.Lines(t, "17clue"))
	clues, open := 0, 0
	solutions := slices.Clone(puzzles)
	mustNew(t, 9, Options{}).SolveBatch(solutions, make([]Result, len(puzzles)/81))
	u := unavoidable.New(geometry.Of(9))
	for i, redundant := range redundantOf(t, 9, puzzles) {
		if redundant != (CellSet{}) {
			t.Errorf("%s: redundant %v", puzzletest.Encode(puzzles[81*i:81*i+81]), redundant)
		}
		set := CellSet(u.Undecided(puzzles[81*i:81*i+81], solutions[81*i:81*i+81]))
		clues, open = clues+17, open+set.Len()
	}
	if 4*open > clues {
		t.Errorf("%d of %d clues are undecided", open, clues)
	}
}

func TestRedundantStops(t *testing.T) {
	g := puzzletest.NewGenerator(9, 43)
	var puzzles, solutions []uint8
	for range 200 {
		puzzle, solution := g.Unique(40)
		puzzles, solutions = append(puzzles, puzzle...), append(solutions, solution...)
	}
	m, err := NewMinimalChecker(geometry.Of(9))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	m.Stop = func() bool { asked++; return asked > 2 }
	m.Redundant(make([]CellSet, 200), puzzles, solutions)
	if asked < 3 {
		t.Errorf("asked %d times whether to stop", asked)
	}
}

func TestMinimalCheckerMistakes(t *testing.T) {
	if _, err := NewMinimalChecker(geometry.Of(10)); err == nil {
		t.Error("no error for order 10")
	}
	m, err := NewMinimalChecker(geometry.Of(9))
	if err != nil {
		t.Fatal(err)
	}
	for _, cells := range [][2]int{{80, 80}, {81, 80}, {80, 81}, {162, 162}} {
		checkPanics(t, func() {
			m.Redundant(make([]CellSet, 1), make([]uint8, cells[0]), make([]uint8, cells[1]))
		})
	}
	// A value that is too high must be found although no test reaches it, and
	// the checker must stay usable.
	puzzle := puzzletest.Decode(puzzletest.SolvedGrid)
	solution := slices.Clone(puzzle)
	for _, cell := range []int{0, 80} {
		bad := slices.Clone(puzzle)
		bad[cell] = 10
		for range testBatches + 1 {
			checkPanics(t, func() {
				m.Redundant(make([]CellSet, 9), slices.Concat(slices.Repeat(puzzle, 8), bad), slices.Repeat(solution, 9))
			})
		}
	}
	redundant := make([]CellSet, 1)
	if m.Redundant(redundant, puzzle, solution); redundant[0].Len() != 81 {
		t.Errorf("%d clues of a grid are redundant", redundant[0].Len())
	}
	m.Redundant(nil, nil, nil)
}

func TestCellSet(t *testing.T) {
	var s CellSet
	cells := []int{0, 63, 64, 80, 127, 128, 639}
	for _, cell := range cells {
		s.Add(cell)
	}
	if got := slices.Collect(s.All); !slices.Equal(got, cells) || s.Len() != len(cells) {
		t.Errorf("got %v, %d cells", got, s.Len())
	}
	for cell := range s.All {
		if cell == 64 {
			break
		}
		s.Remove(cell)
	}
	if s.Has(63) || !s.Has(64) || s.Len() != 5 {
		t.Errorf("got %v", s)
	}
	for _, cell := range []int{-1, 640} {
		checkPanics(t, func() { s.Add(cell) })
		checkPanics(t, func() { s.Remove(cell) })
		checkPanics(t, func() { s.Has(cell) })
	}
}
