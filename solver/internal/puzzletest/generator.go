package puzzletest

import (
	"hash/crc32"
	"math/rand/v2"
	"slices"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// PatternGrid returns a solved grid with a simple pattern.
func PatternGrid(order int) []uint8 {
	box := geometry.Of(order)
	cells := make([]uint8, order*order)
	for i := range cells {
		row, column := i/order, i%order
		cells[i] = uint8((row%box.Rows*box.Columns+row/box.Rows+column)%order) + 1
	}
	return cells
}

// BlankCells returns a copy of cells in which a cell is blank if drop returns
// true for it.
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
	return &Generator{Rand: rand.New(rand.NewPCG(uint64(order), seed)), Order: order, filler: reference.NewPropagate(geometry.Of(order))}
}

// Grid returns a solved grid.
func (g *Generator) Grid() []uint8 {
	y := RandomSymmetry(g.Order, g.Perm, g.IntN(2) == 0)
	cells := y.Apply(PatternGrid(g.Order))
	// Keep a few cells; their first solution is another grid.
	few := BlankCells(cells, func(int, uint8) bool { return g.IntN(10) >= 3 })
	if out := g.filler.Search(few, 1, 1000); out.Found == 1 {
		cells = few
	}
	return RandomSymmetry(g.Order, g.Perm, g.IntN(2) == 0).Apply(cells)
}

// Sparse returns about n cells of a random grid.
func (g *Generator) Sparse(n int) []uint8 {
	grid := g.Grid()
	return BlankCells(grid, func(int, uint8) bool { return g.IntN(len(grid)) >= n })
}

// Unique returns a puzzle with one solution, and the solution. It tries to
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

// Mutate changes, removes or adds one clue without a clash.
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

// clueRanges has, by order, the least and the greatest number of clues of a puzzle.
var clueRanges = map[int][2]int{4: {4, 7}, 6: {8, 14}, 8: {17, 25}, 9: {22, 30}, 12: {50, 64}, 16: {95, 120}, 25: {300, 400}}

// Puzzle returns, in turn for increasing i, a puzzle with one solution, some
// cells of a grid, and a puzzle with one clue changed.
func (g *Generator) Puzzle(i int) []uint8 {
	clues := clueRanges[g.Order]
	few, some := clues[0], clues[1]
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
	for _, order := range geometry.Sides() {
		g := NewGenerator(order, seed)
		for i := range n {
			puzzles[order] = append(puzzles[order], g.Puzzle(i))
		}
	}
	return puzzles
}

// Mixed returns n puzzles of all kinds: a few generated ones and isomorphs of
// them, and these with a clue changed, empty, solved or with clashing clues.
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
			puzzle[g.IntN(len(puzzle))] = uint8(1 + g.IntN(order)) // may clash
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

// FuzzPuzzle makes a puzzle of any bytes, or returns nil. The first byte
// chooses the order, and whether to skip clues that clash with earlier ones.
// Each of the other bytes is a cell.
func FuzzPuzzle(data []byte) []uint8 {
	if len(data) == 0 {
		return nil
	}
	order := 9
	if data[0]&1 != 0 {
		order = 16
	}
	cells := make([]uint8, order*order)
	for i, value := range data[1:min(len(data), len(cells)+1)] {
		value %= 32
		clash := func(peer int) bool { return cells[peer] == value }
		if int(value) > order || data[0]&2 != 0 && slices.ContainsFunc(Peers[order][i], clash) {
			continue
		}
		cells[i] = value
	}
	return cells
}

// FuzzPick returns a number that depends on the bytes of FuzzPuzzle. A fuzz
// target uses it to choose one of several slow checks for each input.
func FuzzPick(data []byte) int {
	return int(crc32.ChecksumIEEE(data[:min(len(data), 257)]) >> 1)
}

// FuzzSeeds returns puzzles of all kinds for FuzzPuzzle, and some invalid
// bytes.
func FuzzSeeds() [][]byte {
	seeds := [][]byte{{}, {0}, {1}, {0, 1, 1}, {1, 16, 16}}
	for _, line := range []string{Escargot, None, Two, Many, SolvedGrid} {
		seeds = append(seeds, append([]byte{0}, Decode(line)...))
	}
	for i, order := range Orders {
		g := NewGenerator(order, 15)
		for kind := range 4 {
			seeds = append(seeds, append([]byte{uint8(i)}, g.Puzzle(kind)...))
		}
		for range 5 {
			seed := []byte{uint8(i + 2)}
			for range order * order {
				seed = append(seed, uint8(g.IntN(256)))
			}
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// A Symmetry turns a puzzle into an isomorph.
type Symmetry struct {
	order     int
	Digits    []uint8 // by digit: its new digit; blanks stay
	Rows      []int   // by row: the row it is taken from
	Columns   []int
	Transpose bool // transpose first
}

// RandomSymmetry returns a random symmetry. shuffle returns a permutation of
// 0..n-1.
func RandomSymmetry(order int, shuffle func(n int) []int, transpose bool) Symmetry {
	box := geometry.Of(order)
	lines := func(side int) []int {
		var all []int
		for _, band := range shuffle(order / side) {
			for _, line := range shuffle(side) {
				all = append(all, band*side+line)
			}
		}
		return all
	}
	y := Symmetry{
		order: order, Digits: []uint8{0}, Rows: lines(box.Rows), Columns: lines(box.Columns),
		Transpose: transpose && box.Rows == box.Columns,
	}
	for _, digit := range shuffle(order) {
		y.Digits = append(y.Digits, uint8(digit)+1)
	}
	return y
}

// Apply returns the image of a puzzle.
func (y Symmetry) Apply(cells []uint8) []uint8 {
	result := make([]uint8, len(cells))
	for i := range result {
		row, column := y.Rows[i/y.order], y.Columns[i%y.order]
		if y.Transpose {
			row, column = column, row
		}
		result[i] = y.Digits[cells[row*y.order+column]]
	}
	return result
}
