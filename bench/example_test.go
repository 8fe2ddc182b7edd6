package bench_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sudokubatch/sudokubatch/bench"
	"github.com/sudokubatch/sudokubatch/solver"
	"github.com/sudokubatch/sudokubatch/solver/geometry"
)

// Two engines take turns on one corpus; each has answered all of it before.
func Example() {
	ctx := context.Background()
	hiho, err := bench.LoadSizes(ctx, nil, "@hiho")
	if err != nil {
		fmt.Println(err)
		return
	}
	measured, err := bench.Run(ctx, bench.Config{
		Corpora:  hiho,
		Engines:  []string{"band", "dlx"},
		Limits:   []int{2},
		Jobs:     []int{1},
		Memory:   true,
		Rounds:   3,
		MinTime:  time.Millisecond,
		Timeout:  time.Minute,
		Baseline: "dlx",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range measured {
		fmt.Println(m.Engine, "on", m.Corpus, "verified:", m.Verified, "figure:", m.PuzzlesPerSecond > 0, "of", len(m.Rounds), "rounds")
	}
	fmt.Println("failed:", bench.Failed(measured))
	// Output:
	// band on @hiho verified: true figure: true of 3 rounds
	// dlx on @hiho verified: true figure: true of 3 rounds
	// failed: []
}

// A firstBlank is an engine of its own: it tries all digits in the first blank.
type firstBlank struct {
	box   geometry.Box
	limit int
}

// Solve implements solver.Engine.
func (e firstBlank) Solve(cells []uint8) (r solver.Result) {
	first := make([]uint8, len(cells))
	e.fill(slices.Clone(cells), first, &r)
	switch r.Solutions {
	case 0:
		r.Status = solver.NoSolution
		return r
	case 1:
		r.Status = solver.Solved
	default:
		r.Status = solver.Multiple
	}
	copy(cells, first)
	return r
}

// fill counts the solutions up to the limit, and keeps the first.
func (e firstBlank) fill(cells, first []uint8, r *solver.Result) {
	blank := slices.Index(cells, 0)
	if blank < 0 {
		if r.Solutions == 0 {
			copy(first, cells)
		}
		r.Solutions++
		return
	}
	for digit := uint8(1); int(digit) <= e.box.Side() && r.Solutions < e.limit; digit++ {
		if e.fits(cells, blank, digit) {
			cells[blank] = digit
			e.fill(cells, first, r)
			cells[blank] = 0
		}
	}
}

// fits reports whether no cell that shares a house with a cell holds the digit.
func (e firstBlank) fits(cells []uint8, cell int, digit uint8) bool {
	row, column, box := e.box.Houses(cell)
	for other, value := range cells {
		r, c, b := e.box.Houses(other)
		if value == digit && (r == row || c == column || b == box) {
			return false
		}
	}
	return true
}

// An engine of your own races the engines of this project in one process. All its answers are
// verified before it is timed.
func ExampleConfig_own() {
	ctx := context.Background()
	hiho, err := bench.LoadSizes(ctx, nil, "@hiho")
	if err != nil {
		fmt.Println(err)
		return
	}
	measured, err := bench.Run(ctx, bench.Config{
		Corpora: hiho,
		Engines: []string{"backtrack"},
		Own: map[string]func(order, limit int) solver.Engine{
			"first-blank": func(order, limit int) solver.Engine { return firstBlank{geometry.Of(order), limit} },
		},
		Limits:   []int{2},
		Jobs:     []int{1},
		Memory:   true,
		Rounds:   3,
		MinTime:  time.Millisecond,
		Timeout:  time.Minute,
		Baseline: "backtrack",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range measured {
		fmt.Println(m.Engine, "verified:", m.Verified, "compared with", m.Baseline)
	}
	// Output:
	// backtrack verified: true compared with backtrack -j1
	// first-blank verified: true compared with backtrack -j1
}
