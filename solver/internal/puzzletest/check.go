package puzzletest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// CheckSolution fails the test unless solution solves puzzle. It shares no code
// with Verify.
func CheckSolution(tb testing.TB, solution, puzzle []uint8) {
	tb.Helper()
	if wrong := SolutionError(solution, puzzle); wrong != "" {
		tb.Fatalf("%s: %s is not a solution: %s", Encode(puzzle), Encode(solution), wrong)
	}
}

// SolutionError describes the first error in a solution, or returns "".
func SolutionError(solution, puzzle []uint8) string {
	order := OrderOf(puzzle)
	box := geometry.Of(order)
	seen := map[[3]int]bool{}
	for i, value := range solution {
		row, column := i/order, i%order
		if value < 1 || int(value) > order || puzzle[i] != 0 && puzzle[i] != value {
			return fmt.Sprintf("cell %d: got %d, clue %d", i, value, puzzle[i])
		}
		for house, h := range [3]int{row, column, box.At(row, column)} {
			key := [3]int{house, h, int(value)}
			if seen[key] {
				return fmt.Sprintf("cell %d: %d twice in a house", i, value)
			}
			seen[key] = true
		}
	}
	return ""
}

// SearchCopy searches a copy of the puzzle, checks the resulting cells, and
// returns the outcome and the cells.
func SearchCopy(tb testing.TB, e engine.Engine, puzzle []uint8, limit int, maxGuesses uint64) (engine.Outcome, []uint8) {
	tb.Helper()
	cells := slices.Clone(puzzle)
	out := e.Search(cells, limit, maxGuesses)
	switch {
	case out.Found > limit:
		tb.Fatalf("found %d solutions with limit %d", out.Found, limit)
	case out.Found == limit && out.Complete:
		tb.Fatalf("complete although it stopped at the limit: %+v", out)
	case out.Found > 0:
		CheckSolution(tb, cells, puzzle)
	case !slices.Equal(cells, puzzle):
		tb.Fatalf("no solution, but cells changed: %v", cells)
	}
	return out, cells
}

// Orders holds the orders that engine lanes solves; the corpora have these.
var Orders = []int{9, 16}

// Peers holds, by order and cell, the cells that share a house with the cell.
var Peers = allPeers()

func allPeers() map[int][][]int {
	all := map[int][][]int{}
	for _, order := range geometry.Sides() {
		all[order] = peersOf(order)
	}
	return all
}

func peersOf(order int) [][]int {
	box := geometry.Of(order)
	lists := make([][]int, order*order)
	for cell := range lists {
		row, column := cell/order, cell%order
		for other := range lists {
			r, c := other/order, other%order
			if other != cell && (r == row || c == column || box.At(r, c) == box.At(row, column)) {
				lists[cell] = append(lists[cell], other)
			}
		}
	}
	return lists
}

// HasClash reports whether two equal clues share a house.
func HasClash(cells []uint8) bool {
	for cell, others := range Peers[OrderOf(cells)] {
		for _, peer := range others {
			if cells[cell] != 0 && cells[cell] == cells[peer] {
				return true
			}
		}
	}
	return false
}

// Known puzzles as text, all of order 9 except lineStalls16.
const (
	Escargot   = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	SolvedGrid = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
	None       = "..3......4...8..37..8...1...4..6..73...9...1......2.....4.7..686....4...7.....5.."
	Two        = "16285.4.353412.6.8789643521475312986913586742628794135356478219241935867897261354"
	Many       = "...4......5..8.2.6.....3...2...4....3......1...5.3.8.25...6.3.8..6....95..8......" // 847 solutions

	// The common search makes more than 20,000 guesses for these. The first has
	// no solution, the second has one.
	Stalls   = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
	Stalls16 = ".JGBI.KL.....C.AF..KC....M..J.B........E.C..LH..A.I...HF..D.............K..IB..HM.....N....B...." +
		".....C..E....KG..D.C...M...GA...IKA...JB.......GD.F.....A.......E.........PH..CD..BG.I.A.D....FE..." +
		"L......BJ...F....FE..LG....J......DBC.A..HEI......H.....FD.KB"
)

// Decode converts a line to cells: "." to 0, digits and letters to their
// values.
func Decode(line string) []uint8 {
	cells := make([]uint8, len(line))
	for i, char := range []byte(line) {
		switch {
		case char >= 'A':
			cells[i] = char - 'A' + 1
		case char >= '1':
			cells[i] = char - '0'
		}
	}
	return cells
}

// Encode converts cells to a line. It is the inverse of Decode.
func Encode(cells []uint8) string {
	line := make([]byte, len(cells))
	for i, value := range cells {
		switch {
		case value == 0:
			line[i] = '.'
		case len(cells) > 81:
			line[i] = 'A' + value - 1
		default:
			line[i] = '0' + value
		}
	}
	return string(line)
}

// OrderOf returns the order of a puzzle.
func OrderOf(cells []uint8) int {
	return geometry.OfCells(len(cells)).Side()
}
