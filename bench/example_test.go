package bench_test

import (
	"context"
	"fmt"
	"time"

	"github.com/sudokubatch/sudokubatch/bench"
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
