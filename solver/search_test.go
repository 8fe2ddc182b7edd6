package solver

import (
	"slices"
	"testing"
)

// newFast returns the portable engine of the common search for an order.
func newFast(order int) engine {
	if order == 16 {
		return newGrid()
	}
	return newBand()
}

// checkSearch fails the test unless an engine of the common search finds out
// the same about a puzzle, with the same guesses and the same first solution,
// as the reference does. It returns the outcome.
func checkSearch(tb testing.TB, e engine, puzzle []uint8, limit int, maxGuesses uint64) outcome {
	tb.Helper()
	want := slices.Clone(puzzle)
	reference := searchReference(orderOf(puzzle), want, limit, maxGuesses)
	out, cells := searchCopy(tb, e, puzzle, limit, maxGuesses)
	if out != reference {
		tb.Fatalf("%s\nlimit %d, at most %d guesses: got %+v, the reference %+v",
			encodePuzzle(puzzle), limit, maxGuesses, out, reference)
	}
	if !slices.Equal(cells, want) {
		tb.Fatalf("%s\nlimit %d: got %s\n the reference %s", encodePuzzle(puzzle), limit, encodePuzzle(cells), encodePuzzle(want))
	}
	return out
}

// The engines of the common search are equal to the reference on corpora.
func TestSearchCorpora(t *testing.T) {
	samples := map[string]int{
		"kaggle": 150, "17clue": 400, "diabolical": 400, "top1465": 120, "hardest11": 36, "multi": 400, "mixed": 900,
		"x16_CH": 30, "x16_TF": 15, "x16_ST": 9, "x16_goomii": 24, "x16_minimal": 3,
	}
	for _, corpus := range corpora {
		t.Run(corpus.name, func(t *testing.T) {
			t.Parallel()
			lines := corpusSample(t, corpus.name, samples[corpus.name])
			e, budget := newFast(corpus.order()), uint64(300)
			if corpus.order() == 16 && !full {
				budget = 50
			}
			guesses, proofs := uint64(0), 0
			for i, line := range lines {
				limit := [3]int{2, 1, 5}[i%3]
				out := checkSearch(t, e, decodePuzzle(line), limit, budget)
				if limit > 1 {
					guesses, proofs = guesses+out.guesses, proofs+1
				}
			}
			t.Logf("%d puzzles; %.3f guesses for each of %d proofs", len(lines), float64(guesses)/float64(proofs), proofs)
		})
	}
}

func TestSearchAdversarial(t *testing.T) {
	for _, order := range Orders() {
		e, budget := newFast(order), uint64(150)
		if order == 16 {
			budget = 30
		}
		for _, adversary := range adversaries(t, order) {
			for _, limit := range []int{1, 5, 2}[order/16:] {
				out := checkSearch(t, e, adversary.puzzle, limit, budget)
				if out.found > 0 && adversary.solutions == 0 || out.complete && out.found < adversary.solutions {
					t.Errorf("%s, limit %d: got %+v, want %d solutions", adversary.name, limit, out, adversary.solutions)
				}
			}
		}
	}
}

// Generated puzzles, each with all limits and budgets; the engine is the same
// for all, so that one puzzle would spoil the next.
func TestSearchGenerated(t *testing.T) {
	for order, n := range map[int]int{9: 120, 16: 12} {
		if testing.Short() {
			n /= 4
		}
		g, e := newGenerator(order, 2), newFast(order)
		for i := range n {
			puzzle := g.puzzle(i)
			for _, limit := range []int{1, 2, 5} {
				for _, budget := range []uint64{0, 1, 2, 30} {
					out := checkSearch(t, e, puzzle, limit, budget)
					if out.guesses > budget {
						t.Fatalf("%s: budget %d: got %+v", encodePuzzle(puzzle), budget, out)
					}
				}
			}
		}
	}
}

// Grids with few clues, down to none, need cells with more than two candidates
// to branch at.
func TestSearchFewClues(t *testing.T) {
	for order, most := range map[int]int{9: 24, 16: 72} {
		g, e := newGenerator(order, 3), newFast(order)
		for n := 0; n < most; n += most / 12 {
			checkSearch(t, e, g.sparse(n), 2, 70)
		}
	}
}

// Counting goes on to the end: all solutions, not just a few.
func TestSearchCounts(t *testing.T) {
	for line, want := range map[string]int{lineMany: 847, lineTwo: 2, lineNone: 0, lineSolved: 1, lineEscargot: 1} {
		out := checkSearch(t, newBand(), decodePuzzle(line), 1000, unlimited)
		if out.found != want || !out.complete {
			t.Errorf("%s: got %+v, want %d solutions", line, out, want)
		}
	}
}

