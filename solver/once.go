package solver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Errors of Solve, Count and IsUnique, to be compared with errors.Is.
var (
	ErrNoSolution = errors.New("no solution")
	ErrGaveUp     = errors.New("gave up: the puzzle needs more guesses than DefaultMaxGuesses allows")
)

// Solve returns the first solution of a puzzle in a new slice. The puzzle holds
// 16, 36, 64, 81, 144, 256 or 625 cells, row by row, 0 = blank; their number tells
// the order, and the boxes are the usual ones. The puzzle stays unchanged. Solve
// does not look for a second solution: see IsUnique.
//
// The error is ErrNoSolution if there is none, perhaps with the clues that clash,
// ErrGaveUp if the default budget ends the search, and another one if the number of
// cells or the value of a cell is wrong. Each call makes a solver: to solve many
// puzzles, make one with New. Solve may be called by several goroutines at a time.
func Solve(puzzle []uint8) ([]uint8, error) {
	r, solution, err := solveOnce(puzzle, 1)
	switch {
	case err != nil:
		return nil, err
	case r.Status == GaveUp:
		return nil, ErrGaveUp
	case r.Status == Contradiction:
		a, b, order := int(r.Clash[0]), int(r.Clash[1]), geometry.OfCells(len(puzzle)).Side()
		return nil, fmt.Errorf("%w: r%dc%d and r%dc%d hold the same clue in one house",
			ErrNoSolution, a/order+1, a%order+1, b/order+1, b%order+1)
	case r.Solutions == 0:
		return nil, ErrNoSolution
	}
	return solution, nil
}

// Count returns the number of solutions of a puzzle, at most limit. It takes the
// puzzles that Solve takes. A puzzle without a solution has the number 0 and no
// error. If the default budget ends the count, Count returns the solutions that it
// found and ErrGaveUp. The limit must be at least 1.
func Count(puzzle []uint8, limit int) (int, error) {
	if limit < 1 {
		return 0, fmt.Errorf("limit %d: want at least 1", limit)
	}
	r, _, err := solveOnce(puzzle, limit)
	if err == nil && !r.Complete && r.Solutions < limit {
		err = ErrGaveUp
	}
	return r.Solutions, err
}

// IsUnique reports whether a puzzle has exactly one solution. It takes the puzzles
// that Solve takes. If the default budget ends the search before that is known, the
// error is ErrGaveUp.
func IsUnique(puzzle []uint8) (bool, error) {
	n, err := Count(puzzle, 2)
	return n == 1 && err == nil, err
}

// solveOnce returns the result of a puzzle and, if there is a solution, its first
// one. It uses an engine in plain Go, which is made sooner than the engine of Auto.
func solveOnce(puzzle []uint8, limit int) (r Result, solution []uint8, err error) {
	order := geometry.OfCells(len(puzzle)).Side()
	engine := "grid"
	switch order {
	case 0:
		return r, nil, fmt.Errorf("no puzzle has %d cells: orders are %v", len(puzzle), geometry.Sides())
	case 9:
		engine = "band"
	}
	if i := slices.IndexFunc(puzzle, func(value uint8) bool { return int(value) > order }); i >= 0 {
		return r, nil, fmt.Errorf("r%dc%d holds %d: want 0 to %d", i/order+1, i%order+1, puzzle[i], order)
	}
	s, err := New(order, Options{Engine: engine, Limit: limit})
	if err != nil {
		return r, nil, err
	}
	solution = slices.Clone(puzzle)
	return s.Solve(solution), solution, nil
}
