package solver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// eachEngine runs a subtest for every engine of the given orders.
func eachEngine(t *testing.T, orders []int, test func(t *testing.T, order int, engine string)) {
	t.Helper()
	for _, info := range append(Engines(), EngineInfo{Name: Auto, Orders: Orders()}) {
		for _, order := range info.Orders {
			if slices.Contains(orders, order) {
				t.Run(fmt.Sprintf("%s/%d", info.Name, order), func(t *testing.T) { test(t, order, info.Name) })
			}
		}
	}
}

// solveBoth solves a puzzle with Solve, and with SolveBatch between two other
// puzzles. The results must be equal.
func solveBoth(t *testing.T, s *Solver, puzzle []uint8) (Result, []uint8) {
	t.Helper()
	n := len(puzzle)
	solved := puzzletest.PatternGrid(s.Order())
	cells := slices.Clone(puzzle)
	result := s.Solve(cells)
	batch := slices.Concat(solved, puzzle, solved)
	results := make([]Result, 3)
	s.SolveBatch(batch, results)
	if results[1] != result || !slices.Equal(batch[n:2*n], cells) {
		t.Fatalf("in a batch: got %+v, alone %+v", results[1], result)
	}
	for i, at := range []int{0, 2 * n} {
		if r := results[2*i]; r.Status != Solved || r.Solutions != 1 || !slices.Equal(batch[at:at+n], solved) {
			t.Fatalf("a solved grid beside it: got %+v", r)
		}
	}
	if result.Solutions > 0 {
		puzzletest.CheckSolution(t, cells, puzzle)
	} else if !slices.Equal(cells, puzzle) {
		t.Fatal("no solution, but the cells changed")
	}
	return result, cells
}

func TestEdgePuzzles(t *testing.T) {
	eachEngine(t, Orders(), func(t *testing.T, order int, engine string) {
		solved := puzzletest.PatternGrid(order)
		n := len(solved)
		without := func(cell int) []uint8 {
			return puzzletest.BlankCells(solved, func(i int, _ uint8) bool { return i == cell })
		}
		oneClue := make([]uint8, n)
		oneClue[n/2] = uint8(order)
		blocked := make([]uint8, n) // the first cell has no candidate
		copy(blocked[1:order], solved[1:order])
		blocked[(order-1)*order] = solved[0]
		unplaced := make([]uint8, n) // digit 1 has no place in the first box
		box := geometry.Of(order)
		for i := range box.Rows - 1 {
			unplaced[i*order+box.Columns*(i+1)] = 1
		}
		for i := range box.Columns {
			unplaced[(box.Rows-1)*order+i] = uint8(i) + 2
		}
		tests := []struct {
			name      string
			puzzle    []uint8
			solutions int  // with limit 2
			hard      bool // for engines that look only at cells
		}{
			{"empty", make([]uint8, n), 2, true},
			{"one clue", oneClue, 2, true},
			{"solved", solved, 1, false},
			{"first cell blank", without(0), 1, false},
			{"a cell blank", without(n/2 + 3), 1, false},
			{"last cell blank", without(n - 1), 1, false},
			{"a cell without candidate", blocked, 0, false},
			{"a digit without place", unplaced, 0, true},
		}
		for _, test := range tests {
			for limit := range 3 {
				s := mustNew(t, order, Options{Engine: engine, Limit: limit, MaxGuesses: 30_000})
				result, cells := solveBoth(t, s, test.puzzle)
				if test.hard && result.Status == GaveUp && (engine == "backtrack" || engine == "mrv") {
					continue
				}
				want := Result{Status: []Status{NoSolution, Solved, Multiple}[test.solutions], Solutions: test.solutions}
				if limit < 2 && test.solutions > 0 {
					want = Result{Status: Solved, Solutions: 1}
				}
				want.Complete = want.Solutions < max(limit, 1)
				want.Guesses = result.Guesses
				if result != want {
					t.Errorf("%s, limit %d: got %+v, want %+v", test.name, limit, result, want)
				}
				if unique := test.solutions == 1 && limit == 2; result.Unique() != unique {
					t.Errorf("%s, limit %d: Unique is %v", test.name, limit, !unique)
				}
				if test.solutions == 1 && !slices.Equal(cells, solved) {
					t.Errorf("%s: another solution", test.name)
				}
			}
		}
	})
}

