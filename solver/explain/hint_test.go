package explain

import (
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/generate"
)

// TestHintsSolve follows hints from the clues to the solutions that puzzles were made from. Each
// step is right, and the marks after it are what the next hint begins with.
func TestHintsSolve(t *testing.T) {
	t.Parallel()
	const count = 60
	g, err := generate.New(generate.Options{Order: 9, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	b := &generate.Series{Cells: make([]uint8, count*81), Solutions: make([]uint8, count*81), Results: make([]generate.Result, count)}
	g.Feed(b)
	g.Flush()
	r, removals := New(Options{}), 0
	for i := range count {
		solution := b.Solutions[i*81:][:81]
		s := State{Puzzle: b.Cells[i*81:][:81], Cells: slices.Clone(b.Cells[i*81:][:81])}
		_, steps := r.Explain(s.Puzzle)
		for n := 0; ; n++ {
			h := r.Hint(s, solution)
			if h.Solved() {
				if n != len(steps) || h.String() != "solved" {
					t.Errorf("puzzle %d: %d hints, but %d steps", i, n, len(steps))
				}
				break
			}
			if len(h.Wrong) > 0 || n == len(steps) || h.Step.String() != steps[n].String() {
				t.Fatalf("puzzle %d: hint %d: %v", i, n+1, h.String())
			}
			if p := h.Step.Placed; p.Digit != 0 {
				s.Cells[p.Cell] = p.Digit
			}
			removals += len(h.Step.Removed)
			s.Marks = h.Candidates()
			for cell, right := range solution {
				if s.Cells[cell] != 0 && s.Cells[cell] != right || s.Marks[cell]>>(right-1)&1 == 0 {
					t.Fatalf("puzzle %d: wrong step %v", i, h.Step.String())
				}
			}
		}
	}
	if removals < 100 {
		t.Errorf("%d removed candidates: too few to test anything", removals)
	}
}

// TestNames puts the name that players use first.
func TestNames(t *testing.T) {
	t.Parallel()
	chain := make([]Link, shown+2)
	for i := range chain {
		chain[i] = Link{From: Statement{[]Candidate{{uint8(i), 1}}, true}, To: Statement{[]Candidate{{uint8(i + 1), 1}}, true}}
	}
	chain[1].Within = slices.Clone(chain[:3])
	pattern := []Candidate{{0, 1}, {1, 1}}
	for _, tt := range []struct {
		step Step
		want string
	}{
		{Step{Technique: hiddenSingle, Rating: 10, Houses: []uint8{9}}, "Full House (Hidden Single) in row 1: "},
		{Step{Technique: hiddenSingle, Rating: 12, Houses: []uint8{9}}, "Hidden Single in row 1: "},
		{Step{Technique: pointing, Pattern: pattern}, "Pointing Pair (Pointing), 1 in r1c1, r1c2: "},
		{Step{Technique: bivalueUniversalGrave, Type: 1, Pattern: pattern}, "BUG+1 (Bivalue Universal Grave, type 1), 1 in r1c1, r1c2: "},
		{Step{Technique: bivalueUniversalGrave, Type: 2, Pattern: pattern}, "Bivalue Universal Grave (type 2), 1 in r1c1, r1c2: "},
		{Step{Technique: xCycle, Links: chain[2:3]}, "X-Cycle, r1c3=1 → r1c4=1: "},
		{Step{Technique: yCycle, Links: chain[2:3]}, "Nice Loop (Y-Cycle), r1c3=1 → r1c4=1: "},
		{Step{Technique: forcingChain, Links: chain}, "AIC (Forcing Chain), r1c1=1 → r1c2=1 → r1c3=1 → r1c4=1 → r1c5=1 → r1c6=1 → r1c7=1 → r1c8=1 → r1c9=1 … 5 more links: "},
	} {
		if got := tt.step.Short(); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
	for _, technique := range Techniques() {
		if n := len((&Step{Technique: technique, Type: 1, Pattern: pattern, Rating: 10}).names()); n > 2 {
			t.Errorf("%v has %d names", technique, n)
		}
	}
}
