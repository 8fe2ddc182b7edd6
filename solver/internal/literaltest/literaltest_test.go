package literaltest

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/geometry"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// TestReferenceOrderOfRules checks that the order of the rules does not change
// the result.
func TestReferenceOrderOfRules(t *testing.T) {
	for order, rules := range map[int][]rule{
		9:  {matchLinesToBoxes, hiddenSingle, nakedSingle},
		16: {claiming, pointing, hiddenSingle, nakedSingle},
	} {
		g := puzzletest.NewGenerator(order, 4)
		for i := range 8 {
			puzzle := g.Puzzle(i)
			reverse := &searcher{board: newBoard(geometry.Of(order)), rules: rules, cells: slices.Clone(puzzle), limit: 2, maxGuesses: 5}
			cells := slices.Clone(puzzle)
			want := Search(geometry.Of(order), cells, 2, 5)
			if got := reverse.run(candidates(geometry.Of(order), puzzle)); got != want || !slices.Equal(reverse.cells, cells) {
				t.Errorf("%s: got %+v with the rules in another order, want %+v", puzzletest.Encode(puzzle), got, want)
			}
		}
	}
}

// TestReferenceRules checks that each rule makes the changes it should, and no
// others.
func TestReferenceRules(t *testing.T) {
	without := func(order, digit int, cells ...int) state {
		s := make(state, order*order)
		for i := range s {
			s[i] = 1<<order - 1
		}
		for _, cell := range cells {
			s.remove(cell, digit)
		}
		return s
	}
	nine, sixteen := newBoard(geometry.Of(9)), newBoard(geometry.Of(16))
	only := without(9, 0)
	only[0] = bitOf(5)
	tests := []struct {
		name    string
		rule    rule
		order   int
		state   state
		digit   int
		removed []int // cells that lose the digit
		set     int   // cell that is set to the digit, or -1
	}{
		{"naked single", nakedSingle, 9, only, 5, nine.peers[0], -1},
		{"hidden single in a row", hiddenSingle, 9, without(9, 3, 1, 2, 3, 4, 5, 6, 7, 8), 3, nil, 0},
		{"hidden single in a column", hiddenSingle, 16, without(16, 3, sixteen.columns[7][1:]...), 3, nil, 7},
		{"hidden single in a box", hiddenSingle, 16, without(16, 16, sixteen.boxes[15][:15]...), 16, nil, 255},
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
			"pointing", pointing, 16, without(16, 9, sixteen.boxes[0][4:]...), 9,
			sixteen.rows[0][4:], -1,
		},
		{
			"claiming", claiming, 16, without(16, 9, sixteen.columns[0][4:]...), 9,
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
		if !test.rule(newBoard(geometry.Of(test.order)), test.state) || !slices.Equal(test.state, want) {
			t.Errorf("%s: got %b, want %b", test.name, test.state, want)
		}
	}
}

// TestReferenceDead checks each of the three reasons for which a state is dead.
func TestReferenceDead(t *testing.T) {
	b := newBoard(geometry.Of(9))
	made := func(change func(s state)) state {
		s := make(state, 81)
		for i := range s {
			s[i] = 1<<9 - 1
		}
		change(s)
		return s
	}
	for name, test := range map[string]struct {
		state state
		dead  bool
	}{
		"all open":               {made(func(state) {}), false},
		"no candidate":           {made(func(s state) { s[40] = 0 }), true},
		"no place in a box":      {made(func(s state) { removeAll(s, b.boxes[4], 7) }), true},
		"equal digits in a row":  {made(func(s state) { s[0], s[8] = 1, 1 }), true},
		"equal digits elsewhere": {made(func(s state) { s[0], s[80] = 1, 1 }), false},
	} {
		if got := b.dead(test.state); got != test.dead {
			t.Errorf("%s: dead is %v", name, got)
		}
	}
}

func removeAll(s state, cells []int, digit int) {
	for _, cell := range cells {
		s.remove(cell, digit)
	}
}
