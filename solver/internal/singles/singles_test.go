package singles

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
	"github.com/sudokubatch/sudokubatch/solver/internal/reference"
)

// plainRounds computes Rounds straight from its documentation.
func plainRounds(cells []uint8) (rounds int, solved bool) {
	cells = slices.Clone(cells)
	for {
		found := plainSingles(cells)
		if len(found) == 0 {
			return rounds, !slices.Contains(cells, 0)
		}
		for cell, digit := range found {
			cells[cell] = digit
		}
		rounds++
	}
}

// plainSingles returns the cells that naked and hidden singles fill, with their
// digits.
func plainSingles(cells []uint8) map[int]uint8 {
	order := puzzletest.OrderOf(cells)
	free := candidates(cells)
	found := map[int]uint8{}
	for _, house := range houses(order) {
		for digit := uint8(1); digit <= uint8(order); digit++ {
			places, last := 0, 0
			for _, cell := range house {
				if free[cell][digit] {
					places, last = places+1, cell
				}
			}
			if places == 1 {
				found[last] = digit
			}
		}
	}
	for cell := range cells {
		digits, last := 0, uint8(0)
		for digit := uint8(1); digit <= uint8(order); digit++ {
			if free[cell][digit] {
				digits, last = digits+1, digit
			}
		}
		if digits == 1 {
			found[cell] = last
		}
	}
	return found
}

// candidates returns, for each cell and digit, whether the cell is blank and no
// peer has the digit.
func candidates(cells []uint8) *[geometry.MaxCells][geometry.MaxSide + 1]bool {
	order := puzzletest.OrderOf(cells)
	peers := puzzletest.Peers[order]
	var free [geometry.MaxCells][geometry.MaxSide + 1]bool
	for cell, clue := range cells {
		if clue != 0 {
			continue
		}
		for digit := 1; digit <= order; digit++ {
			free[cell][digit] = true
		}
		for _, peer := range peers[cell] {
			free[cell][cells[peer]] = false
		}
	}
	return &free
}

var allHouses = map[int][][]int{}

// houses returns the cells of the rows, columns and boxes.
func houses(order int) [][]int {
	if allHouses[order] == nil {
		h := make([][]int, 3*order)
		for i := range order * order {
			row, column, box := geometry.Of(order).Houses(i)
			for kind, n := range []int{row, column, box} {
				h[kind*order+n] = append(h[kind*order+n], i)
			}
		}
		allHouses[order] = h
	}
	return allHouses[order]
}

// judges find out whether puzzles have a solution. They are shared because
// their creation takes longer than most searches.
var judges = map[int]engine.Engine{}

func init() {
	for _, shape := range geometry.Boxes() {
		judges[shape.Side()] = reference.NewPropagate(shape)
	}
}

// check compares Rounds with plainRounds, for puzzles that have a solution. For
// others it only checks that Rounds ends. It returns the rounds.
func check(t *testing.T, puzzle []uint8) (rounds int, solved bool) {
	t.Helper()
	before := slices.Clone(puzzle)
	rounds, solved = Rounds(geometry.OfCells(len(puzzle)), puzzle)
	if !slices.Equal(puzzle, before) {
		t.Fatal("the puzzle changed")
	}
	if puzzletest.HasClash(puzzle) {
		return rounds, solved
	}
	if out, _ := puzzletest.SearchCopy(t, judges[puzzletest.OrderOf(puzzle)], puzzle, 1, 2000); out.Found == 0 {
		return rounds, solved
	}
	if r, all := roundsOfCells(geometry.OfCells(len(puzzle)), puzzle); r != rounds || all != solved {
		t.Fatalf("%s: %d rounds, solved %v; by cells %d, %v", puzzletest.Encode(puzzle), rounds, solved, r, all)
	}
	if want, all := plainRounds(puzzle); rounds != want || solved != all {
		t.Fatalf("%s: %d rounds, solved %v; want %d, %v", puzzletest.Encode(puzzle), rounds, solved, want, all)
	}
	return rounds, solved
}

func TestRounds(t *testing.T) {
	for _, order := range geometry.Sides() {
		puzzles := puzzletest.Mixed(order, 61, 60)
		puzzles = append(puzzles, puzzletest.PatternGrid(order), make([]uint8, order*order))
		g := puzzletest.NewGenerator(order, 62)
		for i := range 8 {
			dense, _ := g.Unique(order * order * (i + 4) / 20)
			puzzles = append(puzzles, dense)
		}
		kinds := map[bool]int{}
		for _, puzzle := range puzzles {
			_, solved := check(t, puzzle)
			kinds[solved]++
		}
		if kinds[true] < 10 || kinds[false] < 10 {
			t.Errorf("order %d: %v puzzles were solved", order, kinds)
		}
	}
}

func TestRoundsInCorpora(t *testing.T) {
	for _, corpus := range puzzletest.Corpora {
		for _, line := range puzzletest.Sample(t, corpus.Name, 3+27/(corpus.Order()-8)) {
			check(t, puzzletest.Decode(line))
		}
	}
}

// TestLastCell has a single blank cell, which the cell itself and each of its
// houses can determine.
func TestLastCell(t *testing.T) {
	for _, order := range geometry.Sides() {
		grid := puzzletest.PatternGrid(order)
		if rounds, solved := check(t, grid); rounds != 0 || !solved {
			t.Errorf("order %d: %d rounds for a grid", order, rounds)
		}
		for i := range grid {
			puzzle := slices.Clone(grid)
			puzzle[i] = 0
			if rounds, solved := Rounds(geometry.Of(order), puzzle); rounds != 1 || !solved {
				t.Errorf("order %d: cell %d takes %d rounds, solved %v", order, i, rounds, solved)
			}
		}
	}
}

func TestAllocations(t *testing.T) {
	puzzle := puzzletest.Decode(puzzletest.Escargot)
	if allocs := testing.AllocsPerRun(10, func() { Rounds(geometry.Of(9), puzzle) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func FuzzRounds(f *testing.F) {
	for _, seed := range puzzletest.FuzzSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if puzzle := puzzletest.FuzzPuzzle(data); puzzle != nil {
			check(t, puzzle)
		}
	})
}
