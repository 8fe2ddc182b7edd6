package generate

import (
	"slices"
	"testing"
)

// images are the places, of n rows, that hold a clue if a cell of a symmetric pattern does. They are
// written without the moves of the package.
var images = map[Symmetry]func(r, c, last int) [][2]int{
	Rotational: func(r, c, last int) [][2]int { return [][2]int{{last - r, last - c}} },
	Quarter:    func(r, c, last int) [][2]int { return [][2]int{{c, last - r}, {last - r, last - c}, {last - c, r}} },
	Mirror:     func(r, c, last int) [][2]int { return [][2]int{{r, last - c}} },
	Mirrors:    func(r, c, last int) [][2]int { return [][2]int{{r, last - c}, {last - r, c}, {last - r, last - c}} },
	Diagonal:   func(r, c, _ int) [][2]int { return [][2]int{{c, r}} },
	Diagonals:  func(r, c, last int) [][2]int { return [][2]int{{c, r}, {last - c, last - r}, {last - r, last - c}} },
	Full: func(r, c, last int) [][2]int {
		return [][2]int{{c, r}, {last - c, last - r}, {last - r, last - c}, {r, last - c}, {last - r, c}, {c, last - r}, {last - c, r}}
	},
}

// TestSymmetry checks every puzzle made with a symmetry: its pattern, that it has one solution, that it
// is minimal under the symmetry, and its number of clues.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	for _, name := range Symmetries() {
		symmetry, err := ParseSymmetry(name)
		if err != nil || symmetry.String() != name {
			t.Fatal(symmetry, err)
		}
		for _, tt := range []struct {
			opts  Options
			count int
		}{
			{Options{Order: 9}, 40},
			{Options{Order: 9, Clues: 26, MaxClues: 40}, 40},
			{Options{Order: 9, Clues: 36, MaxClues: 40, ClueTurns: true}, 40},
			{Options{Order: 16, Clues: 140, MaxClues: 150}, 3},
		} {
			tt.opts.Symmetry = symmetry
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s, order := witness(t, tt.opts.Order), tt.opts.Order
				counts := tt.opts.ClueCounts()
				for i, p := range puzzles(t, tt.opts, tt.count) {
					solved := slices.Clone(p.cells)
					if r := s.Solve(solved); !p.Made || !r.Unique() || !slices.Equal(solved, p.solution) {
						t.Fatalf("puzzle %d: %+v, %+v", i, p.Result, r)
					}
					for cell, clue := range p.cells {
						without := slices.Clone(p.cells)
						without[cell] = 0
						for _, at := range images[symmetry](cell/order, cell%order, order-1) {
							image := at[0]*order + at[1]
							if (p.cells[image] == 0) != (clue == 0) {
								t.Fatalf("puzzle %d: cell %d is %d, and %d is %d", i, cell, clue, image, p.cells[image])
							}
							without[image] = 0
						}
						if clue != 0 && tt.opts.Clues == 0 {
							if r := s.Solve(without); r.Solutions != 2 {
								t.Fatalf("puzzle %d does not need cell %d and its images: %+v", i, cell, r)
							}
						}
					}
					n := countClues(p.cells)
					if tt.opts.Clues > 0 && !slices.Contains(counts, n) || tt.opts.ClueTurns && n != counts[i%len(counts)] {
						t.Errorf("puzzle %d has %d clues, want one of %v", i, n, counts)
					}
				}
			})
		}
	}
}

// TestClueRange checks that puzzles draw their number of clues evenly from the range, and that batches
// do not matter.
func TestClueRange(t *testing.T) {
	t.Parallel()
	opts := Options{Order: 9, Clues: 28, MaxClues: 31, Seed: 4}
	had := map[int]int{}
	all := puzzles(t, opts, 400)
	for _, p := range all {
		had[countClues(p.cells)]++
	}
	for n := 28; n <= 31; n++ {
		if had[n] < 70 || had[n] > 130 {
			t.Errorf("%d of 400 have %d clues: %v", had[n], n, had)
		}
	}
	for k, b := range batches(t, opts, 200, 200, 7) {
		if at := 200 + 7*k; !slices.Equal(b.Cells[:81], all[at].cells) {
			t.Fatalf("puzzle %d is another one in small batches", at)
		}
	}
}

// TestAttempts checks that attempt 0 of a number is the puzzle of that number, and others differ.
func TestAttempts(t *testing.T) {
	t.Parallel()
	opts := Options{Order: 9, Seed: 4}
	all := puzzles(t, opts, 20)
	g, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	b := &Series{Numbers: []uint64{7, 7, 3, 7}, Attempts: []uint64{2, 0, 0, 1}, Cells: make([]uint8, 4*81), Solutions: make([]uint8, 4*81), Results: make([]Result, 4)}
	g.Feed(b)
	g.Flush()
	of := func(i int) string { return string(b.Cells[i*81:][:81]) }
	if of(1) != string(all[7].cells) || of(2) != string(all[3].cells) || of(0) == of(1) || of(3) == of(1) || of(0) == of(3) {
		t.Error("attempts do not make the puzzles that they should")
	}
}

// TestReachable checks which numbers of clues patterns can have.
func TestReachable(t *testing.T) {
	t.Parallel()
	for symmetry, want := range map[Symmetry][]int{
		NoSymmetry: {24, 25, 26, 27}, Rotational: {24, 25, 26, 27}, Quarter: {24, 25}, Full: {24, 25}, Mirrors: {24, 25, 26, 27},
	} {
		opts := Options{Order: 9, Clues: 24, MaxClues: 27, Symmetry: symmetry}
		if symmetry == Full {
			want = opts.ClueCounts()
			for _, n := range want {
				if n%4 > 1 {
					t.Errorf("a pattern of %d clues with every symmetry", n)
				}
			}
		}
		if got := opts.ClueCounts(); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", symmetry, got, want)
		}
	}
	if err := (Options{Order: 16, Clues: 131, Symmetry: Rotational}).Check(); err == nil {
		t.Error("no error for an odd number of pairs")
	}
}
