package generate

import (
	"slices"
	"strings"
	"testing"
)

// drawn returns the pattern of a picture.
func drawn(picture string) (pattern []bool) {
	for _, r := range picture {
		pattern = append(pattern, r == 'x')
	}
	return pattern
}

// TestPatterns checks that the clues of every puzzle are the pattern whose turn it is, and its solution.
func TestPatterns(t *testing.T) {
	t.Parallel()
	for _, opts := range []Options{
		{Order: 4, Patterns: [][]bool{drawn("x..x.xx..xx.x..x"), drawn("x.x..x.xx.x..x.x"), drawn("xx..x..x..xx.xx.")}},
		{Order: 6, PatternRun: 3, Patterns: [][]bool{drawn("x..x.xx.xx..xx.xx.x..x.xx.xx..x..x.x"), drawn(strings.Repeat("x.x.xx.xx.x.", 3))}},
		{Order: 9, Seed: 7, Patterns: [][]bool{drawn("....xx..x...x.x....xx.xx.x.x.xx...xxx.xx.xx.xxx...xx.x.x.xx.xx....x.x...x..xx....")}},
		{Order: 16, Patterns: [][]bool{drawn(strings.Repeat("xxx.xx.x.xxx.xxx.xx.xxxx.xx.xxx.", 8))}},
	} {
		s := witness(t, opts.Order)
		for i, p := range puzzles(t, opts, 12) {
			index := opts.PatternOf(uint64(i))
			solved := slices.Clone(p.cells)
			if r := s.Solve(solved); !p.Made || !r.Unique() || !slices.Equal(solved, p.solution) {
				t.Fatalf("order %d, puzzle %d: %+v, %+v", opts.Order, i, p.Result, r)
			}
			if run := max(int(opts.PatternRun), 1); index != i/run%len(opts.Patterns) {
				t.Errorf("order %d, puzzle %d: pattern %d", opts.Order, i, index)
			}
			for cell, clue := range opts.Patterns[index] {
				if clue != (p.cells[cell] > 0) {
					t.Errorf("order %d, puzzle %d: cell %d is %d, and a clue is %v", opts.Order, i, cell, p.cells[cell], clue)
				}
			}
		}
	}
}

// TestBadPatterns refuses patterns that have no puzzle with one solution.
func TestBadPatterns(t *testing.T) {
	t.Parallel()
	blank, full := strings.Repeat(".", 9), strings.Repeat("x", 9)
	for want, opts := range map[string]Options{
		"pattern 2: no puzzle of order 9 has 0 clues and one solution: draw 17 or more in 81 cells": {Patterns: [][]bool{drawn(strings.Repeat(full, 9)), drawn(strings.Repeat(full, 9)[1:])}},
		"pattern 1: no puzzle of order 9 has 16 clues":                                              {Patterns: [][]bool{drawn(strings.Repeat(".......xx", 8) + blank)}},
		"pattern 1: rows 4 and 6 have no clue":                                                      {Patterns: [][]bool{drawn(strings.Repeat(full, 3) + blank + full + blank + full + full + full)}},
		"pattern 1: columns 8 and 9 have no clue":                                                   {Patterns: [][]bool{drawn(strings.Repeat("xxxxxxx..", 9))}},
		"a pattern says where the clues are: ask for no number of clues":                            {Clues: 30, Patterns: [][]bool{drawn(strings.Repeat("xx.xx.xx.", 9))}},
		"a pattern says where the clues are":                                                        {Symmetry: Full, Patterns: [][]bool{drawn(strings.Repeat("xx.xx.xx.", 9))}},
		"":                                                                                          {Patterns: [][]bool{drawn(strings.Repeat("xx.xx.xx.", 9)), drawn(strings.Repeat(full+full+blank, 3))}},
	} {
		opts.Order = 9
		if err := opts.Check(); (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestTriesEach counts the tries of puzzles with 22 clues, as they were counted for other numbers.
func TestTriesEach(t *testing.T) {
	t.Parallel()
	const count = 6000
	made := 0
	for _, p := range puzzles(t, Options{Order: 9, Seed: 3, Clues: 22, MaxTries: 1}, count) {
		if p.Made {
			made++
		}
	}
	if want, more := (Options{Order: 9, Clues: 22, MaxClues: 30}).TriesEach(); more || count/made < int(want)*4/5 || count/made > int(want)*5/4 {
		t.Errorf("%d tries a puzzle, want %d", count/made, want)
	}
	for opts, want := range map[[2]int]bool{{9, 23}: false, {9, 0}: false, {16, 90}: false, {9, 17}: true} {
		if tries, more := (Options{Order: opts[0], Clues: opts[1]}).TriesEach(); more != want || (tries > 0) != want {
			t.Errorf("%v: %d, %v", opts, tries, more)
		}
	}
}
