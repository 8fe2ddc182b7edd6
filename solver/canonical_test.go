package solver

import (
	"slices"
	"strings"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/puzzletest"
)

// canonicalForm returns the canonical form of a puzzle as a line, and its
// automorphisms.
func canonicalForm(c *Canonicalizer, puzzle []uint8) (string, int) {
	form := make([]uint8, 81)
	n := c.Canonical(form, puzzle)
	return puzzletest.Encode(form), n
}

// TestSeventeenAreDifferent checks that no two of the known 17-clue puzzles are
// isomorphic, as is known of their list, and that their forms have 17 clues and
// one solution.
func TestSeventeenAreDifferent(t *testing.T) {
	c := NewCanonicalizer()
	lines := puzzletest.Lines(t, "17clue")
	forms := make([]uint8, 0, 81*len(lines))
	line := map[string]int{}
	for i := range lines {
		form, _ := canonicalForm(c, puzzletest.Decode(lines[i]))
		if k, ok := line[form]; ok {
			t.Errorf("%s and %s have the form %s", lines[k], lines[i], form)
		}
		line[form] = i
		forms = append(forms, puzzletest.Decode(form)...)
	}
	results := make([]Result, len(lines))
	solved := slices.Clone(forms)
	mustNew(t, 9, Options{Limit: 2}).SolveBatch(solved, results)
	for i, result := range results {
		form := forms[81*i : 81*i+81]
		blanks := 0
		for _, value := range form {
			if value == 0 {
				blanks++
			}
		}
		if !result.Unique() || blanks != 81-17 {
			t.Errorf("%s: the form %s has %d blanks, %+v", lines[i], puzzletest.Encode(form), blanks, result)
		}
	}
}

// TestCanonicalBy checks that isomorphs have the same form, and that the
// symmetry also maps the solution.
func TestCanonicalBy(t *testing.T) {
	c, solve, g := NewCanonicalizer(), mustNew(t, 9, Options{Limit: 2}), puzzletest.NewGenerator(9, 51)
	form, again, solution, image := make([]uint8, 81), make([]uint8, 81), make([]uint8, 81), make([]uint8, 81)
	for _, corpus := range puzzletest.Corpora {
		if corpus.Order() != 9 {
			continue
		}
		for _, line := range puzzletest.Sample(t, corpus.Name, 300) {
			puzzle := puzzletest.Decode(line)
			var by Symmetry
			n := c.CanonicalBy(form, puzzle, &by)
			isomorph := puzzletest.RandomSymmetry(9, g.Perm, g.IntN(2) == 0).Apply(puzzle)
			if m := c.Canonical(again, isomorph); n != m || !slices.Equal(form, again) {
				t.Fatalf("%s: %d automorphisms, form %s; its isomorph %s: %d, %s",
					line, n, puzzletest.Encode(form), puzzletest.Encode(isomorph), m, puzzletest.Encode(again))
			}
			if by.Apply(image, puzzle); !slices.Equal(image, form) {
				t.Fatalf("%s: the symmetry makes %s of it, not its form %s", line, puzzletest.Encode(image), puzzletest.Encode(form))
			}
			copy(solution, puzzle)
			if r := solve.Solve(solution); r.Solutions == 0 {
				continue
			}
			by.Apply(image, solution)
			if err := Verify(form, image); err != nil {
				t.Fatalf("%s: of its solution the symmetry makes none of %s: %v", line, puzzletest.Encode(form), err)
			}
		}
	}
}

// TestRepresentative checks that representatives are isomorphs of their puzzles and the same for
// all isomorphs.
func TestRepresentative(t *testing.T) {
	c, g := NewCanonicalizer(), puzzletest.NewGenerator(9, 52)
	lines := []string{strings.Repeat(".", 81), "1" + strings.Repeat(".", 80), strings.Repeat("123456789", 9)}
	for _, corpus := range puzzletest.Corpora {
		if corpus.Order() == 9 {
			lines = append(lines, puzzletest.Sample(t, corpus.Name, 300)...)
		}
	}
	solved := puzzletest.Decode(puzzletest.Escargot)
	mustNew(t, 9, Options{}).Solve(solved)
	form, again := make([]uint8, 81), make([]uint8, 81)
	for _, line := range append(lines, puzzletest.Encode(solved)) {
		puzzle := puzzletest.Decode(line)
		n := c.Representative(form, puzzle)
		isomorph := puzzletest.RandomSymmetry(9, g.Perm, g.IntN(2) == 0).Apply(puzzle)
		if m := c.Representative(again, isomorph); n != m || !slices.Equal(form, again) {
			t.Fatalf("%s: %d automorphisms, %s; its isomorph %s: %d, %s",
				line, n, puzzletest.Encode(form), puzzletest.Encode(isomorph), m, puzzletest.Encode(again))
		}
		want, automorphisms := canonicalForm(c, puzzle)
		if got, _ := canonicalForm(c, form); got != want || n != automorphisms {
			t.Fatalf("%s: %s is no isomorph, or has %d automorphisms, not %d", line, puzzletest.Encode(form), automorphisms, n)
		}
	}
}

// TestCanonicalInPlace also wants the zero Canonicalizer to work.
func TestCanonicalInPlace(t *testing.T) {
	var c Canonicalizer
	cells := puzzletest.Decode(puzzletest.Escargot)
	want, _ := canonicalForm(NewCanonicalizer(), cells)
	if n := c.Canonical(cells, cells); n != 1 || puzzletest.Encode(cells) != want {
		t.Errorf("got %s, %d automorphisms, want %s", puzzletest.Encode(cells), n, want)
	}
	if n := c.Canonical(cells, make([]uint8, 81)); n != 3_359_232 {
		t.Errorf("an empty grid has %d automorphisms", n)
	}
}

// checkPanics fails the test unless f panics.
func checkPanics(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f()
}