// The rules only remove candidates, so that their order is of no consequence.
func TestReferenceOrderOfRules(t *testing.T) {
	for order, rules := range map[int][]referenceRule{
		9:  {matchLinesToBoxes, hiddenSingle, nakedSingle},
		16: {claiming, pointing, hiddenSingle, nakedSingle},
	} {
		g := newGenerator(order, 4)
		for i := range 8 {
			puzzle := g.puzzle(i)
			reverse := &reference{board: boards[order], rules: rules, cells: slices.Clone(puzzle), limit: 2, maxGuesses: 5}
			cells := slices.Clone(puzzle)
			want := searchReference(order, cells, 2, 5)
			if got := reverse.run(); got != want || !slices.Equal(reverse.cells, cells) {
				t.Errorf("%s: got %+v with the rules in another order, want %+v", encodePuzzle(puzzle), got, want)
			}
		}
	}
}

// Each rule does what its name says, and no more, in a state made for it.
func TestReferenceRules(t *testing.T) {
	without := func(order, digit int, cells ...int) referenceState {
		s := make(referenceState, order*order)
		for i := range s {
			s[i] = 1<<order - 1
		}
		for _, cell := range cells {
			s.remove(cell, digit)
		}
		return s
	}
	only := without(9, 0)
	only[0] = bitOf(5)
	tests := []struct {
		name    string
		rule    referenceRule
		order   int
		state   referenceState
		digit   int
		removed []int // cells that lose the digit
		set     int   // cell that gets it, or -1
	}{
		{"naked single", nakedSingle, 9, only, 5, boards[9].peers[0], -1},
		{"hidden single in a row", hiddenSingle, 9, without(9, 3, 1, 2, 3, 4, 5, 6, 7, 8), 3, nil, 0},
		{"hidden single in a column", hiddenSingle, 16, without(16, 3, boards[16].columns[7][1:]...), 3, nil, 7},
		{"hidden single in a box", hiddenSingle, 16, without(16, 16, boards[16].boxes[15][:15]...), 16, nil, 255},
		// Rows 1 and 2 have boxes 1 and 2 to share, so that row 3 goes to box 3.
		{
			"matching", matchLinesToBoxes, 9, without(9, 4, 6, 7, 8, 15, 16, 17), 4,
			[]int{18, 19, 20, 21, 22, 23},
			-1,
		},
		{
			"matching, of columns", matchLinesToBoxes, 9, without(9, 4, 54, 63, 72, 55, 64, 73), 4,
			[]int{2, 11, 20, 29, 38, 47},
			-1,
		},
		{
			"pointing", pointing, 16, without(16, 9, boards[16].boxes[0][4:]...), 9,
			boards[16].rows[0][4:], -1,
		},
		{
			"claiming", claiming, 16, without(16, 9, boards[16].columns[0][4:]...), 9,
			[]int{1, 2, 3, 17, 18, 19, 33, 34, 35, 49, 50, 51},
			-1,
		},
	}
	for _, test := range tests {
		want := slices.Clone(test.state)
		for _, cell := range test.removed {
			want.remove(cell, test.digit)
		}
		if test.set >= 0 {
			want[test.set] = bitOf(test.digit)
		}
		if !test.rule(boards[test.order], test.state) || !slices.Equal(test.state, want) {
			t.Errorf("%s: got %b, want %b", test.name, test.state, want)
		}
	}
}

// A state is dead for each of three reasons.
func TestReferenceDead(t *testing.T) {
	b := boards[9]
	state := func(change func(s referenceState)) referenceState {
		s := make(referenceState, 81)
		for i := range s {
			s[i] = 1<<9 - 1
		}
		change(s)
		return s
	}
	for name, test := range map[string]struct {
		state referenceState
		dead  bool
	}{
		"all open":               {state(func(referenceState) {}), false},
		"no candidate":           {state(func(s referenceState) { s[40] = 0 }), true},
		"no place in a box":      {state(func(s referenceState) { removeAll(s, b.boxes[4], 7) }), true},
		"equal digits in a row":  {state(func(s referenceState) { s[0], s[8] = 1, 1 }), true},
		"equal digits elsewhere": {state(func(s referenceState) { s[0], s[80] = 1, 1 }), false},
	} {
		if got := b.dead(test.state); got != test.dead {
			t.Errorf("%s: dead is %v", name, got)
		}
	}
}

func removeAll(s referenceState, cells []int, digit int) {
	for _, cell := range cells {
		s.remove(cell, digit)
	}
}
