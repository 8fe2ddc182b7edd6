package generate

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver"
)

// TestMutate wants each mutation to be what it says, and puzzles with no, one
// and several solutions, and with clashing clues, among the outcome.
func TestMutate(t *testing.T) {
	t.Parallel()
	s := witness(t, 9)
	m := NewMutator(9, 1)
	var statuses [mutations][solver.GaveUp + 1]int
	for i, p := range puzzles(t, Options{Order: 9}, 400) {
		cells := slices.Clone(p.cells)
		kind := m.Mutate(cells, uint64(i))
		differ := 0
		for k, clue := range cells {
			if clue != p.cells[k] {
				differ++
			}
		}
		if want := min(int(kind), 1); kind != Mutation(i%mutations) || differ != want {
			t.Fatalf("puzzle %d: mutation %d in %d cells", i, kind, differ)
		}
		again := slices.Clone(p.cells)
		NewMutator(9, 1).Mutate(again, uint64(i))
		if !slices.Equal(cells, again) {
			t.Fatalf("puzzle %d: another mutation", i)
		}
		statuses[kind][s.Solve(cells).Status]++
	}
	const each = 400 / mutations
	if n := statuses[Unchanged][solver.Solved]; n != each {
		t.Errorf("unchanged: %v", statuses[Unchanged])
	}
	if n := statuses[Dropped][solver.Multiple]; n != each {
		t.Errorf("dropped: %v", statuses[Dropped])
	}
	changed := statuses[Changed]
	if changed[solver.NoSolution] < each/8 || changed[solver.Solved] == 0 || changed[solver.Multiple] < each/2 || changed[solver.Contradiction] > 0 {
		t.Errorf("changed: %v", changed)
	}
	if n := statuses[Clashing][solver.Contradiction]; n != each {
		t.Errorf("clashing: %v", statuses[Clashing])
	}
}

// TestMutateFew has puzzles that not every mutation fits.
func TestMutateFew(t *testing.T) {
	t.Parallel()
	blank := make([]uint8, 256)
	grid := puzzles(t, Options{Order: 9, Clues: 81}, 1)[0].cells
	one := make([]uint8, 81)
	one[40] = 5
	for number := range uint64(mutations) {
		if kind := NewMutator(16, 0).Mutate(slices.Clone(blank), number); kind != Unchanged {
			t.Errorf("blank: mutation %d", kind)
		}
		full := slices.Clone(grid)
		want := []Mutation{Unchanged, Dropped, Clashing, Clashing}[number]
		if kind := NewMutator(9, 0).Mutate(full, number); kind != want || (number > 0) == slices.Equal(full, grid) {
			t.Errorf("full: mutation %d is %d", number, kind)
		}
		single := slices.Clone(one)
		want = []Mutation{Unchanged, Dropped, Changed, Changed}[number]
		if kind := NewMutator(9, 0).Mutate(single, number); kind != want {
			t.Errorf("one clue: mutation %d is %d", number, kind)
		}
	}
}

func TestMutationString(t *testing.T) {
	t.Parallel()
	for m, want := range map[Mutation]string{Unchanged: "unchanged", Dropped: "dropped", Changed: "changed", Clashing: "clashing", 9: "Mutation(9)"} {
		if m.String() != want {
			t.Errorf("got %v, want %s", m, want)
		}
	}
}
