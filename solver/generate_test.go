package solver

import (
	"math/rand/v2"
	"slices"
)

// patternGrid returns a solved grid that follows a simple pattern.
func patternGrid(order int) []uint8 {
	side := 3 + order/16
	cells := make([]uint8, order*order)
	for i := range cells {
		row, column := i/order, i%order
		cells[i] = uint8((row%side*side+row/side+column)%order) + 1
	}
	return cells
}

// blankCells returns a copy of cells without those where drop says so.
func blankCells(cells []uint8, drop func(i int, value uint8) bool) []uint8 {
	result := slices.Clone(cells)
	for i, value := range cells {
		if drop(i, value) {
			result[i] = 0
		}
	}
	return result
}

// A generator makes puzzles from a seed.
type generator struct {
	*rand.Rand
	order  int
	filler engine // decides which clues a puzzle can do without
}

func newGenerator(order int, seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(uint64(order), seed)), order: order, filler: newPropagate(order)}
}

// grid returns a solved grid.
func (g *generator) grid() []uint8 {
	y := randomSymmetry(g.order, g.Perm, g.IntN(2) == 0)
	cells := y.apply(patternGrid(g.order))
	// The first solution of what a few of its cells leave is another grid.
	few := blankCells(cells, func(int, uint8) bool { return g.IntN(10) >= 3 })
	if out := g.filler.search(few, 1, 1000); out.found == 1 {
		cells = few
	}
	return randomSymmetry(g.order, g.Perm, g.IntN(2) == 0).apply(cells)
}

// sparse returns a grid of which about n cells are left.
func (g *generator) sparse(n int) []uint8 {
	grid := g.grid()
	return blankCells(grid, func(int, uint8) bool { return g.IntN(len(grid)) >= n })
}

// unique returns a puzzle with one solution and its solution. It tries to
// leave n clues.
func (g *generator) unique(n int) (puzzle, solution []uint8) {
	solution = g.grid()
	puzzle = slices.Clone(solution)
	clues := len(puzzle)
	for _, cell := range g.Perm(len(puzzle)) {
		if clues <= n {
			break
		}
		puzzle[cell] = 0
		if out := g.filler.search(slices.Clone(puzzle), 2, 300); out.found == 1 && out.complete {
			clues--
		} else {
			puzzle[cell] = solution[cell]
		}
	}
	return puzzle, solution
}

// mutate changes, removes or adds one clue, so that no clues clash.
func (g *generator) mutate(puzzle []uint8) []uint8 {
	for {
		cell, value := g.IntN(len(puzzle)), uint8(1+g.IntN(g.order))
		mutant := slices.Clone(puzzle)
		switch kind := g.IntN(3); {
		case kind == 0 && puzzle[cell] != 0: // remove
			mutant[cell] = 0
		case kind == 1 && puzzle[cell] != 0, kind == 2 && puzzle[cell] == 0: // change, add
			mutant[cell] = value
		}
		if !slices.Equal(mutant, puzzle) && !hasClash(mutant) {
			return mutant
		}
	}
}

// puzzle returns, by turns, puzzles with one solution, with some cells of a
// grid only, and with one clue changed.
func (g *generator) puzzle(i int) []uint8 {
	few, some := 22, 30
	if g.order == 16 {
		few, some = 95, 120
	}
	puzzle, _ := g.unique(few + g.IntN(some-few))
	switch i % 4 {
	case 0:
		return puzzle
	case 1:
		return g.sparse(few + g.IntN(2*(some-few)))
	default:
		return g.mutate(puzzle)
	}
}

// generatedPuzzles returns n puzzles of each order.
func generatedPuzzles(seed uint64, n int) map[int][][]uint8 {
	puzzles := map[int][][]uint8{}
	for _, order := range orders {
		g := newGenerator(order, seed)
		for i := range n {
			puzzles[order] = append(puzzles[order], g.puzzle(i))
		}
	}
	return puzzles
}

// mixedPuzzles returns n puzzles of all kinds: a few generated ones and others
// that are equivalent to them, with a clue changed, empty, solved, or clashing.
func mixedPuzzles(order int, seed uint64, n int) [][]uint8 {
	g := newGenerator(order, seed)
	var base, puzzles [][]uint8
	for i := range 12 {
		base = append(base, g.puzzle(i))
	}
	for i := range n {
		puzzle := randomSymmetry(order, g.Perm, i%2 == 0).apply(base[g.IntN(len(base))])
		switch g.IntN(12) {
		case 0:
			puzzle = g.mutate(puzzle)
		case 1:
			puzzle = g.grid()
		case 2:
			puzzle[g.IntN(len(puzzle))] = uint8(1 + g.IntN(order)) // which may clash
		case 3:
			puzzle = g.sparse(order * order / 8)
		case 4:
			puzzle = g.grid()
			puzzle[g.IntN(len(puzzle))] = uint8(1 + g.IntN(order))
		case 5:
			clear(puzzle)
		}
		puzzles = append(puzzles, puzzle)
	}
	return puzzles
}