func TestContradiction(t *testing.T) {
	type clue struct {
		cell  int
		value uint8
	}
	for order, tests := range map[int]map[string]struct {
		clues []clue
		clash [2]uint16
	}{
		9: {
			"row":               {[]clue{{18, 9}, {26, 9}}, [2]uint16{18, 26}},
			"row, neighbours":   {[]clue{{0, 1}, {1, 1}}, [2]uint16{0, 1}},
			"column":            {[]clue{{8, 5}, {80, 5}}, [2]uint16{8, 80}},
			"box":               {[]clue{{60, 3}, {80, 3}}, [2]uint16{60, 80}},
			"box, to the left":  {[]clue{{5, 3}, {21, 3}}, [2]uint16{5, 21}},
			"earliest end":      {[]clue{{0, 5}, {72, 5}, {30, 7}, {31, 7}}, [2]uint16{30, 31}},
			"earliest partner":  {[]clue{{4, 2}, {36, 2}, {40, 2}}, [2]uint16{4, 40}},
			"three in a row":    {[]clue{{9, 6}, {13, 6}, {17, 6}}, [2]uint16{9, 13}},
			"among other clues": {[]clue{{1, 2}, {3, 4}, {41, 4}, {43, 4}, {79, 4}}, [2]uint16{41, 43}},
		},
		16: {
			"row":              {[]clue{{32, 16}, {47, 16}}, [2]uint16{32, 47}},
			"column":           {[]clue{{15, 5}, {255, 5}}, [2]uint16{15, 255}},
			"box":              {[]clue{{204, 3}, {255, 3}}, [2]uint16{204, 255}},
			"box, to the left": {[]clue{{7, 3}, {52, 3}}, [2]uint16{7, 52}},
			"earliest end":     {[]clue{{0, 5}, {240, 5}, {100, 7}, {101, 7}}, [2]uint16{100, 101}},
			"earliest partner": {[]clue{{6, 2}, {96, 2}, {102, 2}}, [2]uint16{6, 102}},
		},
	} {
		eachEngine(t, []int{order}, func(t *testing.T, order int, engine string) {
			for name, test := range tests {
				puzzle := make([]uint8, order*order)
				for _, c := range test.clues {
					puzzle[c.cell] = c.value
				}
				want := Result{Status: Contradiction, Complete: true, Clash: test.clash}
				for _, opts := range []Options{{}, {Limit: 2}, {Limit: 5, MaxGuesses: 1}} {
					opts.Engine = engine
					if result, _ := solveBoth(t, mustNew(t, order, opts), puzzle); result != want || result.Unique() {
						t.Errorf("%s: got %+v, want %+v", name, result, want)
					}
				}
			}
		})
	}
}

func TestBudget(t *testing.T) {
	eachEngine(t, []int{9}, func(t *testing.T, order int, engine string) {
		lines := []string{puzzletest.Escargot, puzzletest.None, puzzletest.Many}
		if engine == "backtrack" {
			lines = lines[:1] // the other puzzles take long
		}
		easy := puzzletest.BlankCells(puzzletest.PatternGrid(order), func(i int, _ uint8) bool { return i%10 == 0 })
		for _, line := range lines {
			puzzle := puzzletest.Decode(line)
			free := mustNew(t, order, Options{Engine: engine, Limit: 1000})
			whole, _ := solveBoth(t, free, puzzle)
			if whole.Status == GaveUp || whole.Guesses < 5 {
				t.Fatalf("%s: got %+v without a budget", line, whole)
			}
			for _, budget := range []uint64{1, 2, whole.Guesses / 2, whole.Guesses - 1, whole.Guesses, 1 << 40} {
				s := mustNew(t, order, Options{Engine: engine, Limit: 1000, MaxGuesses: budget})
				result, _ := solveBoth(t, s, puzzle)
				switch {
				case budget >= whole.Guesses:
					if result != whole {
						t.Errorf("budget %d: got %+v, want %+v", budget, result, whole)
					}
				case result.Complete || result.Guesses != budget || result.Solutions > whole.Solutions,
					result.Status != GaveUp && result.Solutions < 2, result.Unique():
					t.Errorf("budget %d of %d: got %+v", budget, whole.Guesses, result)
				}
				// A puzzle that was given up must not affect the next one.
				if result, _ := solveBoth(t, s, easy); result.Status != Solved || !result.Unique() {
					t.Errorf("an easy puzzle after a budget of %d: got %+v", budget, result)
				}
			}
		}
	})
}

