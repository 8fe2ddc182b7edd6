package clean

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/formats"
	"github.com/sudokubatch/sudokubatch/pipeline/internal/pipetest"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/generate"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// This file makes a corpus with faults, and knows by construction which records are good. Its
// solver and its isomorphs share no code with what it tests.

// A dirtyRow is a row of the corpus. Isomorphs have the same class.
type dirtyRow struct {
	puzzle, solution string
	class            int
	known            oracle
}

func (r *dirtyRow) text(id int) string {
	return fmt.Sprintf("%d,%s,\"a \"\"note\"\", %d\",%s\n", id, r.puzzle, id, r.solution)
}

// dirtyTable returns rows as CSV.
func dirtyTable(rows []dirtyRow) string {
	var b strings.Builder
	b.WriteString("id,puzzle,note,solution\n")
	for i := range rows {
		b.WriteString(rows[i].text(i + 1))
	}
	return b.String()
}

// dirtyRows makes n rows of the first puzzles of a corpus.
func dirtyRows(t testing.TB, n int, seed uint64) []dirtyRow {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	lines := pipetest.Demo(t, "@demo", n/3)
	rows := make([]dirtyRow, n)
	for i := range rows {
		class := r.IntN(len(lines))
		row := dirtyRow{puzzle: strings.ReplaceAll(lines[class], "0", "."), class: class}
		if i > 0 && r.IntN(3) == 0 {
			rows[i] = rows[r.IntN(i)] // a repetition, perhaps of a bad row
			continue
		}
		if r.IntN(2) == 0 {
			row.puzzle = moved(r, row.puzzle)
		}
		grid := []byte(row.puzzle)
		if naive(grid, 1) != 1 {
			t.Fatalf("%s has no solution", row.puzzle)
		}
		row.solution = string(grid)
		if r.IntN(2) == 0 {
			row.spoil(r)
		}
		if r.IntN(4) == 0 {
			row.puzzle = strings.ReplaceAll(row.puzzle, ".", "0")
		}
		row.known = judge(&row)
		rows[i] = row
	}
	return rows
}

// spoil adds a fault.
func (r *dirtyRow) spoil(rand *rand.Rand) {
	puzzle, solution := []byte(r.puzzle), []byte(r.solution)
	clue, blank := 0, 0
	for clue = rand.IntN(81); puzzle[clue] == '.'; clue = rand.IntN(81) {
	}
	for blank = rand.IntN(81); puzzle[blank] != '.'; blank = rand.IntN(81) {
	}
	other := func(digit byte) byte { return '1' + (digit-'1'+1+byte(rand.IntN(8)))%9 }
	fault := rand.IntN(10)
	switch fault {
	case 0:
		solution[blank] = other(solution[blank])
	case 1:
		solution = solution[:0]
	case 2:
		solution[clue] = 'x'
	case 9:
		solution = []byte("8.64e+80")
	case 3:
		puzzle = puzzle[1:]
	case 4:
		puzzle[blank] = '/'
	case 5: // more solutions, until there is one more; perhaps with none given
		solution = solution[:rand.IntN(2)*len(solution)]
		for range 12 {
			puzzle[rand.IntN(81)] = '.'
		}
	case 6: // perhaps none
		puzzle[blank] = other(solution[blank])
	case 7: // a house with two equal clues
		puzzle[clue/9*9], puzzle[clue/9*9+8] = '5', '5'
	case 8: // with one more clue
		puzzle[blank] = solution[blank]
	}
	if fault >= 5 && fault < 9 {
		r.class = -1 // it is another puzzle
	}
	r.puzzle, r.solution = string(puzzle), string(solution)
}

// An oracle is what there is to know about a row alone.
type oracle struct {
	malformed    bool
	solutions    int // up to 2
	given, right bool
}

func judge(r *dirtyRow) (o oracle) {
	grid := []byte(strings.ReplaceAll(r.puzzle, "0", "."))
	if len(grid) != 81 || bytes.ContainsFunc(grid, func(c rune) bool { return c != '.' && (c < '1' || c > '9') }) {
		return oracle{malformed: true}
	}
	puzzle := slices.Clone(grid)
	o.solutions = naive(grid, 2)
	o.given = r.solution != ""
	o.right = o.given && len(r.solution) == 81 && solves(r.solution, puzzle)
	return o
}

// solves reports whether a grid is solved and has a puzzle's clues.
func solves(grid string, puzzle []byte) bool {
	for i := range 81 {
		if grid[i] < '1' || grid[i] > '9' || puzzle[i] != '.' && puzzle[i] != grid[i] {
			return false
		}
	}
	return naive([]byte(grid), 1) == 1
}

// naive counts solutions up to a limit, and leaves the first one in the grid if the limit is 1. Its
// engine shares no code with the engine of clean.
func naive(grid []byte, limit int) int {
	s, err := solver.New(9, solver.Options{Limit: limit, Engine: "dlx"})
	if err != nil {
		panic(err)
	}
	cells, err := formats.Parse(string(grid))
	if err != nil {
		panic(err)
	}
	found := s.Solve(cells).Solutions
	if limit == 1 && found == 1 {
		copy(grid, formats.Format(cells))
	}
	return found
}

// moved returns a random isomorph.
func moved(r *rand.Rand, puzzle string) string {
	cells, err := formats.Parse(puzzle)
	if err != nil {
		panic(err)
	}
	to := make([]uint8, 81)
	generate.NewIsomorpher(geometry.Of(9), r.Uint64()).Isomorph(to, cells, r.Uint64())
	return formats.Format(to)
}
