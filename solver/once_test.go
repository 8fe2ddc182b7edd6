package solver

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestOnce compares Solve, Count and IsUnique with a Solver of each order.
func TestOnce(t *testing.T) {
	for order, puzzles := range puzzletest.Generated(15, 12) {
		s := mustNew(t, order, Options{Limit: 3})
		for _, puzzle := range puzzles {
			before, want := slices.Clone(puzzle), slices.Clone(puzzle)
			r := s.Solve(want)
			if r.Status == GaveUp {
				continue
			}
			n, err := Count(puzzle, 3)
			if n != r.Solutions || err != nil {
				t.Errorf("%s: Count: %d, %v, want %d", puzzletest.Encode(puzzle), n, err, r.Solutions)
			}
			if unique, err := IsUnique(puzzle); unique != r.Unique() || err != nil {
				t.Errorf("%s: IsUnique: %v, %v", puzzletest.Encode(puzzle), unique, err)
			}
			got, err := Solve(puzzle)
			if r.Solutions == 0 && (got != nil || !errors.Is(err, ErrNoSolution)) || r.Solutions > 0 && (err != nil || !slices.Equal(got, want)) {
				t.Errorf("%s: Solve: %v, %v", puzzletest.Encode(puzzle), got, err)
			}
			if !slices.Equal(puzzle, before) {
				t.Errorf("%s: the puzzle was changed", puzzletest.Encode(before))
			}
		}
	}
}

func TestOnceErrors(t *testing.T) {
	clash := make([]uint8, 81)
	clash[0], clash[80], clash[72] = 5, 4, 5
	value := make([]uint8, 81)
	value[10] = 10
	for _, test := range []struct {
		puzzle []uint8
		want   string
	}{
		{nil, "no puzzle has 0 cells: orders are [4 6 8 9 12 16 25]"},
		{make([]uint8, 80), "no puzzle has 80 cells"},
		{value, "r2c2 holds 10: want 0 to 9"},
		{clash, "no solution: r1c1 and r9c1 hold the same clue in one house"},
		{puzzletest.Decode(puzzletest.None), "no solution"},
	} {
		solution, err := Solve(test.puzzle)
		if solution != nil || err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("Solve: %v, %v, want %s", solution, err, test.want)
		}
		known := strings.HasPrefix(test.want, "no solution")
		n, counted := Count(test.puzzle, 2)
		unique, proven := IsUnique(test.puzzle)
		if n != 0 || unique || (counted == nil) != known || (proven == nil) != known {
			t.Errorf("Count: %d, %v; IsUnique: %v, %v; want %s", n, counted, unique, proven, test.want)
		}
	}
	if _, err := Count(clash, 0); err == nil || err.Error() != "limit 0: want at least 1" {
		t.Error(err)
	}
	if n, err := Count(make([]uint8, 16), math.MaxInt); n != 288 || err != nil {
		t.Errorf("%d grids of order 4, %v", n, err)
	}
}
