package solver

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

func TestVerifyErrors(t *testing.T) {
	solved := puzzletest.Decode(puzzletest.SolvedGrid)
	large := puzzletest.PatternGrid(16)
	with := func(cells []uint8, changes ...int) []uint8 {
		result := slices.Clone(cells)
		for i := 0; i < len(changes); i += 2 {
			result[changes[i]] = uint8(changes[i+1])
		}
		return result
	}
	// In latin only the boxes are wrong.
	latin := make([]uint8, 81)
	for i := range latin {
		latin[i] = uint8((i/9+i%9)%9) + 1
	}
	rowsOnly := slices.Repeat([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}, 9)
	columnsOnly := make([]uint8, 81)
	for i := range columnsOnly {
		columnsOnly[i] = uint8(i/9) + 1
	}
	for _, test := range []struct {
		name             string
		solution, puzzle []uint8
		want             string
	}{
		{"no cells", nil, nil, "no grid has 0 cells"},
		{"a cell less", solved[1:], solved[1:], "no grid has 80 cells"},
		{"order 10", make([]uint8, 100), make([]uint8, 100), "no grid has 100 cells"},
		{"a puzzle of other length", solved, solved[1:], "81 cells solve a puzzle of 80"},
		{"a puzzle of the other order", solved, large, "81 cells solve a puzzle of 256"},
		{"a blank", with(solved, 80, 0), make([]uint8, 81), "r9c9 holds 0"},
		{"ten", with(solved, 10, 10), make([]uint8, 81), "r2c2 holds 10"},
		{"255", with(large, 255, 255), make([]uint8, 256), "r16c16 holds 255"},
		{"seventeen", with(large, 16, 17), make([]uint8, 256), "r2c1 holds 17"},
		{"another clue", solved, with(make([]uint8, 81), 40, int(solved[40]%9)+1), "r5c5 holds 8 where the clue is 9"},
		{"another clue, order 16", large, with(make([]uint8, 256), 0, 16), "r1c1 holds 1 where the clue is 16"},
		{"two in the row", columnsOnly, make([]uint8, 81), "r1c2 holds a second 1"},
		{"two in the column", rowsOnly, make([]uint8, 81), "r2c1 holds a second 1"},
		{"two in a box", latin, make([]uint8, 81), "r2c1 holds a second 2"},
		{"two in the last box", with(large, 255, int(large[254])), make([]uint8, 256), "r16c16 holds a second"},
	} {
		if err := Verify(test.puzzle, test.solution); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

// TestVerifyChanges checks that Verify finds every change of one cell and every
// swap of two digits.
func TestVerifyChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 14))
	for _, solution := range [][]uint8{puzzletest.Decode(puzzletest.SolvedGrid), puzzletest.PatternGrid(16)} {
		order, blank := puzzletest.OrderOf(solution), make([]uint8, len(solution))
		for cell := range solution {
			changed := slices.Clone(solution)
			changed[cell] = (changed[cell]+uint8(random.IntN(order-1)))%uint8(order) + 1
			if Verify(blank, changed) == nil {
				t.Fatalf("cell %d changed from %d to %d: no error", cell, solution[cell], changed[cell])
			}
			changed[cell] = solution[cell]
			other := random.IntN(len(solution))
			changed[cell], changed[other] = changed[other], changed[cell]
			if got, want := Verify(blank, changed) == nil, solution[cell] == solution[other]; got != want {
				t.Fatalf("cells %d and %d swapped: accepted is %v", cell, other, got)
			}
		}
	}
}
