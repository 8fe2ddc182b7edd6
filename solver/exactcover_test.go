package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestExactCoverSelect(t *testing.T) {
	x := knuthMatrix()
	if !x.Select(3) || x.Select(1) || !x.Select(4) {
		t.Fatal("rows 3 and 4 are disjoint, 1 and 3 are not")
	}
	if r := x.Search(2, unlimited, nil); r != (CoverResult{Found: 1, Complete: true}) {
		t.Errorf("with rows 3 and 4: got %+v", r)
	}
	if row := x.Unselect(); row != 4 {
		t.Errorf("Unselect: got %d, want 4", row)
	}
	if row := x.Unselect(); row != 3 {
		t.Errorf("Unselect: got %d, want 3", row)
	}
	if row := x.Unselect(); row != -1 {
		t.Errorf("Unselect: got %d, want -1", row)
	}
	x.Select(1)
	if r := x.Search(2, unlimited, nil); r.Found != 0 || !r.Complete {
		t.Errorf("with row 1: got %+v", r)
	}
}

// knuthMatrix is the example of Knuth's paper.
func knuthMatrix() *ExactCover {
	x := NewExactCover(7)
	for _, row := range [][]int{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}} {
		x.AddRow(row...)
	}
	return x
}

func ExampleExactCover() {
	x := NewExactCover(4)
	x.AddRow(0, 1)
	x.AddRow(1, 2)
	x.AddRow(2, 3)
	x.AddRow(0, 3)
	result := x.Search(10, 1000, func(rows []int) bool {
		fmt.Println(rows)
		return true
	})
	fmt.Println(result.Found, result.Complete)
	// Output:
	// [0 2]
	// [3 1]
	// 2 true
}

func TestExactCoverKnuth(t *testing.T) {
	var rows []int
	r := knuthMatrix().Search(2, unlimited, func(solution []int) bool {
		rows = append(rows, solution...)
		return true
	})
	slices.Sort(rows)
	if !slices.Equal(rows, []int{0, 3, 4}) || r.Found != 1 || !r.Complete {
		t.Errorf("got rows %v, %+v", rows, r)
	}
}

func TestExactCoverLatinSquares(t *testing.T) {
	x := NewExactCover(3 * 16)
	for i := range 64 {
		row, column, value := i/16, i/4%4, i%4
		x.AddRow(row*4+column, 16+row*4+value, 32+column*4+value)
	}
	for range 2 {
		if r := x.Search(1000, unlimited, nil); r.Found != 576 || !r.Complete {
			t.Errorf("got %+v, want 576 squares", r)
		}
		if r := x.Search(100, unlimited, nil); r.Found != 100 || r.Complete {
			t.Errorf("limit of 100: got %+v", r)
		}
		if r := x.Search(1000, 50, nil); r.Guesses != 50 || r.Complete {
			t.Errorf("budget of 50: got %+v", r)
		}
		if r := x.Search(1000, unlimited, func([]int) bool { return false }); r.Found != 1 || r.Complete {
			t.Errorf("visit returns false: got %+v", r)
		}
	}
	if allocs := testing.AllocsPerRun(2, func() { x.Search(1000, unlimited, nil) }); allocs != 0 {
		t.Errorf("%v allocations a search", allocs)
	}
}

func TestExactCoverDominoes(t *testing.T) {
	const side = 6
	x := NewExactCover(side * side)
	for i := range side * side {
		if i%side < side-1 {
			x.AddRow(i, i+1)
		}
		if i < side*(side-1) {
			x.AddRow(i, i+side)
		}
	}
	if r := x.Search(10_000, unlimited, nil); r.Found != 6728 || !r.Complete {
		t.Errorf("got %+v, want 6728 tilings of the 6×6 board", r)
	}
}

// On small matrices at random the search finds what trying all sets of rows does.
func TestExactCoverAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		columns := 1 + random.IntN(6)
		x := NewExactCover(columns)
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
			x.AddRow(ones...)
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
		if r := x.Search(1<<20, unlimited, nil); r.Found != want || !r.Complete {
			t.Fatalf("columns %d, rows %b: got %+v, want %d", columns, masks, r, want)
		}
	}
}

func TestExactCoverPanics(t *testing.T) {
	for name, columns := range map[string][]int{"none": {}, "twice": {1, 1}, "beyond": {7}, "negative": {-1}} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Errorf("AddRow(%v) did not panic", columns)
				}
			}()
			knuthMatrix().AddRow(columns...)
		})
	}
}
