package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sudokubatch/sudokubatch/solver/internal/engine"
)

// TestExactCoverChoose checks choose, unchoose and their effect on the search.
func TestExactCoverChoose(t *testing.T) {
	x := knuthMatrix()
	if !x.choose(3) || x.choose(1) || !x.choose(4) {
		t.Fatal("rows 3 and 4 are disjoint, 1 and 3 are not")
	}
	if r := x.search(2, engine.Unlimited, nil); r != (engine.Outcome{Found: 1, Complete: true}) {
		t.Errorf("with rows 3 and 4: got %+v", r)
	}
	if row := x.unchoose(); row != 4 {
		t.Errorf("unchoose: got %d, want 4", row)
	}
	if row := x.unchoose(); row != 3 {
		t.Errorf("unchoose: got %d, want 3", row)
	}
	if row := x.unchoose(); row != -1 {
		t.Errorf("unchoose: got %d, want -1", row)
	}
	x.choose(1)
	if r := x.search(2, engine.Unlimited, nil); r.Found != 0 || !r.Complete {
		t.Errorf("with row 1: got %+v", r)
	}
}

// knuthMatrix returns the example in Knuth's paper.
func knuthMatrix() *exactCover {
	x := newExactCover(7)
	for _, row := range [][]int{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}} {
		x.addRow(row...)
	}
	return x
}

func TestExactCoverVisits(t *testing.T) {
	x := newExactCover(4)
	x.addRow(0, 1)
	x.addRow(1, 2)
	x.addRow(2, 3)
	x.addRow(0, 3)
	var visited []string
	r := x.search(10, 1000, func(rows []int) bool {
		visited = append(visited, fmt.Sprint(rows))
		return true
	})
	if want := []string{"[0 2]", "[3 1]"}; !slices.Equal(visited, want) || r.Found != 2 || !r.Complete {
		t.Errorf("visited %v, want %v; %+v", visited, want, r)
	}
}

func TestExactCoverLatinSquares(t *testing.T) {
	x := newExactCover(3 * 16)
	for i := range 64 {
		row, column, value := i/16, i/4%4, i%4
		x.addRow(row*4+column, 16+row*4+value, 32+column*4+value)
	}
	for range 2 {
		if r := x.search(1000, engine.Unlimited, nil); r.Found != 576 || !r.Complete {
			t.Errorf("got %+v, want 576 squares", r)
		}
		if r := x.search(100, engine.Unlimited, nil); r.Found != 100 || r.Complete {
			t.Errorf("limit of 100: got %+v", r)
		}
		if r := x.search(1000, 50, nil); r.Guesses != 50 || r.Complete {
			t.Errorf("budget of 50: got %+v", r)
		}
		if r := x.search(1000, engine.Unlimited, func([]int) bool { return false }); r.Found != 1 || r.Complete {
			t.Errorf("visit returns false: got %+v", r)
		}
	}
	if allocs := testing.AllocsPerRun(2, func() { x.search(1000, engine.Unlimited, nil) }); allocs != 0 {
		t.Errorf("%v allocations a search", allocs)
	}
}

// TestExactCoverAtRandom compares the search with an exhaustive one on small
// random matrices.
func TestExactCoverAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		columns := 1 + random.IntN(6)
		x := newExactCover(columns)
		var masks []int
		for range random.IntN(10) {
			mask := 1 + random.IntN(1<<columns-1)
			var ones []int
			for c := range columns {
				if mask>>c&1 == 1 {
					ones = append(ones, c)
				}
			}
			masks = append(masks, mask)
			x.addRow(ones...)
		}
		want := 0
		for set := range 1 << len(masks) {
			sum, union := 0, 0
			for i, mask := range masks {
				if set>>i&1 == 1 {
					sum, union = sum+mask, union|mask
				}
			}
			if union == 1<<columns-1 && sum == union {
				want++
			}
		}
		if r := x.search(1<<20, engine.Unlimited, nil); r.Found != want || !r.Complete {
			t.Fatalf("columns %d, rows %b: got %+v, want %d", columns, masks, r, want)
		}
	}
}

func TestExactCoverPanics(t *testing.T) {
	for name, columns := range map[string][]int{"none": {}, "twice": {1, 1}, "beyond": {7}, "negative": {-1}} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("addRow(%v) did not panic", columns)
				}
			}()
			knuthMatrix().addRow(columns...)
		})
	}
}
