package minlex

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// shared holds, for two cells, whether they share a row, a column and a box.
var shared = func() (table [81][81][3]bool) {
	for a := range table {
		for b := range table[a] {
			table[a][b] = [3]bool{a/9 == b/9, a%9 == b%9, a/27 == b/27 && a%9/3 == b%9/3}
		}
	}
	return table
}()

// checkMapping checks that the mapping of a search turns the puzzle into the
// form, and is a symmetry.
func checkMapping(t *testing.T, s *Search, puzzle, form []uint8) {
	t.Helper()
	var m Mapping
	s.Mapping(&m, form)
	digits := m.Digits
	if slices.Sort(digits[:]); digits != [10]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9} || m.Digits[0] != 0 {
		t.Fatalf("%s: digits become %v", puzzletest.Encode(puzzle), m.Digits)
	}
	met := [81]bool{}
	for i, cell := range m.Cells {
		if met[cell] {
			t.Fatalf("%s: cell %d goes to two", puzzletest.Encode(puzzle), cell)
		}
		met[cell] = true
		if m.Digits[puzzle[cell]] != form[i] {
			t.Fatalf("%s: cell %d of the form %s comes from cell %d", puzzletest.Encode(puzzle), i, puzzletest.Encode(form), cell)
		}
		for j := range i {
			now, before := shared[i][j], shared[cell][m.Cells[j]]
			if now[0] != before[0] {
				before[0], before[1] = before[1], before[0] // transposed
			}
			if now != before {
				t.Fatalf("%s: cells %d and %d of the form %s come from others' houses", puzzletest.Encode(puzzle), i, j, puzzletest.Encode(form))
			}
		}
	}
}
