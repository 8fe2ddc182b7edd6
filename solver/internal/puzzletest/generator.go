package puzzletest

import (
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// PatternGrid returns a solved grid that follows a simple pattern.
func PatternGrid(order int) []uint8 {
	side := 3 + order/16
	cells := make([]uint8, order*order)
	for i := range cells {
		row, column := i/order, i%order
		cells[i] = uint8((row%side*side+row/side+column)%order) + 1
	}
	return cells
}

// BlankCells returns a copy of cells without those where drop says so.
func BlankCells(cells []uint8, drop func(i int, value uint8) bool) []uint8 {
	result := slices.Clone(cells)
	for i, value := range cells {
		if drop(i, value) {
			result[i] = 0
		}
	}
	return result
}

// A Generator makes puzzles from a seed.
type Generator struct {
	*rand.Rand
	Order  int
	filler engine.Engine // decides which clues a puzzle can do without
}

// NewGenerator returns a generator of puzzles of an order.
func NewGenerator(order int, seed uint64) *Generator {
	return &Generator{Rand: rand.New(rand.NewPCG(uint64(order), seed)), Order: order, filler: reference.NewPropagate(order)}
}

// Grid returns a solved grid.
func (g *Generator) Grid() []uint8 {
	y := RandomSymmetry(g.Order, g.Perm, g.IntN(2) == 0)
	cells := y.Apply(PatternGrid(g.Order))
	// The first solution of what a few of its cells leave is another grid.
	few := BlankCells(cells, func(int, uint8) bool { return g.IntN(10) >= 3 })
	if out := g.filler.Search(few, 1, 1000); out.Found == 1 {
		cells = few
	}
	return RandomSymmetry(g.Order, g.Perm, g.IntN(2) == 0).Apply(cells)
}

// Sparse returns about n cells of a grid.
func (g *Generator) Sparse(n int) []uint8 {
	grid := g.Grid()
	return BlankCells(grid, func(int, uint8) bool { return g.IntN(len(grid)) >= n })
}

// Unique returns a puzzle with one solution and its solution. It tries to
// leave n clues.
func (g *Generator) Unique(n int) (puzzle, solution []uint8) {
	solution = g.Grid()
	puzzle = slices.Clone(solution)
	clues := len(puzzle)
	for _, cell := range g.Perm(len(puzzle)) {
		if clues <= n {
			break
		}
		puzzle[cell] = 0
		if out := g.filler.Search(slices.Clone(puzzle), 2, 300); out.Found == 1 && out.Complete {
			clues--
		} else {
			puzzle[cell] = solution[cell]
		}
	}
	return puzzle, solution
}

// Mutate changes, removes or adds one clue, so that no clues clash.
func (g *Generator) Mutate(puzzle []uint8) []uint8 {
	for {
		cell, value := g.IntN(len(puzzle)), uint8(1+g.IntN(g.Order))
		mutant := slices.Clone(puzzle)
		switch kind := g.IntN(3); {
		case kind == 0 && puzzle[cell] != 0: // remove
			mutant[cell] = 0
		case kind == 1 && puzzle[cell] != 0, kind == 2 && puzzle[cell] == 0: // change, add
			mutant[cell] = value
		}
		if !slices.Equal(mutant, puzzle) && !HasClash(mutant) {
			return mutant
		}
	}
}

// Puzzle returns, by turns, puzzles with one solution, with some cells of a
// grid only, and with one clue changed.
func (g *Generator) Puzzle(i int) []uint8 {
	few, some := 22, 30
	if g.Order == 16 {
		few, some = 95, 120
	}
	puzzle, _ := g.Unique(few + g.IntN(some-few))
	switch i % 4 {
	case 0:
		return puzzle
	case 1:
		return g.Sparse(few + g.IntN(2*(some-few)))
	default:
		return g.Mutate(puzzle)
	}
}

// Generated returns n puzzles of each order.
func Generated(seed uint64, n int) map[int][][]uint8 {
	puzzles := map[int][][]uint8{}
	for _, order := range Orders {
		g := NewGenerator(order, seed)
		for i := range n {
			puzzles[order] = append(puzzles[order], g.Puzzle(i))
		}
	}
	return puzzles
}

// Mixed returns n puzzles of all kinds: a few generated ones and others
// that are equivalent to them, with a clue changed, empty, solved, or clashing.
func Mixed(order int, seed uint64, n int) [][]uint8 {
	g := NewGenerator(order, seed)
	var base, puzzles [][]uint8
	for i := range 12 {
		base = append(base, g.Puzzle(i))
	}
	for i := range n {
		puzzle := RandomSymmetry(order, g.Perm, i%2 == 0).Apply(base[g.IntN(len(base))])
		switch g.IntN(12) {
		case 0:
			puzzle = g.Mutate(puzzle)
		case 1:
			puzzle = g.Grid()
		case 2:
			puzzle[g.IntN(len(puzzle))] = uint8(1 + g.IntN(order)) // which may clash
		case 3:
			puzzle = g.Sparse(order * order / 8)
		case 4:
			puzzle = g.Grid()
			puzzle[g.IntN(len(puzzle))] = uint8(1 + g.IntN(order))
		case 5:
			clear(puzzle)
		}
		puzzles = append(puzzles, puzzle)
	}
	return puzzles
}
