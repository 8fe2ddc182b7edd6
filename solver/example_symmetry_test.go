package solver_test

import (
	"fmt"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Isomorphic puzzles have the same canonical form.
func ExampleCanonicalizer() {
	puzzle := parse(escargot)
	transposed := make([]uint8, 81)
	for i := range transposed {
		transposed[i] = puzzle[i%9*9+i/9]
	}
	c := solver.NewCanonicalizer()
	fmt.Println(c.Canonical(puzzle, puzzle), c.Canonical(transposed, transposed))
	fmt.Println(slices.Equal(puzzle, transposed), puzzle[:18])
	// Output:
	// 1 1
	// true [0 0 0 0 0 1 0 0 2 0 0 0 0 2 0 0 3 0]
}

// A clue that a minimal puzzle does not have is redundant if it is added.
func ExampleMinimalChecker() {
	puzzle := parse(escargot)
	solution := slices.Clone(puzzle)
	s, _ := solver.New(9, solver.Options{})
	s.Solve(solution)
	puzzle[1] = solution[1]

	m, _ := solver.NewMinimalChecker(geometry.Of(9))
	redundant := make([]solver.CellSet, 1)
	m.Redundant(redundant, puzzle, solution)
	for cell := range redundant[0].All {
		fmt.Printf("r%dc%d ", cell/9+1, cell%9+1)
	}
	// Output:
	// r1c2
}
