package refine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/minlex"
	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

const (
	grid      = "457893612986217354274538196531964827698721435342685971715349268869172543123456789"
	seventeen = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)

// random returns a puzzle with some clues of a grid, or with clues anywhere.
func random(r *rand.Rand, i int) []uint8 {
	puzzle, solved := make([]uint8, 81), puzzletest.Decode(grid)
	for _, cell := range r.Perm(81)[:r.IntN(81)] {
		puzzle[cell] = solved[cell]
		if i%3 == 0 {
			puzzle[cell] = uint8(1 + r.IntN(1+i%9))
		}
	}
	return puzzle
}

// TestAgainstMinlex compares representatives with package minlex, which has other ideas: the
// representative has the least form of its puzzle, the puzzle has one automorphism, and all
// isomorphs have the representative.
func TestAgainstMinlex(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	s, least := new(Search), minlex.New()
	form, again, want, got := make([]uint8, 81), make([]uint8, 81), make([]uint8, 81), make([]uint8, 81)
	alone, found := 0, 0
	for i := range 4000 {
		puzzle := random(r, i)
		isomorph := puzzletest.RandomSymmetry(9, r.Perm, r.IntN(2) == 0).Apply(puzzle)
		ok, automorphisms := s.Representative(form, puzzle), least.Canonical(want, puzzle)
		if automorphisms == 1 {
			alone++
		}
		if s.Representative(again, isomorph) != ok || ok && !slices.Equal(form, again) {
			t.Fatalf("%s: %v, %s, but of its isomorph %s", puzzletest.Encode(puzzle), ok, puzzletest.Encode(form), puzzletest.Encode(again))
		}
		if !ok {
			continue
		}
		found++
		if least.Canonical(got, form); !slices.Equal(got, want) || automorphisms != 1 {
			t.Fatalf("%s: %s is no isomorph, or there are automorphisms: %d", puzzletest.Encode(puzzle), puzzletest.Encode(form), automorphisms)
		}
	}
	if found < 2000 || found < alone*9/10 {
		t.Errorf("%d have a representative, %d could", found, alone)
	}
}

// TestFixed wants the same representatives in all versions, as fingerprints depend on them.
func TestFixed(t *testing.T) {
	t.Parallel()
	form := make([]uint8, 81)
	for puzzle, want := range map[string]string{
		seventeen:           ".....6.7.5....3..4....29....6..............5.........33.87.....4.....9.....1..6..",
		puzzletest.Escargot: ".4.1..9..3....5.2...7.2........4...6.....8.3....9..1...6.3..7..4....2.5...3.7...8",
	} {
		if ok := new(Search).Representative(form, puzzletest.Decode(puzzle)); !ok || puzzletest.Encode(form) != want {
			t.Errorf("%s: %s", puzzle, puzzletest.Encode(form))
		}
	}
	if new(Search).Representative(form, puzzletest.Decode(grid)) {
		t.Error("a solved grid has one")
	}
}
