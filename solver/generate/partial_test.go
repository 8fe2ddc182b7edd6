package generate

import (
	"slices"
	"testing"
)

// TestFiller checks states of puzzles: which cells are filled, and that each holds the one before it.
func TestFiller(t *testing.T) {
	t.Parallel()
	f, again := NewFiller(3), NewFiller(3)
	first := map[uint16]bool{}
	for i, p := range puzzles(t, Options{Order: 9, Clues: 30}, 50) {
		if n := f.Begin(p.cells, uint64(i)); n != 51 {
			t.Fatalf("%d blanks, want 51", n)
		}
		first[f.blanks[0]] = true
		before := slices.Clone(p.cells)
		for n := 0; n <= 51; n++ {
			cells := slices.Clone(p.cells)
			f.Fill(cells, p.solution, n)
			filled := 0
			for cell, digit := range cells {
				if digit != p.cells[cell] {
					filled++
				}
				if digit != 0 && digit != p.solution[cell] || digit == 0 && before[cell] != 0 {
					t.Fatalf("puzzle %d with %d cells filled: %v", i, n, cells)
				}
			}
			if filled != n {
				t.Fatalf("puzzle %d: %d cells filled, want %d", i, filled, n)
			}
			before = cells
		}
		again.Begin(puzzles(t, Options{Order: 9}, 1)[0].cells, 7) // another puzzle between
		if again.Begin(p.cells, uint64(i)); !slices.Equal(again.blanks, f.blanks) {
			t.Fatalf("puzzle %d has another order", i)
		}
	}
	if len(first) < 20 {
		t.Errorf("only %d cells come first", len(first))
	}
}