func TestPanics(t *testing.T) {
	eachEngine(t, Orders(), func(t *testing.T, order int, engine string) {
		s := mustNew(t, order, Options{Engine: engine})
		n := order * order
		bad := func(cell int, value uint8) []uint8 {
			cells := puzzletest.PatternGrid(order)
			cells[cell] = value
			return cells
		}
		for name, call := range map[string]func(){
			"no cells":             func() { s.Solve(nil) },
			"a cell less":          func() { s.Solve(make([]uint8, n-1)) },
			"a cell more":          func() { s.Solve(make([]uint8, n+1)) },
			"the other order":      func() { s.Solve(make([]uint8, n+2*order+1)) },
			"a digit too high":     func() { s.Solve(bad(0, uint8(order)+1)) },
			"255":                  func() { s.Solve(bad(n-1, 255)) },
			"batch: no results":    func() { s.SolveBatch(make([]uint8, n), nil) },
			"batch: no cells":      func() { s.SolveBatch(nil, make([]Result, 1)) },
			"batch: a cell less":   func() { s.SolveBatch(make([]uint8, 2*n-1), make([]Result, 2)) },
			"batch: digit in last": func() { s.SolveBatch(append(puzzletest.PatternGrid(order), bad(3, 100)...), make([]Result, 2)) },
		} {
			if message := panicOf(call); !strings.HasPrefix(message, "solver: ") {
				t.Errorf("%s: panicked with %q", name, message)
			}
		}
		s.SolveBatch(nil, nil)
		if result, _ := solveBoth(t, s, puzzletest.PatternGrid(order)); result.Status != Solved {
			t.Errorf("afterwards: got %+v", result)
		}
	})
}

// TestMistakes checks that cells of a wrong number or value make a caller's other calls panic.
func TestMistakes(t *testing.T) {
	c, r := NewCanonicalizer(), newRater(t)
	var by, none Symmetry
	form, tens := make([]uint8, 81), slices.Repeat([]uint8{10}, 81)
	c.CanonicalBy(form, form, &by)
	r.Rate(nil, nil)
	cells := func(n int) []uint8 { return make([]uint8, n) }
	for _, lengths := range [][2]int{{81, 80}, {80, 81}, {256, 256}, {81, 0}, {82, 81}, {81, 82}} {
		checkPanics(t, func() { c.Canonical(cells(lengths[0]), cells(lengths[1])) })
		checkPanics(t, func() { c.Representative(cells(lengths[0]), cells(lengths[1])) })
		checkPanics(t, func() { by.Apply(cells(lengths[0]), cells(lengths[1])) })
	}
	for _, n := range []int{0, 80, 255} {
		checkPanics(t, func() { MeansOf(geometry.Of(9), cells(n), Result{}) })
	}
	checkPanics(t, func() { c.Canonical(form, tens) })
	checkPanics(t, func() { by.Apply(form, tens) })
	checkPanics(t, func() { none.Apply(form, cells(81)) })
	checkPanics(t, func() { r.Rate(make([]Rating, 1), cells(80)) })
	checkPanics(t, func() { r.Rate(nil, form) })
	checkPanics(t, func() { r.Rate(make([]Rating, 1), tens) })
}

// panicOf returns the message with which a function panics, or "nothing".
func panicOf(call func()) (message string) {
	defer func() {
		if r := recover(); r != nil {
			message = fmt.Sprint(r)
		}
	}()
	call()
	return "nothing"
}
