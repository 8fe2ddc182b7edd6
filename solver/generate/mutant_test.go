package generate

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// TestMutate checks that each mutation does what it says, and that the results
// include puzzles with no, one and several solutions, and with clashing clues.
func TestMutate(t *testing.T) {
	t.Parallel()
	s := witness(t, 9)
	m := NewMutator(9, 1)
	var statuses [mutations][solver.GaveUp + 1]int
	for i, p := range puzzles(t, Options{Order: 9}, 400) {
		cells := slices.Clone(p.cells)
		kind := m.mutate(cells, uint64(i))
		differ := 0
		for k, clue := range cells {
			if clue != p.cells[k] {
				differ++
			}
		}
		if want := min(int(kind), 1); kind != mutation(i%mutations) || differ != want {
			t.Fatalf("puzzle %d: mutation %d in %d cells", i, kind, differ)
		}
		again := slices.Clone(p.cells)
		NewMutator(9, 1).mutate(again, uint64(i))
		if !slices.Equal(cells, again) {
			t.Fatalf("puzzle %d: another mutation", i)
		}
		statuses[kind][s.Solve(cells).Status]++
	}
	const each = 400 / mutations
	if n := statuses[unchanged][solver.Solved]; n != each {
		t.Errorf("unchanged: %v", statuses[unchanged])
	}
	if n := statuses[dropped][solver.Multiple]; n != each {
		t.Errorf("dropped: %v", statuses[dropped])
	}
	n := statuses[changed]
	if n[solver.NoSolution] < each/8 || n[solver.Solved] == 0 || n[solver.Multiple] < each/2 || n[solver.Contradiction] > 0 {
		t.Errorf("changed: %v", n)
	}
	if n := statuses[clashing][solver.Contradiction]; n != each {
		t.Errorf("clashing: %v", statuses[clashing])
	}
}

// TestMutateFew has puzzles that some mutations do not fit.
func TestMutateFew(t *testing.T) {
	t.Parallel()
	blank := make([]uint8, 256)
	grid := puzzles(t, Options{Order: 9, Clues: 81}, 1)[0].cells
	one := make([]uint8, 81)
	one[40] = 5
	for number := range uint64(mutations) {
		if kind := NewMutator(16, 0).mutate(slices.Clone(blank), number); kind != unchanged {
			t.Errorf("blank: mutation %d", kind)
		}
		full := slices.Clone(grid)
		want := []mutation{unchanged, dropped, clashing, clashing}[number]
		if kind := NewMutator(9, 0).mutate(full, number); kind != want || (number > 0) == slices.Equal(full, grid) {
			t.Errorf("full: mutation %d is %d", number, kind)
		}
		single := slices.Clone(one)
		want = []mutation{unchanged, dropped, changed, changed}[number]
		if kind := NewMutator(9, 0).mutate(single, number); kind != want {
			t.Errorf("one clue: mutation %d is %d", number, kind)
		}
	}
}
